use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use assay_domain::{
    Author, CallKind, Envelope, Event, Language, MicroUsd, PlanOrigin, TaskId, Usage,
};
use assay_engine::Notice;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::output::Output;
use crate::table::shorten;

/// Shows a run as it goes: a line for each task, with what it is doing, tokens, cost and time.
/// Without a terminal, one plain line for each thing that happened.
pub(crate) struct Progress {
    output: Output,
    language: Language,
    screen: Option<MultiProgress>,
    tasks: BTreeMap<TaskId, Line>,
    calls: BTreeMap<String, (Option<TaskId>, String)>,
    step: Option<Line>,
}

struct Line {
    title: String,
    bar: Option<ProgressBar>,
    begun: Instant,
    tokens: u64,
    cost: MicroUsd,
    /// Characters of the text that is arriving.
    arriving: usize,
}

const TITLE_COLUMNS: usize = 44;

impl Progress {
    pub(crate) fn new(output: Output, language: Language) -> Self {
        let live = !output.quiet && std::io::stderr().is_terminal();
        Self {
            output,
            language,
            screen: live.then(MultiProgress::new),
            tasks: BTreeMap::new(),
            calls: BTreeMap::new(),
            step: None,
        }
    }

    /// Follows a run until its line closes.
    pub(crate) async fn follow(mut self, mut notices: UnboundedReceiver<Notice>) {
        while let Some(notice) = notices.recv().await {
            match notice {
                Notice::Event(envelope) => self.event(&envelope),
                Notice::Text { task, piece } => self.text(task, &piece),
                Notice::Doing { task, what } => self.doing(task, &what),
            }
        }
        if let Some(screen) = &self.screen {
            for line in self.tasks.values().chain(&self.step) {
                if let Some(bar) = line.bar.as_ref().filter(|bar| !bar.is_finished()) {
                    bar.finish();
                }
            }
            drop(screen.clear());
        }
    }

    fn event(&mut self, envelope: &Envelope) {
        let language = self.language;
        match &envelope.event {
            Event::PlanAccepted {
                plan,
                origin,
                repairs,
            } => {
                let by = match origin {
                    PlanOrigin::User => language.pick("yours", "用户提供").to_owned(),
                    PlanOrigin::Model { model } => model.clone(),
                    PlanOrigin::Template => language.pick("from templates", "来自模板").to_owned(),
                    PlanOrigin::Fallback { instead_of, .. } => {
                        format!("templates (≠ {instead_of})")
                    }
                };
                self.line(&format!(
                    "{} ({by}): {} × task",
                    language.pick("plan", "计划"),
                    plan.tasks.len()
                ));
                repairs
                    .iter()
                    .for_each(|repair| self.line(&format!("  {repair}")));
                for task in &plan.tasks {
                    self.tasks.insert(
                        task.id,
                        Line::new(format!("{} {}", task.id, task.description)),
                    );
                }
            }
            Event::TaskStarted { task, .. } => self.started(*task),
            Event::TaskReused { task, from } => {
                let note = format!("{} {from}", language.pick("from run", "取自"));
                self.ended(*task, "=", &note);
            }
            Event::TaskFinished {
                task,
                author,
                notes,
            } => {
                let mut note = match author {
                    Author::Fallback {
                        instead_of,
                        because,
                    } => {
                        format!(
                            "{} {instead_of}: {because}",
                            language.pick("offline analyst instead of", "离线分析员代替")
                        )
                    }
                    Author::Model { .. } | Author::OfflineAnalyst => String::new(),
                };
                if !notes.is_empty() {
                    note = format!(
                        "{note} {} {}",
                        notes.len(),
                        language.pick("notes", "条提示")
                    );
                }
                self.ended(*task, "✓", note.trim());
            }
            Event::TaskFailed { task, failure } => self.ended(*task, "✗", &failure.to_string()),
            Event::TaskBlocked { task, by } => {
                let note = format!("{} {by}", language.pick("needs task", "依赖任务"));
                self.ended(*task, "–", &note);
            }
            Event::CallStarted {
                key, task, call, ..
            } => {
                let name = match call {
                    CallKind::Model { model, .. } => model.clone(),
                    CallKind::Tool { tool } => tool.clone(),
                };
                self.calls.insert(key.to_string(), (*task, name));
            }
            Event::CallReplied {
                key, usage, cost, ..
            } => self.replied(key.as_str(), *usage, *cost),
            Event::CallFailed {
                failure,
                will_retry,
                ..
            } => {
                let next = if *will_retry {
                    language.pick("; trying again", "；重试")
                } else {
                    ""
                };
                self.line(&format!("! {failure}{next}"));
            }
            Event::AssumptionMade { parameter, assumed } => {
                self.line(&format!(
                    "{}: {parameter} = {assumed}",
                    language.pick("assumed", "假设")
                ));
            }
            Event::Degraded { reason } => self.line(&format!("! {reason}")),
            Event::RunResumed { .. } => self.line(language.pick("resumed", "继续运行")),
            Event::IntegrationStarted => self.line(language.pick("writing the report", "撰写报告")),
            _ => {}
        }
    }

