use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use rmcp::RoleClient;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ClientRequest, ErrorData, ListToolsRequest,
    PaginatedRequestParams, ProtocolVersion, ServerResult, Tool as SdkTool,
};
use rmcp::service::{ClientInitializeError, Peer, RunningService, ServiceError};
use rmcp::transport::common::client_side_sse::FixedInterval;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClientTransport, StreamableHttpClientTransportConfig,
};
use serde_json::{Map, Value};

use crate::config::{Launch, ServerConfig};
use crate::error::Phase;
use crate::fault::{Fault, Faults};
use crate::host::Host;
use crate::http::{BuildError, HttpDoor, fault_in};
use crate::notes::{Notes, lock};
use crate::output::{self, ToolOutput};
use crate::process::{Process, StartError};
use crate::stdio::StdioTransport;
use crate::template::Environment;
use crate::tool::ListedTool;
use crate::wire::LARGEST_MESSAGE;
use crate::{McpError, ServerText};

/// Newer ones do without a handshake, older ones were never released.
const SPOKEN: [ProtocolVersion; 4] = [
    ProtocolVersion::V_2024_11_05,
    ProtocolVersion::V_2025_03_26,
    ProtocolVersion::V_2025_06_18,
    ProtocolVersion::V_2025_11_25,
];
/// A list with more pages or tools has no end or no sense.
const MOST_PAGES: usize = 100;
const MOST_TOOLS: usize = 1000;

/// A server that has been started or reached, and greeted.
pub(crate) struct Connection {
    server: String,
    timeout: Duration,
    peer: Peer<RoleClient>,
    running: Mutex<Option<RunningService<RoleClient, Host>>>,
    faults: Faults,
    notes: Arc<Notes>,
    listed: Mutex<Option<Arc<Vec<ListedTool>>>>,
}

