//! A browser, for pages that only one can read. The agent sees it through five actions; what drives
//! it is behind a trait, so that the loop can be tried with a scripted one.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use assay_domain::{Failure, IngestVerdict, ToolSpec};
use assay_web::{PageRoutes, PermittedUrl, page_links};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Outside, Stored, failure, is_clean};
use crate::{Arrival, Clock, Library};

pub(crate) const BROWSER_OPEN: &str = "browser_open";
pub(crate) const BROWSER_READ: &str = "browser_read";
pub(crate) const BROWSER_CLICK: &str = "browser_click";
pub(crate) const BROWSER_TYPE: &str = "browser_type";
pub(crate) const BROWSER_SCREENSHOT: &str = "browser_screenshot";

/// Characters that may be typed into a field at once.
pub(crate) const LONGEST_TYPED: usize = 200;

/// The most links and controls of a page that are told, and characters of a control's name.
const MOST_LINKS: usize = 40;
const MOST_CONTROLS: usize = 30;
const LONGEST_LINK: usize = 300;
const LONGEST_NAME: usize = 60;
/// Bytes of what is journaled of a reading: the journal keeps it in line, where the addresses that
/// may be gone to are looked up.
const MOST_TOLD: usize = 15_000;

pub type BrowserWork<'a, T> = Pin<Box<dyn Future<Output = Result<T, Failure>> + Send + 'a>>;

/// Starts browsers.
pub trait BrowserDriver: Send + Sync {
    /// A blank page that goes nowhere but where the routes say. It ends when it is dropped.
    fn start(&self, routes: Arc<PageRoutes>) -> BrowserWork<'_, Box<dyn BrowserPage>>;
}

/// A page, and what an agent may do to it.
pub trait BrowserPage: Send + Sync {
    fn open<'a>(&'a self, url: &'a PermittedUrl) -> BrowserWork<'a, ()>;

    /// The document as it is shown now.
    fn shown(&self) -> BrowserWork<'_, ShownPage>;

    /// Clicks and waits for where it leads, if it leads anywhere.
    fn click<'a>(&'a self, target: &'a ClickTarget) -> BrowserWork<'a, ()>;

    /// Puts text in place of what is in a field, and sends its form if asked to.
    fn fill<'a>(&'a self, entry: &'a FieldEntry) -> BrowserWork<'a, ()>;

    /// What is in view, as a PNG.
    fn screenshot(&self) -> BrowserWork<'_, Vec<u8>>;

    /// The address of the document that is shown.
    fn address(&self) -> BrowserWork<'_, String>;
}

/// A document as a browser shows it. Nobody has judged it yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownPage {
    pub url: String,
    pub html: String,
    /// What can be clicked that is no link, and what can be typed into, by name.
    pub controls: Vec<PageControl>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageControl {
    pub kind: ControlKind,
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ControlKind {
    Button,
    Field,
}

/// What is to be clicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClickTarget {
    /// A link or button with these words.
    Text(String),
    /// What a CSS selector finds first.
    Selector(String),
}

/// What is to be typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldEntry {
    /// The field's label, name or CSS selector.
    pub field: String,
    pub text: String,
    pub submit: bool,
}

/// What the journal keeps of an action that left a page behind.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PageReply {
    /// `None` where the address itself may not be shown.
    pub(crate) url: Option<String>,
}

/// What the journal keeps of a reading: what it keeps of a visit, and what can be done on the page.
/// Its links may be gone to from then on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct BrowserReadReply {
    #[serde(flatten)]
    pub(crate) stored: Stored,
    pub(crate) links: Vec<String>,
    #[serde(default)]
    pub(crate) controls: Vec<PageControl>,
}

