//! What the five actions of the browser do. Each is journaled like any other; the browser itself is
//! of this process alone, so whoever takes a run up opens its page again.

use std::sync::{Arc, Mutex, PoisonError};

use assay_domain::{DataBlock, Failure, FailureCode, ToolCall};
use assay_plan::Effect;
use assay_web::PageRoutes;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::super::tool_answer::ToolAnswer;
use super::super::tool_calls::{SECRET, json, told};
use super::actions::{ARGUMENTS, Explorer, arguments};
use super::desk::SCREENSHOTS;
use crate::outside::{
    BROWSER_CLICK, BROWSER_OPEN, BROWSER_READ, BROWSER_SCREENSHOT, BROWSER_TYPE, BrowserPage,
    BrowserReadReply, ClickTarget, ControlKind, FieldEntry, LONGEST_TYPED, PageControl, PageReply,
};
use crate::workshop::WorkError;

const OPEN_AGAIN: &str = "no page is open; open one with browser_open, or open the page again if the run was interrupted";

/// The page that is open, if one is.
#[derive(Default)]
pub(super) struct Browsing {
    page: Mutex<Option<Opened>>,
}

#[derive(Clone)]
struct Opened {
    page: Arc<dyn BrowserPage>,
    routes: Arc<PageRoutes>,
}

impl Browsing {
    fn known(&self) -> Option<Opened> {
        let page = self.page.lock().unwrap_or_else(PoisonError::into_inner);
        page.clone()
    }

    fn opened(&self) -> Result<Opened, Failure> {
        self.known().ok_or_else(|| refused(OPEN_AGAIN))
    }

    fn keep(&self, opened: Option<Opened>) {
        *self.page.lock().unwrap_or_else(PoisonError::into_inner) = opened;
    }
}

#[derive(Deserialize)]
struct OpenCall {
    url: String,
}

#[derive(Deserialize)]
struct ClickCall {
    #[serde(default)]
    text: String,
    #[serde(default)]
    selector: String,
}

#[derive(Deserialize)]
struct TypeCall {
    field: String,
    text: String,
    #[serde(default)]
    submit: bool,
}

/// What the journal keeps of a picture: all of it, since files follow the journal.
#[derive(Serialize, Deserialize)]
struct Picture {
    file: String,
    bytes: usize,
    png: String,
}

/// The file and the bytes of a picture that the journal keeps.
pub(super) fn journaled_picture(reply: &str) -> Result<(String, Vec<u8>), Failure> {
    let damaged = |error: &dyn std::fmt::Display| {
        let text = format!("the journal's picture cannot be read: {error}");
        Failure::new(FailureCode::StoreDamaged, text)
    };
    let picture: Picture = serde_json::from_str(reply).map_err(|error| damaged(&error))?;
    let png = STANDARD
        .decode(&picture.png)
        .map_err(|error| damaged(&error))?;
    Ok((picture.file, png))
}

