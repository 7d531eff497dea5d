//! What workers may reach beyond the library: the web and the user's MCP servers.
//!
//! Whatever comes back goes through the library's one door: it is read, judged by the ingest gate and
//! stored, and only its passages are shown. What a model writes can choose among addresses and tools
//! that are there; it can add none.

mod browser;
mod cache;
#[cfg(unix)]
mod chromium;
mod mcp;
#[cfg(unix)]
mod page_scripts;
mod tool_words;
mod web;

use std::sync::Arc;

use assay_domain::{DataBlock, Failure, FailureCode, ToolSpec};
use assay_gates::ingest;
use assay_mcp::{Servers, Tool};
use assay_web::{SearchEngines, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::OnceCell;

use crate::memory::SEARCH_TOOL;

pub(crate) use browser::{
    BROWSER_CLICK, BROWSER_OPEN, BROWSER_READ, BROWSER_SCREENSHOT, BROWSER_TYPE, BrowserReadReply,
    LONGEST_TYPED, PageReply, browser_specs,
};
pub use browser::{
    BrowserDriver, BrowserPage, BrowserWork, ClickTarget, ControlKind, FieldEntry, PageControl,
    ShownPage,
};
pub use cache::{Freshness, WebCache};
#[cfg(unix)]
pub use chromium::Chromium;
pub(crate) use mcp::CallReply;
pub use tool_words::{ToolWarning, tool_warnings};
pub(crate) use web::{FoundPage, SearchReply, VisitReply};

pub(crate) const WEB_SEARCH: &str = "web_search";
pub(crate) const VISIT_URL: &str = "visit_url";
pub(crate) const READ_PASSAGE: &str = "read_passage";

/// Names that the program's own tools have.
const OWN_TOOLS: [&str; 9] = [
    SEARCH_TOOL,
    READ_PASSAGE,
    WEB_SEARCH,
    VISIT_URL,
    BROWSER_OPEN,
    BROWSER_READ,
    BROWSER_CLICK,
    BROWSER_TYPE,
    BROWSER_SCREENSHOT,
];

/// The ways out of the house. By default there are none.
#[derive(Default)]
pub struct Outside {
    web: Option<Web>,
    servers: Option<Servers>,
    browser: Option<Arc<dyn BrowserDriver>>,
    cache: Option<WebCache>,
    offered: OnceCell<Offers>,
}

/// Search engines and a reader of pages.
pub struct Web {
    pub engines: SearchEngines,
    pub visitor: Visitor,
}

/// The tools of MCP servers that may be used, and what was found wrong with the others.
#[derive(Default)]
struct Offers {
    tools: Vec<Offer>,
    problems: Vec<String>,
}

struct Offer {
    spec: ToolSpec,
    server: String,
    tool: String,
}

impl Offers {
    /// A model knows a tool by its name alone. One that is called like another could be used in its
    /// place, so the first keeps the name.
    fn unlike_others(&self, offer: Offer) -> Result<Offer, String> {
        let name = offer.spec.name.as_str();
        let is_taken = OWN_TOOLS.contains(&name) || self.tools.iter().any(|o| o.spec.name == name);
        if !is_taken {
            return Ok(offer);
        }
        Err(format!(
            "{}.{} is not offered to the model: another tool is already called `{name}`; rename the server in mcp.json",
            offer.server, offer.tool
        ))
    }
}

impl Outside {
    pub fn new(web: Option<Web>, servers: Option<Servers>) -> Self {
        Self {
            web,
            servers,
            browser: None,
            cache: None,
            offered: OnceCell::new(),
        }
    }

    /// The same ways out, which remember what the web answered.
    #[must_use]
    pub fn with_cache(mut self, cache: WebCache) -> Self {
        self.cache = Some(cache);
        self
    }

    /// The same ways out with a browser, for runs that are allowed one.
    #[must_use]
    pub fn with_browser(mut self, browser: Arc<dyn BrowserDriver>) -> Self {
        self.browser = Some(browser);
        self
    }

    pub(crate) fn has_web(&self) -> bool {
        self.web.is_some()
    }

    /// What a worker may call, with or without the web. Servers are asked once, when they are first needed.
    pub(crate) async fn specs(&self, web: bool) -> Vec<ToolSpec> {
        let mut specs = Vec::new();
        if web && self.web.is_some() {
            specs.extend(web::specs());
        }
        specs.extend(
            self.offers()
                .await
                .tools
                .iter()
                .map(|offer| offer.spec.clone()),
        );
        specs
    }

    /// Why some tools of the user's servers are not there.
    pub(crate) async fn problems(&self) -> Vec<String> {
        self.offers().await.problems.clone()
    }

    async fn offers(&self) -> &Offers {
        self.offered.get_or_init(|| self.ask_servers()).await
    }

    async fn ask_servers(&self) -> Offers {
        let mut offers = Offers::default();
        let Some(servers) = &self.servers else {
            return offers;
        };
        for (server, listing) in servers.all_tools().await {
            let listing = match listing {
                Ok(listing) => listing,
                Err(error) => {
                    offers.problems.push(error.to_string());
                    continue;
                }
            };
            for tool in &listing.tools {
                match offer(server, tool).and_then(|offer| offers.unlike_others(offer)) {
                    Ok(offer) => offers.tools.push(offer),
                    Err(problem) => offers.problems.push(problem),
                }
            }
        }
        offers
    }
}

/// A tool as a model may see it: approved by the user, and nothing in its description gives orders.
fn offer(server: &str, tool: &Tool) -> Result<Offer, String> {
    if !tool.is_usable() {
        return Err(format!(
            "{} waits for approval; look at it with `assay mcp list`, then `assay mcp approve {server}`",
            tool.name
        ));
    }
    let warnings = tool_warnings(tool);
    if let Some(warning) = warnings.iter().find(|warning| warning.is_withheld) {
        return Err(format!(
            "{} is not offered to the model: its description holds {} ({})",
            tool.name, warning.reason, warning.rule
        ));
    }
    let short = tool.name.split_once('.').map_or("", |(_, short)| short);
    Ok(Offer {
        spec: ToolSpec {
            name: model_name(&tool.name),
            description: as_said_by(server, tool.description.untrusted()),
            parameters: fenced(server, Value::Object(tool.schema.untrusted().clone())),
        },
        server: server.to_owned(),
        tool: short.to_owned(),
    })
}

/// A server's words about itself, as data.
fn as_said_by(server: &str, text: &str) -> String {
    let block = DataBlock::new(&[("server", server)], text);
    block.as_str().to_owned()
}

/// A schema whose explanations are data. What has a meaning to code stays as it is.
fn fenced(server: &str, schema: Value) -> Value {
    let fence = |(key, value): (String, Value)| {
        let is_prose = matches!(key.as_str(), "description" | "title" | "$comment");
        let value = match value {
            Value::String(text) if is_prose => Value::String(as_said_by(server, &text)),
            value => fenced(server, value),
        };
        (key, value)
    };
    match schema {
        Value::Object(fields) => fields.into_iter().map(fence).collect(),
        Value::Array(items) => items.into_iter().map(|item| fenced(server, item)).collect(),
        value => value,
    }
}

/// Model servers take letters, digits, `_` and `-`, 64 at most.
fn model_name(name: &str) -> String {
    let plain = |c: char| {
        let is_plain = c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        if is_plain { c } else { '_' }
    };
    name.chars().map(plain).take(64).collect()
}

/// Whether a short text from outside may be shown at all.
fn is_clean(text: &str) -> bool {
    ingest(text).quarantined.is_empty()
}

fn failure(is_transient: bool, message: String) -> Failure {
    let code = if is_transient {
        FailureCode::ToolTimeout
    } else {
        FailureCode::ToolRefused
    };
    Failure::new(code, message)
}

/// The document that a tool's answer became. The journal keeps this; the text is in the library.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Stored {
    pub(crate) document: assay_domain::DocumentId,
}