/// What callers wait for is boxed, so that the code of the protocol is made in this crate alone and
/// not once more in every crate that waits.
impl Connection {
    pub(crate) fn open<'a>(
        server: &'a str,
        config: &'a ServerConfig,
        environment: &'a Environment,
        notes: Arc<Notes>,
    ) -> BoxFuture<'a, Result<Self, McpError>> {
        Box::pin(Self::greet(server, config, environment, notes))
    }

    /// The tools as listed last; listed again if the server said that they changed.
    pub(crate) fn listed(&self) -> BoxFuture<'_, Result<Arc<Vec<ListedTool>>, McpError>> {
        Box::pin(self.known_or_listed())
    }

    pub(crate) fn list(&self) -> BoxFuture<'_, Result<Arc<Vec<ListedTool>>, McpError>> {
        Box::pin(self.list_anew())
    }

    pub(crate) fn call<'a>(
        &'a self,
        tool: &'a str,
        arguments: Map<String, Value>,
    ) -> BoxFuture<'a, Result<ToolOutput, McpError>> {
        Box::pin(self.answer(tool, arguments))
    }

    /// Ends the connection at once.
    pub(crate) fn abandon(&self) -> BoxFuture<'_, ()> {
        self.faults.give_up();
        self.close()
    }

    /// Ends the connection; the server gets a moment to end by itself.
    pub(crate) fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.end())
    }

    async fn greet(
        server: &str,
        config: &ServerConfig,
        environment: &Environment,
        notes: Arc<Notes>,
    ) -> Result<Self, McpError> {
        let faults = Faults::default();
        let host = Host {
            notes: Arc::clone(&notes),
        };
        let greeted = match &config.launch {
            Launch::Command { command, args, env } => {
                let (process, pipes) = Process::start(command, args, env, environment)
                    .map_err(|error| not_started(server, command, error))?;
                let transport =
                    StdioTransport::new(process, pipes, faults.clone(), Arc::clone(&notes));
                let greeting = Box::pin(rmcp::serve_client(host, transport));
                tokio::time::timeout(config.timeout, greeting).await
            }
            Launch::Http { url, headers } => {
                let connect = config.timeout.min(Duration::from_secs(10));
                let door = HttpDoor::new(url, headers, environment, connect, faults.clone())
                    .map_err(|error| not_built(server, error))?;
                let transport =
                    StreamableHttpClientTransport::with_client(door, http_config(url.as_str()));
                let greeting = Box::pin(rmcp::serve_client(host, transport));
                tokio::time::timeout(config.timeout, greeting).await
            }
        };
        let running = match greeted {
            Ok(Ok(running)) => running,
            Ok(Err(error)) => return Err(not_greeted(server, &faults, error)),
            Err(_) => return Err(late(server, Phase::Start, config.timeout)),
        };
        let connection = Self {
            server: server.to_owned(),
            timeout: config.timeout,
            peer: running.peer().clone(),
            running: Mutex::new(Some(running)),
            faults,
            notes,
            listed: Mutex::new(None),
        };
        connection.check_version().await?;
        Ok(connection)
    }

    async fn check_version(&self) -> Result<(), McpError> {
        let info = self.peer.peer_info();
        let version = info.as_ref().map(|info| &info.protocol_version);
        if version.is_some_and(|version| SPOKEN.contains(version)) {
            return Ok(());
        }
        let version = version.map_or("", ProtocolVersion::as_str);
        let version = ServerText::new(version);
        self.abandon().await;
        let server = self.server.clone();
        Err(McpError::ProtocolVersion { server, version })
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.peer.is_transport_closed()
    }

    async fn known_or_listed(&self) -> Result<Arc<Vec<ListedTool>>, McpError> {
        let known = lock(&self.listed).clone();
        match known {
            Some(listed) if !self.notes.take_tools_changed() => Ok(listed),
            _ => self.list_anew().await,
        }
    }

    async fn list_anew(&self) -> Result<Arc<Vec<ListedTool>>, McpError> {
        // Before the list is asked for: a change while it comes in calls for another one.
        self.notes.take_tools_changed();
        let listed = Arc::new(self.within(Phase::List, self.all_pages()).await?);
        *lock(&self.listed) = Some(Arc::clone(&listed));
        Ok(listed)
    }

    async fn all_pages(&self) -> Result<Vec<ListedTool>, McpError> {
        let info = self.peer.peer_info();
        if info.is_none_or(|info| info.capabilities.tools.is_none()) {
            return Ok(Vec::new());
        }
        let mut tools = Vec::new();
        let mut cursor: Option<String> = None;
        for _ in 0..MOST_PAGES {
            let mut request = ListToolsRequest::default();
            if cursor.is_some() {
                request.params = Some(PaginatedRequestParams::default().with_cursor(cursor));
            }
            // Not the SDK's own method: that one answers from a cache whose age the server sets.
            let request = ClientRequest::ListToolsRequest(request);
            let page = match self.peer.send_request(request).await {
                Ok(ServerResult::ListToolsResult(page)) => page,
                Ok(_) => return Err(self.bad_reply("it is no list of tools")),
                Err(error) => return Err(self.failed(error)),
            };
            tools.extend(page.tools.into_iter().map(listed_tool));
            if tools.len() > MOST_TOOLS {
                return Err(self.bad_reply(format!("it lists more than {MOST_TOOLS} tools")));
            }
            cursor = page.next_cursor;
            if cursor.is_none() {
                return Ok(tools);
            }
        }
        Err(self.bad_reply(format!(
            "its list of tools has more than {MOST_PAGES} pages"
        )))
    }

    async fn answer(
        &self,
        tool: &str,
        arguments: Map<String, Value>,
    ) -> Result<ToolOutput, McpError> {
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let call = async {
            match self.peer.call_tool_once(request).await {
                Ok(CallToolResponse::Complete(result)) => Ok(result),
                Ok(_) => Err(self.bad_reply("it asks for more instead of answering")),
                Err(error) => Err(self.failed(error)),
            }
        };
        let result = self.within(Phase::Call, call).await?;
        output::from_result(result).map_err(|message| McpError::ToolFailed {
            server: self.server.clone(),
            tool: tool.to_owned(),
            message,
        })
    }

    /// A server that is late is stopped: what it is doing is not known any more.
    async fn within<T>(
        &self,
        phase: Phase,
        work: impl Future<Output = Result<T, McpError>>,
    ) -> Result<T, McpError> {
        match tokio::time::timeout(self.timeout, Box::pin(work)).await {
            Ok(done) => done,
            Err(_) => {
                self.abandon().await;
                Err(late(&self.server, phase, self.timeout))
            }
        }
    }

    fn failed(&self, error: ServiceError) -> McpError {
        let fault = match error {
            ServiceError::McpError(data) => return refused(&self.server, &data),
            ServiceError::UnexpectedResponse => {
                return self.bad_reply("it does not fit the request");
            }
            ServiceError::TransportSend(error) => fault_in(&error).or(self.faults.first()),
            _ => self.faults.first(),
        };
        let closed = || Fault::Unreachable("the connection was closed".into());
        fault.unwrap_or_else(closed).into_error(&self.server)
    }

    fn bad_reply(&self, problem: impl Into<String>) -> McpError {
        McpError::BadReply {
            server: self.server.clone(),
            problem: problem.into(),
        }
    }

    async fn end(&self) {
        const PATIENCE: Duration = Duration::from_secs(8);
        let running = lock(&self.running).take();
        if let Some(mut running) = running {
            // Late or not, the transport ends the process when it is dropped.
            let _ended = running.close_with_timeout(PATIENCE).await;
        }
    }
}

