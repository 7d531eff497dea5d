use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::model::{
    ClientCapabilities, ClientConfig, ClientResult, ErrorCode, ErrorData, Implementation,
    ProtocolVersion, ServerNotification, ServerRequest,
};
use rmcp::service::{NotificationContext, RequestContext, Service};

use crate::notes::Notes;

/// Assay as a server sees it: it answers a ping and refuses everything else that a server may ask
/// for, so that nothing a server says reaches a model or a person by this way.
pub(crate) struct Host {
    pub(crate) notes: Arc<Notes>,
}

impl Service<RoleClient> for Host {
    async fn handle_request(
        &self,
        request: ServerRequest,
        _context: RequestContext<RoleClient>,
    ) -> Result<ClientResult, ErrorData> {
        let name = match request {
            ServerRequest::PingRequest(_) => return Ok(ClientResult::empty(())),
            ServerRequest::CreateMessageRequest(_) => "sampling/createMessage",
            ServerRequest::ListRootsRequest(_) => "roots/list",
            ServerRequest::ElicitRequest(_) => "elicitation/create",
            _ => "another request",
        };
        self.notes.add_refusal(name);
        let refusal = "this client answers no requests of servers";
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, refusal, None))
    }

    #[expect(
        deprecated,
        reason = "the next revision of the protocol drops log messages, servers still send them"
    )]
    async fn handle_notification(
        &self,
        notification: ServerNotification,
        _context: NotificationContext<RoleClient>,
    ) -> Result<(), ErrorData> {
        match notification {
            ServerNotification::ToolListChangedNotification(_) => self.notes.tools_changed(),
            ServerNotification::LoggingMessageNotification(message) => {
                self.notes.add_log(&message.params.data.to_string());
            }
            // Progress and the rest say nothing that a call needs.
            _ => {}
        }
        Ok(())
    }

    fn get_info(&self) -> ClientConfig {
        let assay = Implementation::new("assay", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), assay)
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
    }
}
