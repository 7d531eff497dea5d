//! What the actions do.

use std::sync::atomic::{AtomicBool, Ordering};

use assay_domain::{DataBlock, Failure, FailureCode, ToolCall};
use assay_plan::{ALL_FINISHED, Acted, Autonomous, DashboardKind, Effect, FILE_OPERATION};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::super::section_writer::Writer;
use super::super::tool_answer::ToolAnswer;
use super::agent::{dashboard_event, tools};
use super::browsing::Browsing;
use super::chapter;
use super::desk::{NOTEBOOK, Performed};
use super::files::{FileDesk, FileRequest};
use crate::memory::SEARCH_TOOL;
use crate::outside::{READ_PASSAGE, VISIT_URL, WEB_SEARCH};
use crate::prompts::{bullets, clip};
use crate::retrieval::{Search, retrieve};
use crate::workshop::WorkError;

/// Passages of one search.
const PASSAGES: usize = 6;
/// Times that unfinished files are sent back before they are taken as they are.
const MOST_REFUSALS: u32 = 2;
/// Characters of what is wrong with a chapter.
const PROBLEMS: usize = 2_500;

/// Characters of an action's name that the journal keeps, if it is none of ours.
const LONGEST_NAME: usize = 64;

pub(super) const ARGUMENTS: &str =
    "the arguments are not those of this action; look at its parameters";

pub(super) struct Explorer<'a> {
    pub(super) writer: Writer<'a>,
    pub(super) files: FileDesk<'a>,
    /// How often `all_finished` was sent back.
    pub(super) refusals: u32,
    pub(super) browsing: Browsing,
    /// Pictures that were asked for.
    pub(super) pictures: u32,
}

#[derive(Deserialize)]
struct SearchCall {
    query: String,
}

#[derive(Deserialize)]
struct VisitCall {
    url: String,
}

#[derive(Deserialize)]
struct DashboardCall {
    content: String,
}

#[derive(Default, Deserialize)]
struct FinishCall {
    #[serde(default)]
    result: String,
}