fn http_config(url: &str) -> StreamableHttpClientTransportConfig {
    let mut config = StreamableHttpClientTransportConfig::with_uri(url);
    // A new session may have other tools; they are compared with the pins before any further call.
    config.reinit_on_expired_session = false;
    config.max_sse_event_size = LARGEST_MESSAGE;
    let mut policy = FixedInterval::default();
    policy.max_times = Some(3);
    config.retry_config = Arc::new(policy);
    config
}

fn listed_tool(tool: SdkTool) -> ListedTool {
    ListedTool {
        name: tool.name.into_owned(),
        description: tool.description.unwrap_or_default().into_owned(),
        schema: Arc::unwrap_or_clone(tool.input_schema),
    }
}

fn late(server: &str, phase: Phase, timeout: Duration) -> McpError {
    McpError::Timeout {
        server: server.to_owned(),
        phase,
        seconds: timeout.as_secs(),
    }
}

fn not_started(server: &str, command: &str, error: StartError) -> McpError {
    let server = server.to_owned();
    match error {
        StartError::Variable(variable) => McpError::Variable { server, variable },
        StartError::Io(error) => McpError::Start {
            server,
            command: command.to_owned(),
            reason: error.to_string(),
        },
    }
}

fn not_built(server: &str, error: BuildError) -> McpError {
    let server = server.to_owned();
    match error {
        BuildError::Variable(variable) => McpError::Variable { server, variable },
        BuildError::Other(reason) => McpError::Unreachable { server, reason },
    }
}

fn refused(server: &str, data: &ErrorData) -> McpError {
    McpError::Refused {
        server: server.to_owned(),
        code: data.code.0,
        message: crate::text::shortened(&data.message, 4096),
    }
}

fn not_greeted(server: &str, faults: &Faults, error: ClientInitializeError) -> McpError {
    let fault = match error {
        ClientInitializeError::JsonRpcError(data) => return refused(server, &data),
        ClientInitializeError::ExpectedInitResult(_)
        | ClientInitializeError::ExpectedInitResponse(_)
        | ClientInitializeError::ConflictInitResponseId(..)
        | ClientInitializeError::UncorrelatedErrorResponse { .. } => {
            Some(Fault::BadReply("it is no answer to the greeting".into()))
        }
        ClientInitializeError::TransportError { error, .. } => fault_in(&error).or(faults.first()),
        _ => faults.first(),
    };
    let closed = || Fault::Unreachable("the connection was closed during the greeting".into());
    fault.unwrap_or_else(closed).into_error(server)
}