pub(crate) fn browser_specs() -> Vec<ToolSpec> {
    let text = |description: &str| json!({"type": "string", "description": description});
    let tool = |name: &str, description: &str, properties: serde_json::Value, required: &[&str]| {
        ToolSpec {
            name: name.to_owned(),
            description: description.to_owned(),
            parameters: json!({"type": "object", "properties": properties, "required": required}),
        }
    };
    vec![
        tool(
            BROWSER_OPEN,
            "Opens a page in a browser, for pages that visit_url cannot read. The address must be one that the user, a search result or a page that was read gave, letter by letter.",
            json!({"url": text("an address")}),
            &["url"],
        ),
        tool(
            BROWSER_READ,
            "Reads the open page: passages with evidence ids, links, and the names of buttons and fields.",
            json!({}),
            &[],
        ),
        tool(
            BROWSER_CLICK,
            "Clicks a link or button of the open page, by its text or by a CSS selector. Read the page afterwards.",
            json!({"text": text("its words"), "selector": text("or a CSS selector")}),
            &[],
        ),
        tool(
            BROWSER_TYPE,
            "Types a few words into a field of the open page, and sends its form if `submit` is true. Never a password.",
            json!({"field": text("the field's label, name or CSS selector"), "text": text("a few words of your own"), "submit": {"type": "boolean"}}),
            &["field", "text"],
        ),
        tool(
            BROWSER_SCREENSHOT,
            "Puts a picture of the open page into Screenshots/ for the people who read your files. You are told its name and size.",
            json!({}),
            &[],
        ),
    ]
}

impl Outside {
    pub(crate) fn browser(&self) -> Option<&Arc<dyn BrowserDriver>> {
        self.browser.as_ref()
    }

    /// The rules of a page: those of visits, and of the library for hosts that are not welcome.
    pub(crate) fn routes(&self, library: &Library) -> Result<PageRoutes, Failure> {
        let Some(web) = &self.web else {
            return Err(failure(false, "no web access is configured".to_owned()));
        };
        let library = library.clone();
        let routes = PageRoutes::new(web.visitor.policy().clone());
        Ok(routes.welcoming(move |url| library.source_flag(url).is_ok()))
    }

    /// Brings a page that is shown through the library's one door.
    pub(crate) async fn keep_page(
        &self,
        page: ShownPage,
        library: &Library,
        clock: &dyn Clock,
    ) -> Result<BrowserReadReply, Failure> {
        let refused = |error: String| failure(false, error);
        let ingested = library
            .bring_in(
                Arrival::fetched(&page.url, "page.html", page.html.as_bytes()),
                clock,
            )
            .await
            .map_err(|error| refused(error.to_string()))?;
        let mut reply = BrowserReadReply {
            stored: Stored {
                document: ingested.document.id,
            },
            links: Vec::new(),
            controls: Vec::new(),
        };
        // A page that gives orders does not get to say what to do next.
        if ingested.document.verdict == IngestVerdict::Quarantined {
            return Ok(reply);
        }
        let links =
            page_links(&page.html, &page.url).map_err(|error| refused(error.to_string()))?;
        let short = links.into_iter().filter(|link| link.len() <= LONGEST_LINK);
        reply.links = short.take(MOST_LINKS).collect();
        let named = page.controls.into_iter().filter(|control| {
            let length = control.name.chars().count();
            (1..=LONGEST_NAME).contains(&length) && is_clean(&control.name)
        });
        reply.controls = named.take(MOST_CONTROLS).collect();
        let names: Vec<&str> = reply.controls.iter().map(|one| one.name.as_str()).collect();
        // an order can be cut into the names of several buttons
        if !is_clean(&names.join(" ")) {
            reply.controls.clear();
        }
        while serde_json::to_string(&reply)
            .map_err(|error| refused(error.to_string()))?
            .len()
            > MOST_TOLD
        {
            if reply.controls.pop().is_none() && reply.links.pop().is_none() {
                break;
            }
        }
        Ok(reply)
    }
}

impl PageReply {
    /// An address can be made to say anything; one that gives orders is not repeated.
    pub(crate) fn at(url: String) -> Self {
        let may_be_shown = url.len() <= LONGEST_LINK && is_clean(&url);
        Self {
            url: may_be_shown.then_some(url),
        }
    }
}