impl Explorer<'_> {
    /// Performs an action of the browser. `None`: it is none.
    pub(super) async fn browse(
        &mut self,
        call: &ToolCall,
    ) -> Result<Option<(String, Effect)>, WorkError> {
        if !self.may_browse() {
            return Ok(None);
        }
        let before = self.writer.citable.len();
        let answer = match call.name.as_str() {
            BROWSER_OPEN => match arguments::<OpenCall>(call) {
                Some(wanted) => told(self.open(call, wanted.url.trim()).await)?,
                None => return self.refuse(call, ARGUMENTS).await.map(Some),
            },
            BROWSER_READ => told(self.read(call).await)?,
            BROWSER_CLICK => match arguments::<ClickCall>(call).and_then(target) {
                Some(target) => told(self.click(call, &target).await)?,
                None => return self.refuse(call, ARGUMENTS).await.map(Some),
            },
            BROWSER_TYPE => match arguments::<TypeCall>(call) {
                Some(wanted) => told(self.type_text(call, wanted).await)?,
                None => return self.refuse(call, ARGUMENTS).await.map(Some),
            },
            BROWSER_SCREENSHOT => told(self.picture(call).await)?,
            _ => return Ok(None),
        };
        let effect = match call.name.as_str() {
            BROWSER_SCREENSHOT | BROWSER_OPEN if !answer.is_error() => Effect::Gained,
            _ => self.gained(before),
        };
        Ok(Some((answer.into_text(), effect)))
    }

    pub(super) fn may_browse(&self) -> bool {
        let settings = &self.files.context.settings;
        settings.web && settings.browser
    }

    async fn open(&mut self, call: &ToolCall, url: &str) -> Result<ToolAnswer, WorkError> {
        self.writer.doing(url);
        let researchers = self.writer.researchers;
        if researchers.names_own_secret(url) {
            return self.withheld(call).await;
        }
        let (outside, library) = (&researchers.outside, &researchers.library);
        let context = self.files.context;
        let provenance = context.memory().provenance(&context.request.question)?;
        let browsing = &self.browsing;
        let scope = &mut self.writer.scope;
        let text = context
            .tool(scope, BROWSER_OPEN, &call.arguments, || async {
                let Some(driver) = outside.browser() else {
                    return Err(refused(
                        "there is no browser on this machine; use visit_url",
                    ));
                };
                let known = browsing.known();
                let routes = match &known {
                    Some(opened) => Arc::clone(&opened.routes),
                    None => Arc::new(outside.routes(library)?),
                };
                routes.know(provenance.clone());
                let permitted = routes.permit(url);
                let permitted = permitted.map_err(|error| refused(&error.to_string()))?;
                let opened = match known {
                    Some(opened) => opened,
                    None => {
                        let page = driver.start(Arc::clone(&routes)).await?.into();
                        Opened { page, routes }
                    }
                };
                browsing.keep(Some(opened.clone()));
                if let Err(failure) = opened.page.open(&permitted).await {
                    // a browser that has died is not asked again
                    if opened.page.address().await.is_err() {
                        browsing.keep(None);
                    }
                    return Err(failure);
                }
                json(&PageReply::at(opened.page.address().await?))
            })
            .await?;
        self.page_is_there(&text)
    }

    async fn read(&mut self, call: &ToolCall) -> Result<ToolAnswer, WorkError> {
        let researchers = self.writer.researchers;
        let (outside, library) = (&researchers.outside, &researchers.library);
        let context = self.files.context;
        let browsing = &self.browsing;
        let scope = &mut self.writer.scope;
        let text = context
            .tool(scope, BROWSER_READ, &call.arguments, || async {
                let opened = browsing.opened()?;
                let shown = opened.page.shown().await?;
                json(&outside.keep_page(shown, library, context.clock()).await?)
            })
            .await?;
        let reply: BrowserReadReply = serde_json::from_str(&text)?;
        let links = DataBlock::new(&[("links", "")], &reply.links.join("\n"));
        let controls = DataBlock::new(&[("controls", "")], &told_controls(&reply.controls));
        let more = DataBlock::stacked([links, controls], usize::MAX);
        let more = (!reply.links.is_empty() || !reply.controls.is_empty()).then_some(more);
        self.writer.show_document(&reply.stored.document, more)
    }

    async fn click(
        &mut self,
        call: &ToolCall,
        target: &ClickTarget,
    ) -> Result<ToolAnswer, WorkError> {
        let context = self.files.context;
        let provenance = context.memory().provenance(&context.request.question)?;
        let browsing = &self.browsing;
        let scope = &mut self.writer.scope;
        let text = context
            .tool(scope, BROWSER_CLICK, &call.arguments, || async {
                let opened = browsing.opened()?;
                opened.routes.know(provenance.clone());
                opened.page.click(target).await?;
                json(&PageReply::at(opened.page.address().await?))
            })
            .await?;
        self.page_is_there(&text)
    }

    /// Types what a search engine could be asked for: no key, and nothing copied from the user's
    /// papers.
    async fn type_text(
        &mut self,
        call: &ToolCall,
        wanted: TypeCall,
    ) -> Result<ToolAnswer, WorkError> {
        if self.writer.researchers.names_any_secret(&wanted.text) {
            return self.withheld(call).await;
        }
        let is_long = wanted.text.chars().count() > LONGEST_TYPED;
        let is_odd = wanted.text.chars().any(char::is_control);
        let may_not = match self.writer.kept_in(&wanted.text) {
            Some(ToolAnswer::Refused(why)) => Some(why),
            _ if is_long || is_odd => Some("type one line of at most 200 characters"),
            _ => None,
        };
        let entry = FieldEntry {
            field: wanted.field,
            text: wanted.text,
            submit: wanted.submit,
        };
        let context = self.files.context;
        let provenance = context.memory().provenance(&context.request.question)?;
        let browsing = &self.browsing;
        let scope = &mut self.writer.scope;
        let text = context
            .tool(scope, BROWSER_TYPE, &call.arguments, || async {
                if let Some(why) = may_not {
                    return Err(refused(why));
                }
                let opened = browsing.opened()?;
                opened.routes.know(provenance.clone());
                opened.page.fill(&entry).await?;
                json(&PageReply::at(opened.page.address().await?))
            })
            .await?;
        self.page_is_there(&text)
    }

    async fn picture(&mut self, call: &ToolCall) -> Result<ToolAnswer, WorkError> {
        self.pictures += 1;
        let file = format!("{SCREENSHOTS}/{:02}.png", self.pictures);
        let room = self.files.desk.workspace.room();
        let context = self.files.context;
        let browsing = &self.browsing;
        let scope = &mut self.writer.scope;
        let text = context
            .tool(scope, BROWSER_SCREENSHOT, &call.arguments, || async {
                let opened = browsing.opened()?;
                let png = opened.page.screenshot().await?;
                if png.len() as u64 > room {
                    return Err(refused("the picture is over the limit of the workspace"));
                }
                json(&Picture {
                    file: file.clone(),
                    bytes: png.len(),
                    png: STANDARD.encode(&png),
                })
            })
            .await?;
        let (file, png) = journaled_picture(&text).map_err(WorkError::Failed)?;
        match self.files.desk.workspace.put_bytes(&file, &png) {
            Ok(()) => {}
            Err(error) if error.is_disk() => return Err(error.into()),
            Err(error) => return Err(WorkError::Failed(refused(&error.to_string()))),
        }
        let words = context
            .settings
            .language
            .pick("the picture is in", "截图已存入");
        let said = format!("{file} ({} bytes)", png.len());
        Ok(ToolAnswer::Said(
            words,
            DataBlock::new(&[("file", "")], &said),
        ))
    }

    /// What was asked for holds a secret: it is not performed, nor written down once more.
    async fn withheld(&mut self, call: &ToolCall) -> Result<ToolAnswer, WorkError> {
        let arguments = r#"{"withheld":true}"#;
        let why = || async { Err::<String, Failure>(refused(SECRET)) };
        let scope = &mut self.writer.scope;
        let context = self.files.context;
        context.tool(scope, &call.name, arguments, why).await?;
        Ok(ToolAnswer::Nothing)
    }

    fn page_is_there(&self, text: &str) -> Result<ToolAnswer, WorkError> {
        let reply: PageReply = serde_json::from_str(text)?;
        let language = self.files.context.settings.language;
        let read_it = language.pick(
            "the page is open; read it with browser_read",
            "页面已打开；请用 browser_read 阅读",
        );
        let at = reply.url.unwrap_or_default();
        Ok(ToolAnswer::Said(
            read_it,
            DataBlock::new(&[("page", "")], &at),
        ))
    }
}

fn refused(why: &str) -> Failure {
    Failure::new(FailureCode::ToolRefused, why)
}

fn target(call: ClickCall) -> Option<ClickTarget> {
    let (text, selector) = (call.text.trim(), call.selector.trim());
    if !text.is_empty() {
        Some(ClickTarget::Text(text.to_owned()))
    } else if !selector.is_empty() {
        Some(ClickTarget::Selector(selector.to_owned()))
    } else {
        None
    }
}

fn told_controls(controls: &[PageControl]) -> String {
    let lines = controls.iter().map(|control| {
        let kind = match control.kind {
            ControlKind::Button => "button",
            ControlKind::Field => "field",
        };
        format!("{kind}: {}", control.name)
    });
    lines.collect::<Vec<_>>().join("\n")
}
