use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use assay_domain::Tier;
use futures_util::future::join_all;
use serde_json::Value;
use tokio::sync::OnceCell;

use crate::config::{Configuration, ServerConfig, Trust};
use crate::connection::Connection;
use crate::notes::{Notes, ServerNotes, lock};
use crate::pin_file::PinStore;
use crate::pins::PinState;
use crate::tool::{InputSchema, ListedTool, Listing, Tool, sift};
use crate::{Environment, McpError, ServerText, ToolOutput, arguments};

/// The MCP servers that the user configured. They are started or reached when they are first
/// needed, and end with this value.
pub struct Servers {
    configured: BTreeMap<String, Configured>,
    pins: PinStore,
    environment: Environment,
}

struct Configured {
    config: ServerConfig,
    /// Whoever needs the server waits for the same start.
    connection: Mutex<Arc<OnceCell<Arc<Connection>>>>,
    notes: Mutex<Arc<Notes>>,
}

impl Configured {
    /// The next use makes a new connection.
    fn forget(&self, connection: &Arc<Connection>) {
        let mut cell = lock(&self.connection);
        if cell
            .get()
            .is_some_and(|known| Arc::ptr_eq(known, connection))
        {
            *cell = Arc::default();
        }
    }
}

impl Servers {
    /// Reads `mcp.json` in the Assay home. No file means no servers. Nothing is started yet.
    pub fn load(home: &Path, environment: Environment) -> Result<Self, McpError> {
        let path = home.join("mcp.json");
        let configuration = match fs::read_to_string(&path) {
            Ok(text) => Configuration::parse(&text).map_err(|problem| McpError::Configuration {
                path: path.clone(),
                problem,
            })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Configuration::none(),
            Err(source) => return Err(McpError::Disk { path, source }),
        };
        let configured = configuration.servers.into_iter().map(|(name, config)| {
            let server = Configured {
                config,
                connection: Mutex::default(),
                notes: Mutex::default(),
            };
            (name, server)
        });
        Ok(Self {
            configured: configured.collect(),
            pins: PinStore::in_home(home),
            environment,
        })
    }