    fn started(&mut self, task: TaskId) {
        let plain = self.screen.is_none();
        let Some(line) = self.tasks.get_mut(&task) else {
            return;
        };
        line.begun = Instant::now();
        if let Some(screen) = &self.screen {
            line.bar = Some(screen.add(spinner(&line.title)));
        }
        let title = line.title.clone();
        if plain {
            self.output.say(format!("→ {title}"));
        }
    }

    fn ended(&mut self, task: TaskId, mark: &str, note: &str) {
        let Some(line) = self.tasks.get_mut(&task) else {
            return;
        };
        let text = format!(
            "{mark} {}  {} {note}",
            shorten(&line.title, TITLE_COLUMNS),
            line.figures()
        );
        if let Some(bar) = line.bar.take() {
            bar.finish_and_clear();
        }
        self.line(text.trim_end());
    }

    fn replied(&mut self, key: &str, usage: Option<Usage>, cost: MicroUsd) {
        let Some((task, _)) = self.calls.remove(key) else {
            return;
        };
        let Some(line) = task.and_then(|task| self.tasks.get_mut(&task)) else {
            return;
        };
        line.tokens += usage.map_or(0, Usage::total);
        line.cost = line.cost + cost;
        line.arriving = 0;
    }

    fn text(&mut self, task: Option<TaskId>, piece: &str) {
        let words = self.language.pick("characters written", "字已写出");
        if let Some(line) = task.and_then(|task| self.tasks.get_mut(&task)) {
            line.arriving += piece.chars().count();
            if let Some(bar) = &line.bar {
                bar.set_message(format!("{} {} {words}", line.figures(), line.arriving));
            }
        }
    }

    fn doing(&mut self, task: Option<TaskId>, what: &str) {
        match task.and_then(|task| self.tasks.get(&task)) {
            Some(line) => {
                if let Some(bar) = &line.bar {
                    bar.set_message(format!("{} {what}", line.figures()));
                }
            }
            None if self.screen.is_none() => self.output.say(format!("… {what}")),
            None => {
                let line = self.step.get_or_insert_with(|| Line::new(String::new()));
                if line.bar.is_none() {
                    line.bar = self.screen.as_ref().map(|screen| screen.add(spinner("")));
                }
                if let Some(bar) = &line.bar {
                    bar.set_message(what.to_owned());
                }
            }
        }
    }

    fn line(&self, text: &str) {
        match &self.screen {
            Some(screen) => drop(screen.println(text)),
            None => self.output.say(text),
        }
    }
}

impl Line {
    fn new(title: String) -> Self {
        let cost = MicroUsd::default();
        Self {
            title,
            bar: None,
            begun: Instant::now(),
            tokens: 0,
            cost,
            arriving: 0,
        }
    }

    fn figures(&self) -> String {
        let seconds = self.begun.elapsed().as_secs_f32();
        let mut text = format!("{seconds:.1} s");
        if self.tokens > 0 {
            text = format!("{text}, {} tokens", self.tokens);
        }
        if self.cost > MicroUsd::default() {
            text = format!("{text}, {}", self.cost);
        }
        text
    }
}

fn spinner(title: &str) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix}  {wide_msg}") {
        bar.set_style(style);
    }
    bar.set_prefix(shorten(title, TITLE_COLUMNS));
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}
