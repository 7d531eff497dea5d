use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::condition::WAIT;
use crate::connection::Connection;
use crate::element::quoted;
use crate::fields::{at, text_at, told};
use crate::record::{ConsoleMessage, Exchange};
use crate::tunnel::Tunnel;
use crate::watch::Watch;
use crate::{BrowserError, Condition, Download, Key, Modifiers, Scheme, Screen, Selector};

/// What the page itself may take longer than the limit it was given, to tell that time is up.
const GRACE: Duration = Duration::from_secs(5);
/// Between two tries while one document makes room for the next.
const BETWEEN_DOCUMENTS: Duration = Duration::from_millis(20);

/// A page. What a person can do to it, and what is seen of it. It is closed when it is dropped.
pub struct Page {
    connection: Arc<Connection>,
    watch: Arc<Watch>,
    session: String,
    context: String,
    downloads: Option<PathBuf>,
    _tunnel: Option<Tunnel>,
}

impl Page {
    pub(crate) fn new(
        connection: Arc<Connection>,
        watch: Arc<Watch>,
        session: String,
        context: String,
        tunnel: Option<Tunnel>,
    ) -> Self {
        Self {
            connection,
            watch,
            session,
            context,
            downloads: None,
            _tunnel: tunnel,
        }
    }

    pub(crate) async fn prepare(
        mut self,
        languages: Option<&str>,
        downloads: Option<PathBuf>,
    ) -> Result<Self, BrowserError> {
        self.downloads = downloads;
        // a page that is not in front keeps its pace and its focus
        let focus = json!({"enabled": true});
        self.call("Emulation.setFocusEmulationEnabled", focus)
            .await?;
        if let Some(languages) = languages {
            let agent = self.evaluate("navigator.userAgent").await?;
            self.call(
                "Emulation.setUserAgentOverride",
                json!({"userAgent": agent, "acceptLanguage": languages}),
            )
            .await?;
        }
        self.emulate(Screen::DESK).await?;
        Ok(self)
    }

    /// Opens an address and waits until the document is loaded.
    pub async fn open(&self, url: &str) -> Result<(), BrowserError> {
        let mut loads = self.watch.loads();
        let before = *loads.borrow_and_update();
        let refused = self.watch.seen().refused_pages;
        let reply = self.call("Page.navigate", json!({"url": url})).await?;
        match text_at(&reply, "/errorText") {
            Some(why) if !why.is_empty() && self.watch.seen().refused_pages > refused => {
                return Err(BrowserError::Filtered {
                    url: url.to_owned(),
                });
            }
            Some(why) if !why.is_empty() => {
                return Err(BrowserError::Navigation {
                    url: url.to_owned(),
                    why: why.to_owned(),
                });
            }
            _ => {}
        }
        // within one document nothing is loaded
        if at(&reply, "/loaderId").is_null() {
            return Ok(());
        }
        self.loaded(&mut loads, before).await
    }

    pub async fn reload(&self) -> Result<(), BrowserError> {
        let mut loads = self.watch.loads();
        let before = *loads.borrow_and_update();
        self.call("Page.reload", json!({})).await?;
        self.loaded(&mut loads, before).await
    }