    /// In alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.configured.keys().map(String::as_str)
    }

    /// The tier that the user gives to what a server answers; none where nothing is said of it.
    pub fn tier(&self, server: &str) -> Option<Tier> {
        self.configured.get(server)?.config.tier
    }

    /// Whether a server has tools that the user approved, or that are approved when they are first
    /// seen. Nothing is started.
    pub fn may_be_used(&self) -> Result<bool, McpError> {
        let pins = self.pins.read()?;
        Ok(self.configured.iter().any(|(name, server)| {
            let is_unseen = server.config.trust == Trust::FirstUse && !pins.knows(name);
            is_unseen || pins.has_approved(name)
        }))
    }

    /// Starts or reaches the server, if that has not happened yet.
    pub async fn connect(&self, server: &str) -> Result<(), McpError> {
        self.connection(server).await.map(|_| ())
    }

    /// What the server lists now, each tool compared with what the user approved.
    pub async fn tools(&self, server: &str) -> Result<Listing, McpError> {
        match self.list_once(server).await {
            Err(error) if error.is_transport() => self.list_once(server).await,
            done => done,
        }
    }

    async fn list_once(&self, server: &str) -> Result<Listing, McpError> {
        let connection = self.connection(server).await?;
        match connection.list().await {
            Ok(listed) => self.judge(server, &listed),
            Err(error) => {
                self.settle(server, connection, &error).await;
                Err(error)
            }
        }
    }

    /// [`tools`](Self::tools) of all servers at once. One that fails does not hide the others.
    pub async fn all_tools(&self) -> Vec<(&str, Result<Listing, McpError>)> {
        let listings = self
            .names()
            .map(|name| async move { (name, self.tools(name).await) });
        join_all(listings).await
    }

    /// Approves exactly the tools of this listing, which the user has seen. From now on a tool of
    /// this server that is not among them, or not the same, is disabled. Returns how many are
    /// approved.
    pub fn approve(&self, listing: &Listing) -> Result<usize, McpError> {
        self.pins.approve(&listing.server, &listing.listed)?;
        Ok(listing.listed.len())
    }

    /// Calls an approved tool with arguments that fit its schema. If the connection breaks, it is
    /// made anew, the tools are compared again, and the call is made once more.
    pub async fn call(
        &self,
        server: &str,
        tool: &str,
        arguments: Value,
    ) -> Result<ToolOutput, McpError> {
        match self.call_once(server, tool, arguments.clone()).await {
            Err(error) if error.is_transport() => {
                let mut output = self.call_once(server, tool, arguments).await?;
                output.repeated = true;
                Ok(output)
            }
            done => done,
        }
    }

    async fn call_once(
        &self,
        server: &str,
        tool: &str,
        arguments: Value,
    ) -> Result<ToolOutput, McpError> {
        let connection = self.connection(server).await?;
        let called = self.call_over(&connection, server, tool, arguments).await;
        if let Err(error) = &called {
            self.settle(server, connection, error).await;
        }
        called
    }

    async fn call_over(
        &self,
        connection: &Connection,
        server: &str,
        tool: &str,
        arguments: Value,
    ) -> Result<ToolOutput, McpError> {
        let listing = self.judge(server, &connection.listed().await?)?;
        let name = format!("{server}.{tool}");
        let found = listing.tools.iter().find(|known| known.name == name);
        let Some(found) = found else {
            return Err(McpError::UnknownTool {
                server: server.to_owned(),
                tool: tool.to_owned(),
            });
        };
        let state = match found.state {
            PinState::Approved => None,
            PinState::New => Some("new"),
            PinState::Changed(_) => Some("changed since it was approved"),
        };
        if let Some(state) = state {
            return Err(McpError::NotApproved {
                server: server.to_owned(),
                tool: tool.to_owned(),
                state,
            });
        }
        let arguments = arguments::check(found.schema.untrusted(), arguments);
        let arguments = arguments.map_err(|problem| McpError::Arguments {
            server: server.to_owned(),
            tool: tool.to_owned(),
            problem,
        })?;
        connection.call(tool, arguments).await
    }

    /// What the server did beside answering, since it was last started.
    pub fn notes(&self, server: &str) -> Result<ServerNotes, McpError> {
        Ok(lock(&self.configured(server)?.notes).shown())
    }

    /// Ends all servers and waits for it. Dropping this value ends them as well, without waiting.
    pub async fn close(self) {
        let closing = self.configured.values().map(|configured| async {
            let cell = std::mem::take(&mut *lock(&configured.connection));
            if let Some(connection) = cell.get() {
                connection.close().await;
            }
        });
        join_all(closing).await;
    }

    fn configured(&self, server: &str) -> Result<&Configured, McpError> {
        self.configured.get(server).ok_or_else(|| {
            let names: Vec<&str> = self.names().collect();
            McpError::UnknownServer {
                server: server.to_owned(),
                known: match names.is_empty() {
                    true => "none".to_owned(),
                    false => names.join(", "),
                },
            }
        })
    }

    async fn connection(&self, server: &str) -> Result<Arc<Connection>, McpError> {
        let configured = self.configured(server)?;
        loop {
            let cell = Arc::clone(&lock(&configured.connection));
            let is_new = !cell.initialized();
            let open = || async {
                let notes = Arc::new(Notes::default());
                *lock(&configured.notes) = Arc::clone(&notes);
                let opened =
                    Connection::open(server, &configured.config, &self.environment, notes).await;
                opened.map(Arc::new)
            };
            let connection = Arc::clone(cell.get_or_try_init(open).await?);
            if is_new || !connection.is_closed() {
                return Ok(connection);
            }
            // It ended while nobody used it.
            configured.forget(&connection);
        }
    }

    /// After an error: a connection that is broken is ended and not used again.
    async fn settle(&self, server: &str, connection: Arc<Connection>, error: &McpError) {
        if error.breaks_connection()
            && let Ok(configured) = self.configured(server)
        {
            configured.forget(&connection);
            connection.abandon().await;
        }
    }

    fn judge(&self, server: &str, listed: &[ListedTool]) -> Result<Listing, McpError> {
        let (listed, refused) = sift(listed.to_vec());
        let mut pins = self.pins.read()?;
        let trust = self.configured(server)?.config.trust;
        if trust == Trust::FirstUse && !pins.knows(server) {
            pins = self.pins.approve(server, &listed)?;
        }
        let tools = listed.iter().map(|tool| Tool {
            name: format!("{server}.{}", tool.name),
            description: ServerText::new(&tool.description),
            schema: InputSchema::new(tool.schema.clone()),
            state: pins.state(server, tool),
        });
        Ok(Listing {
            server: server.to_owned(),
            tools: tools.collect(),
            refused,
            gone: pins.gone(server, &listed),
            listed,
        })
    }
}