impl Explorer<'_> {
    /// Performs an action. Wrong and unknown ones are journaled as failed, and explained.
    pub(super) async fn act(
        &mut self,
        machine: &Autonomous,
        call: ToolCall,
    ) -> Result<Acted, WorkError> {
        let kind = DashboardKind::ALL
            .into_iter()
            .find(|kind| kind.action() == call.name);
        let (text, effect) = match (call.name.as_str(), kind) {
            (_, Some(kind)) => match arguments::<DashboardCall>(&call) {
                Some(wanted) => self.update(machine, kind, &call, &wanted.content).await?,
                None => self.refuse(&call, ARGUMENTS).await?,
            },
            (FILE_OPERATION, _) => match FileRequest::read(&call.arguments) {
                Some(wanted) => self.file_operation(&wanted).await?,
                None => self.refuse(&call, ARGUMENTS).await?,
            },
            (WEB_SEARCH | SEARCH_TOOL, _) => match arguments::<SearchCall>(&call) {
                Some(wanted) => self.search(&wanted.query).await?,
                None => self.refuse(&call, ARGUMENTS).await?,
            },
            (VISIT_URL | READ_PASSAGE, _) => match arguments::<VisitCall>(&call) {
                Some(wanted) => self.visit(&call, wanted.url.trim()).await?,
                None => self.refuse(&call, ARGUMENTS).await?,
            },
            (ALL_FINISHED, _) => self.all_finished(machine, &call).await?,
            (name, _) if self.writer.researchers.outside.offers_tool(name).await => {
                let before = self.writer.citable.len();
                let text = self.use_tool(&call.name, &call.arguments).await?;
                (text, self.gained(before))
            }
            _ => match self.browse(&call).await? {
                Some(done) => done,
                None => self.unknown(&call).await?,
            },
        };
        Ok(Acted { call, text, effect })
    }

    async fn unknown(&mut self, call: &ToolCall) -> Result<(String, Effect), WorkError> {
        let mut tools = tools(self.may_browse());
        tools.extend(self.writer.researchers.outside.specs(false).await);
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        let why = format!("there is no such action; you have {}", names.join(", "));
        self.refuse(call, &why).await
    }

    /// Journals, as a failed call, an action that is not performed, and says why.
    pub(super) async fn refuse(
        &mut self,
        call: &ToolCall,
        why: &str,
    ) -> Result<(String, Effect), WorkError> {
        let refused = || async { Err(Failure::new(FailureCode::ToolRefused, why)) };
        let (scope, name) = (&mut self.writer.scope, tool_name(&call.name));
        let context = self.files.context;
        let journaled = context.tool(scope, &name, &call.arguments, refused).await;
        Ok((Performed::of(journaled, false)?.text, Effect::Nothing))
    }

    async fn file_operation(
        &mut self,
        wanted: &FileRequest,
    ) -> Result<(String, Effect), WorkError> {
        self.writer.doing(&wanted.shown());
        let performed = self.files.operate(wanted).await?;
        let mut text = performed.text;
        for file in std::mem::take(&mut self.files.written) {
            if let Some(problems) = self.problems_of(&file) {
                text = format!("{text}\n{}", problems.as_str());
            }
        }
        let effect = if performed.changed {
            Effect::Gained
        } else {
            Effect::Nothing
        };
        Ok((text, effect))
    }

    /// What is wrong with a chapter that was just written. What is no chapter, or was deleted, is
    /// not looked at.
    fn problems_of(&self, file: &str) -> Option<DataBlock> {
        let path = file.trim().trim_start_matches("./");
        let is_chapter = path.to_lowercase().starts_with(&NOTEBOOK.to_lowercase());
        let text = self.files.desk.workspace.text(path).ok()?;
        if !is_chapter || text.trim().is_empty() {
            return None;
        }
        let language = self.files.context.settings.language;
        let problems = chapter::problems(&text, &self.writer.citable, language);
        let list = clip(&bullets(&problems), PROBLEMS);
        (!problems.is_empty()).then(|| DataBlock::new(&[("to_mend", path)], &list))
    }

    /// Searches everything there is: what the research is about is for the agent to decide.
    async fn search(&mut self, query: &str) -> Result<(String, Effect), WorkError> {
        self.writer.doing(query);
        let before = self.writer.citable.len();
        let wanted = Search {
            about: &[],
            field: &[],
            queries: &[query.to_owned()],
            documents: &[],
            limit: PASSAGES,
            for_tables: 0,
        };
        let library = &self.writer.researchers.library;
        let scope = &mut self.writer.scope;
        let found = retrieve(self.files.context, scope, library, &wanted).await?;
        self.writer.citable.add(&found);
        let mut text = ToolAnswer::passages(&found).into_text();
        if self.has_web() {
            let arguments = json!({"query": query, "limit": PASSAGES}).to_string();
            let web = self.use_tool(WEB_SEARCH, &arguments).await?;
            text = format!("{text}\n\n{web}");
        }
        Ok((text, self.gained(before)))
    }

    fn has_web(&self) -> bool {
        self.writer.researchers.outside.has_web() && self.files.context.settings.web
    }

    async fn visit(&mut self, call: &ToolCall, url: &str) -> Result<(String, Effect), WorkError> {
        let before = self.writer.citable.len();
        let text = if url.starts_with("ev_") {
            self.use_tool(READ_PASSAGE, &json!({"id": url}).to_string())
                .await?
        } else if self.has_web() {
            self.use_tool(VISIT_URL, &json!({"url": url}).to_string())
                .await?
        } else {
            let why =
                "no web is configured; search the library with web_search, or give an evidence id";
            return self.refuse(call, why).await;
        };
        Ok((text, self.gained(before)))
    }

    async fn use_tool(&mut self, name: &str, arguments: &str) -> Result<String, WorkError> {
        let call = ToolCall {
            id: String::new(),
            name: name.to_owned(),
            arguments: arguments.to_owned(),
        };
        Ok(self.writer.use_tool(&call).await?.into_text())
    }

    pub(super) fn gained(&self, before: usize) -> Effect {
        if self.writer.citable.len() > before {
            Effect::Gained
        } else {
            Effect::Nothing
        }
    }

    async fn update(
        &mut self,
        machine: &Autonomous,
        kind: DashboardKind,
        call: &ToolCall,
        content: &str,
    ) -> Result<(String, Effect), WorkError> {
        let context = self.files.context;
        let language = context.settings.language;
        let (updated, repairs) = machine
            .dashboard(kind)
            .updated(content, machine.dashboard_limit());
        self.files.desk.keep(&updated)?;
        let repairs: Vec<String> = repairs
            .iter()
            .map(|repair| repair.shown(language))
            .collect();
        let mut text = language
            .pick("the dashboard is updated", "看板已更新")
            .to_owned();
        if !repairs.is_empty() {
            let mended = DataBlock::new(&[("mended", kind.file())], &bullets(&repairs));
            text = format!("{text}\n{}", mended.as_str());
        }
        let is_new = AtomicBool::new(false);
        let text = context
            .tool(
                &mut self.writer.scope,
                kind.action(),
                &call.arguments,
                || async {
                    is_new.store(true, Ordering::Relaxed);
                    Ok(text.clone())
                },
            )
            .await?;
        if is_new.load(Ordering::Relaxed) {
            let event = dashboard_event(context, &updated).await?;
            context.append(vec![event]).await?;
        }
        Ok((text, Effect::Dashboard(updated)))
    }

    async fn all_finished(
        &mut self,
        machine: &Autonomous,
        call: &ToolCall,
    ) -> Result<(String, Effect), WorkError> {
        // some models send nothing at all where nothing has to be said
        let wanted = if call.arguments.trim().is_empty() {
            FinishCall::default()
        } else if let Some(wanted) = arguments::<FinishCall>(call) {
            wanted
        } else {
            return self.refuse(call, ARGUMENTS).await;
        };
        let (text, effect) = self.finish(&machine.overall().open_chapters(), wanted.result)?;
        let scope = &mut self.writer.scope;
        let said = || async { Ok(text.clone()) };
        let context = self.files.context;
        context
            .tool(scope, ALL_FINISHED, &call.arguments, said)
            .await?;
        Ok((text, effect))
    }

    /// Takes the files as finished, or says what is wrong with them a bounded number of times; of
    /// chapters that are open, once.
    fn finish(&mut self, open: &[String], result: String) -> Result<(String, Effect), WorkError> {
        let language = self.files.context.settings.language;
        let chapters = chapter::read(&self.files.desk.workspace)?;
        let citable = &self.writer.citable;
        let mut problems = Vec::new();
        if !open.is_empty() && self.refusals == 0 {
            let (action, open) = (DashboardKind::Overall.action(), open.join("; "));
            problems.push(language.pick(
                format!("chapters of the blueprint that are not ticked: {open}. Write them, or say with {action} that they are done or dropped"),
                format!("蓝图中尚未勾选的章节：{open}。请写完，或用 {action} 标明已完成或已取消"),
            ));
        }
        if chapters.is_empty() {
            problems.push(language.pick(
                "Notebook/ has no chapter; the report is made of its files".to_owned(),
                "Notebook/ 中没有章节；报告由其中的文件组成".to_owned(),
            ));
        }
        for one in &chapters {
            for problem in chapter::problems(&one.markdown, citable, language) {
                problems.push(format!("{}: {problem}", one.title));
            }
        }
        if problems.is_empty() || self.refusals >= MOST_REFUSALS {
            return Ok((String::new(), Effect::Finished { result }));
        }
        self.refusals += 1;
        let list = DataBlock::new(
            &[("to_mend", NOTEBOOK)],
            &clip(&bullets(&problems), PROBLEMS),
        );
        let head = language.pick(
            "not finished yet; mend this, then call all_finished again",
            "尚未完成；请先修正以下问题，再调用 all_finished",
        );
        Ok((format!("{head}\n{}", list.as_str()), Effect::Nothing))
    }
}

pub(super) fn arguments<T: DeserializeOwned>(call: &ToolCall) -> Option<T> {
    serde_json::from_str(&call.arguments).ok()
}

/// The name of an action as the journal may show it: a model can write anything there.
pub(super) fn tool_name(name: &str) -> String {
    let plain = |c: char| {
        let is_plain = c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        if is_plain { c } else { '_' }
    };
    let name: String = name.chars().map(plain).take(LONGEST_NAME).collect();
    if name.is_empty() {
        "nameless".to_owned()
    } else {
        name
    }
}