    async fn loaded(
        &self,
        loads: &mut tokio::sync::watch::Receiver<u64>,
        before: u64,
    ) -> Result<(), BrowserError> {
        let limit = self.connection.limit();
        let loaded = loads.wait_for(|loads| *loads > before);
        match tokio::time::timeout(limit, loaded).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(_)) => Err(BrowserError::Ended("closed".to_owned())),
            Err(_) => Err(BrowserError::TooSlow {
                what: "loading the document".to_owned(),
                limit,
            }),
        }
    }

    /// The value of an expression in the page; of a promise, what it is kept with.
    pub async fn evaluate(&self, expression: &str) -> Result<Value, BrowserError> {
        self.evaluate_within(self.connection.limit(), expression)
            .await
    }

    async fn evaluate_within(
        &self,
        limit: Duration,
        expression: &str,
    ) -> Result<Value, BrowserError> {
        let params = json!({
            "expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true,
        });
        let session = Some(self.session.as_str());
        let reply = self
            .connection
            .call_within(limit, session, "Runtime.evaluate", params)
            .await?;
        let Some(details) = reply.get("exceptionDetails") else {
            return Ok(at(&reply, "/result/value").clone());
        };
        let description = text_at(details, "/exception/description");
        let why = description.or_else(|| text_at(details, "/text"));
        Err(BrowserError::Script(why.unwrap_or_default().to_owned()))
    }

    /// Waits for an element (a CSS selector) or a [`Condition`], within the browser's limit.
    pub async fn wait_for(&self, condition: impl Into<Condition>) -> Result<(), BrowserError> {
        self.wait_within(self.connection.limit(), condition).await
    }

    pub async fn wait_within(
        &self,
        limit: Duration,
        condition: impl Into<Condition>,
    ) -> Result<(), BrowserError> {
        self.found(limit, &condition.into()).await.map(drop)
    }

    async fn found(&self, limit: Duration, condition: &Condition) -> Result<Value, BrowserError> {
        let begun = Instant::now();
        loop {
            let left = limit.saturating_sub(begun.elapsed());
            let script = format!("({WAIT})({}, {})", condition.probe, left.as_millis());
            let answer = match self.evaluate_within(left + GRACE, &script).await {
                Err(error) if is_between_documents(&error) && !left.is_zero() => {
                    tokio::time::sleep(BETWEEN_DOCUMENTS).await;
                    continue;
                }
                answer => answer?,
            };
            if let Some(fault) = text_at(&answer, "/fault") {
                return Err(BrowserError::Script(fault.to_owned()));
            }
            return match answer.get("found") {
                Some(found) => Ok(found.clone()),
                None => Err(BrowserError::WaitedInVain {
                    what: condition.what.clone(),
                    limit,
                    url: told(&answer, "/url"),
                    shown: told(&answer, "/shown"),
                }),
            };
        }
    }

    /// The text of an element as it is shown.
    pub async fn text(&self, selector: impl Into<Selector>) -> Result<String, BrowserError> {
        let selector = selector.into();
        let script = format!("{}?.innerText ?? null", selector.script());
        let text = self.evaluate(&script).await?;
        let missing = || BrowserError::NoElement(selector.to_string());
        text.as_str().map(str::to_owned).ok_or_else(missing)
    }

    /// How many elements a CSS selector finds.
    pub async fn count(&self, css: &str) -> Result<usize, BrowserError> {
        let script = format!("document.querySelectorAll({}).length", quoted(css));
        let count = self.evaluate(&script).await?.as_u64().unwrap_or_default();
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    /// Clicks with the mouse, once the element is at rest and nothing is in front of it.
    pub async fn click(&self, selector: impl Into<Selector>) -> Result<(), BrowserError> {
        let condition = Condition::clickable(&selector.into());
        let limit = self.connection.limit();
        let begun = Instant::now();
        let mut point = self.found(limit, &condition).await?;
        // what came meanwhile may have moved the element: the mouse is over it when it is pressed
        loop {
            self.mouse("mouseMoved", "none", &point).await?;
            let still = self.found(limit, &condition).await?;
            if still == point {
                break;
            }
            if begun.elapsed() > limit {
                let what = format!("waiting until {} rests", condition.what);
                return Err(BrowserError::TooSlow { what, limit });
            }
            point = still;
        }
        self.mouse("mousePressed", "left", &point).await?;
        self.mouse("mouseReleased", "left", &point).await
    }

    async fn mouse(&self, kind: &str, button: &str, point: &Value) -> Result<(), BrowserError> {
        let event = json!({
            "type": kind, "x": at(point, "/x"), "y": at(point, "/y"), "button": button, "clickCount": 1,
        });
        self.call("Input.dispatchMouseEvent", event).await.map(drop)
    }

    /// Clicks into a field and types at its end.
    pub async fn type_text(
        &self,
        selector: impl Into<Selector>,
        text: &str,
    ) -> Result<(), BrowserError> {
        self.click(selector.into()).await?;
        self.press(Key::End, Modifiers::CONTROL).await?;
        self.insert(text).await
    }

    /// Clicks into a field and puts the text in place of what is there.
    pub async fn replace_text(
        &self,
        selector: impl Into<Selector>,
        text: &str,
    ) -> Result<(), BrowserError> {
        self.click(selector.into()).await?;
        self.evaluate("document.activeElement.select()").await?;
        self.insert(text).await
    }

    async fn insert(&self, text: &str) -> Result<(), BrowserError> {
        self.call("Input.insertText", json!({"text": text}))
            .await
            .map(drop)
    }

    /// Presses a key and lets it go.
    pub async fn press(&self, key: Key, modifiers: Modifiers) -> Result<(), BrowserError> {
        let stroke = key.stroke(modifiers);
        let down = if stroke.text.is_some() {
            "keyDown"
        } else {
            "rawKeyDown"
        };
        for kind in [down, "keyUp"] {
            let mut event = json!({
                "type": kind, "key": stroke.key, "code": stroke.code, "modifiers": modifiers.bits(),
                "windowsVirtualKeyCode": stroke.virtual_code,
            });
            if let (Some(text), "keyDown", Some(fields)) =
                (&stroke.text, kind, event.as_object_mut())
            {
                fields.insert("text".to_owned(), text.as_str().into());
            }
            self.call("Input.dispatchKeyEvent", event).await?;
        }
        Ok(())
    }

    /// What is in view, as a PNG.
    pub async fn screenshot(&self) -> Result<Vec<u8>, BrowserError> {
        let method = "Page.captureScreenshot";
        let reply = self.call(method, json!({"format": "png"})).await?;
        let data = text_at(&reply, "/data");
        data.and_then(|data| STANDARD.decode(data).ok())
            .ok_or(BrowserError::Unexpected {
                method: method.to_owned(),
                missing: "a picture",
            })
    }

    /// Shows a document that is given as it is, from no address.
    pub async fn show(&self, html: &str) -> Result<(), BrowserError> {
        let frames = self.call("Page.getFrameTree", json!({})).await?;
        let frame = at(&frames, "/frameTree/frame/id");
        self.call(
            "Page.setDocumentContent",
            json!({"frameId": frame, "html": html}),
        )
        .await
        .map(drop)
    }

    /// The whole page as a PDF, with the sizes that its style asks for.
    pub async fn pdf(&self) -> Result<Vec<u8>, BrowserError> {
        let method = "Page.printToPDF";
        let how = json!({"printBackground": true, "preferCSSPageSize": true});
        let reply = self.call(method, how).await?;
        let data = text_at(&reply, "/data");
        data.and_then(|data| STANDARD.decode(data).ok())
            .ok_or(BrowserError::Unexpected {
                method: method.to_owned(),
                missing: "a file",
            })
    }

    /// Shows the page on another screen.
    pub async fn emulate(&self, screen: Screen) -> Result<(), BrowserError> {
        let metrics = json!({
            "width": screen.width, "height": screen.height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.call("Emulation.setDeviceMetricsOverride", metrics)
            .await?;
        let scheme = match screen.scheme {
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        };
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.call("Emulation.setEmulatedMedia", media)
            .await
            .map(drop)
    }

    /// What the page and the browser have logged so far.
    pub fn console(&self) -> Vec<ConsoleMessage> {
        self.watch.seen().console.clone()
    }

    /// Every request so far, in the order in which they were made.
    pub fn exchanges(&self) -> Vec<Exchange> {
        self.watch.seen().exchanges.clone()
    }

    /// What has come over the wire so far, in bytes, heads included.
    pub fn transferred(&self) -> u64 {
        let seen = self.watch.seen();
        seen.exchanges.iter().map(|exchange| exchange.bytes).sum()
    }

    /// From the start of the navigation to the end of the document's `load`.
    pub async fn load_time(&self) -> Result<Duration, BrowserError> {
        let script = "performance.getEntriesByType('navigation')[0]?.loadEventEnd ?? 0";
        let milliseconds = self.evaluate(script).await?;
        let seconds = milliseconds.as_f64().unwrap_or_default() / 1000.0;
        Ok(Duration::from_secs_f64(seconds.max(0.0)))
    }

    /// The `number`-th download of this page, from 1, once it is whole.
    pub async fn download(&self, number: usize) -> Result<Download, BrowserError> {
        let limit = self.connection.limit();
        let mut ended = self.watch.downloaded().subscribe();
        let waited = tokio::time::timeout(limit, ended.wait_for(|ended| *ended >= number)).await;
        if !matches!(waited, Ok(Ok(_))) {
            return Err(BrowserError::TooSlow {
                what: format!("download {number}"),
                limit,
            });
        }
        let seen = self.watch.seen();
        let ended = seen
            .downloads
            .iter()
            .filter(|one| one.state != "inProgress");
        let record = ended.clone().nth(number.saturating_sub(1)).cloned();
        drop(seen);
        match (record, &self.downloads) {
            (Some(one), Some(folder)) if one.state == "completed" => Ok(Download {
                url: one.url,
                name: one.name,
                path: folder.join(one.id),
            }),
            (record, _) => {
                let (url, state) = record.map(|one| (one.url, one.state)).unwrap_or_default();
                Err(BrowserError::Download { url, state })
            }
        }
    }

    async fn call(&self, method: &str, params: Value) -> Result<Value, BrowserError> {
        let session = Some(self.session.as_str());
        self.connection.call(session, method, params).await
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let context = json!({"browserContextId": self.context});
        self.connection
            .tell(None, "Target.disposeBrowserContext", &context);
    }
}

fn is_between_documents(error: &BrowserError) -> bool {
    let BrowserError::Refused { message, .. } = error else {
        return false;
    };
    ["context", "navigated", "collected"]
        .iter()
        .any(|word| message.contains(word))
}
