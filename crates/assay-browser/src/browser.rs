use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::connection::Connection;
use crate::fields::told;
use crate::process::Process;
use crate::tunnel::Tunnel;
use crate::watch::Watch;
use crate::{BrowserError, BrowserOptions, Page, PageOptions};

/// A running Chromium with a profile of its own. Dropping it ends every process it started.
pub struct Browser {
    connection: Arc<Connection>,
    process: Option<Process>,
    version: String,
    _tasks: JoinSet<()>,
}

impl Browser {
    pub async fn launch(options: &BrowserOptions) -> Result<Self, BrowserError> {
        let (process, pipes) = Process::start(options)?;
        let (connection, tasks) = Connection::start(pipes, options.limit);
        let version = connection
            .call(None, "Browser.getVersion", json!({}))
            .await?;
        connection
            .call(
                None,
                "Target.setAutoAttach",
                json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true}),
            )
            .await?;
        Ok(Self {
            connection,
            process: Some(process),
            version: told(&version, "/product"),
            _tasks: tasks,
        })
    }

    /// For instance `HeadlessChrome/140.0.7339.80`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// A blank page in a context of its own: no cookie, cache or storage is shared.
    pub async fn new_page(&self, options: PageOptions) -> Result<Page, BrowserError> {
        let has_filter = options.filter.is_some();
        let watch = Arc::new(Watch::new(options.filter));
        let mut isolation = json!({"disposeOnDetach": true});
        let mut tunnel = None;
        if has_filter {
            let started = Tunnel::start(Arc::clone(&watch)).await;
            let started = started.map_err(BrowserError::Tunnel)?;
            isolation = json!({
                "disposeOnDetach": true,
                "proxyServer": started.rules(), "proxyBypassList": "<-loopback>",
            });
            tunnel = Some(started);
        }
        let method = "Target.createBrowserContext";
        let context = self.id(method, isolation, "browserContextId").await?;
        let behaviour = match &options.downloads {
            None => json!({"behavior": "deny", "browserContextId": context}),
            Some(folder) => json!({
                "behavior": "allowAndName", "browserContextId": context,
                "downloadPath": folder.display().to_string(), "eventsEnabled": true,
            }),
        };
        self.connection
            .call(None, "Browser.setDownloadBehavior", behaviour)
            .await?;
        self.connection.add_context(&context, &watch);
        let target = json!({"url": "about:blank", "browserContextId": context});
        self.id("Target.createTarget", target, "targetId").await?;
        let session = attached_session(&watch, self.connection.limit()).await?;
        let page = Page::new(
            Arc::clone(&self.connection),
            watch,
            session,
            context,
            tunnel,
        );
        page.prepare(options.languages.as_deref(), options.downloads)
            .await
    }

    /// Ends the browser and waits for it, so that no process of it is left behind.
    pub async fn close(mut self) {
        if let Some(process) = self.process.take() {
            process.end().await;
        }
    }

    async fn id(
        &self,
        method: &str,
        params: Value,
        name: &'static str,
    ) -> Result<String, BrowserError> {
        let reply = self.connection.call(None, method, params).await?;
        reply
            .get(name)
            .and_then(Value::as_str)
            .map(str::to_owned)
            .ok_or_else(|| BrowserError::Unexpected {
                method: method.to_owned(),
                missing: name,
            })
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.connection.end("it was closed");
    }
}

/// A page is attached to by itself, before its first script.
async fn attached_session(watch: &Watch, limit: Duration) -> Result<String, BrowserError> {
    let mut session = watch.session();
    let found = tokio::time::timeout(limit, session.wait_for(Option::is_some)).await;
    match found {
        Ok(Ok(session)) => Ok(session.clone().unwrap_or_default()),
        Ok(Err(_)) | Err(_) => Err(BrowserError::TooSlow {
            what: "Target.attachedToTarget".to_owned(),
            limit,
        }),
    }
}
