use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use assay_domain::{
    Author, CallKey, Envelope, Event, Language, MicroUsd, Plan, PlanOrigin, Repair, TaskId, Usage,
};
use assay_engine::Notice;
use assay_plan::{BlueprintProgress, DashboardKind};
use assay_store::Store;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::dashboards;
use crate::output::Output;
use crate::shown::{harmless, on_one_line};
use crate::table::shorten;

/// Shows a run as it goes: a line for each task, with what it is doing, tokens, cost and time.
/// Without a terminal, one plain line for each thing that happened.
pub(crate) struct Progress {
    output: Output,
    store: Store,
    language: Language,
    screen: Option<MultiProgress>,
    tasks: BTreeMap<TaskId, Line>,
    calls: BTreeMap<CallKey, Option<TaskId>>,
    step: Option<Line>,
    /// Chapters of an autonomous research, as last told.
    chapters: BlueprintProgress,
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
    pub(crate) fn new(output: Output, store: Store, language: Language) -> Self {
        let live = !output.quiet && std::io::stderr().is_terminal();
        Self {
            output,
            store,
            language,
            screen: live.then(MultiProgress::new),
            tasks: BTreeMap::new(),
            calls: BTreeMap::new(),
            step: None,
            chapters: BlueprintProgress::default(),
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

    /// Takes in what happened before this process: the plan, and what is done of it.
    pub(crate) fn recall(&mut self, journal: &[Envelope]) {
        for envelope in journal {
            if matches!(
                envelope.event,
                Event::PlanAccepted { .. }
                    | Event::TaskReused { .. }
                    | Event::TaskFinished { .. }
                    | Event::TaskFailed { .. }
                    | Event::TaskBlocked { .. }
                    | Event::ArtifactWritten { .. }
            ) {
                self.event(envelope);
            }
        }
    }

    fn event(&mut self, envelope: &Envelope) {
        let language = self.language;
        match &envelope.event {
            Event::PlanAccepted {
                plan,
                origin,
                repairs,
            } => self.planned(plan, origin, repairs),
            Event::TaskStarted { task, .. } => self.started(*task),
            Event::TaskReused { task, from } => {
                self.ended(
                    *task,
                    "=",
                    &format!("{} {from}", language.pick("from run", "取自")),
                );
            }
            Event::TaskFinished {
                task,
                author,
                notes,
            } => {
                let note = finished_note(language, author, notes.len());
                self.ended(*task, "✓", &note);
            }
            Event::TaskFailed { task, failure } => self.ended(*task, "✗", &failure.told(language)),
            Event::TaskBlocked { task, by } => {
                self.ended(
                    *task,
                    "–",
                    &format!("{} {by}", language.pick("needs task", "依赖任务")),
                );
            }
            Event::CallStarted { key, task, .. } => {
                self.calls.insert(key.clone(), *task);
            }
            Event::CallReplied {
                key, usage, cost, ..
            } => self.replied(key, *usage, *cost),
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
                self.line(&format!("! {}{next}", failure.told(language)));
            }
            Event::AssumptionMade { parameter, assumed } => {
                let word = language.pick("assumed", "假设");
                self.line(&format!("{word}: {parameter} = {assumed}"));
            }
            Event::ArtifactWritten { .. } => self.chapters_written(&envelope.event),
            Event::Degraded { reason } => self.line(&format!("! {}", reason.told(language))),
            Event::RunResumed { .. } => self.line(language.pick("resumed", "继续运行")),
            Event::IntegrationStarted => self.line(language.pick("writing the report", "撰写报告")),
            _ => {}
        }
    }

    /// Tells how far the blueprint of an autonomous research is, where that has changed.
    fn chapters_written(&mut self, event: &Event) {
        let dashboard = match dashboards::written(&self.store, event, self.language) {
            Ok(Some(dashboard)) if dashboard.kind() == DashboardKind::Overall => dashboard,
            Ok(_) => return,
            Err(error) => return self.line(&format!("! {error}")),
        };
        let progress = dashboard.progress();
        if progress != self.chapters {
            self.chapters = progress;
            self.line(&dashboards::progress_line(progress, self.language));
        }
    }

    fn planned(&mut self, plan: &Plan, origin: &PlanOrigin, repairs: &[Repair]) {
        let language = self.language;
        // the step that made the plan is over
        if let Some(bar) = self.step.take().and_then(|step| step.bar) {
            bar.finish_and_clear();
        }
        let by = match origin {
            PlanOrigin::User => language.pick("as given", "由用户给出").to_owned(),
            PlanOrigin::Model { model } => {
                language.pick(format!("by {model}"), format!("由 {model} 制定"))
            }
            PlanOrigin::Template => language.pick("from a template", "来自模板").to_owned(),
            PlanOrigin::Fallback {
                instead_of,
                because,
            } => language.pick(
                format!("from a template instead of by {instead_of}: {because}"),
                format!("{instead_of} 不可用，改用模板：{}", because.told(language)),
            ),
        };
        let tasks = plan.tasks.len();
        self.line(&language.pick(
            format!("plan {by}: {tasks} tasks"),
            format!("计划（{by}）：{tasks} 个任务"),
        ));
        for repair in repairs {
            self.line(&format!("  {repair}"));
        }
        for task in &plan.tasks {
            self.tasks.insert(
                task.id,
                Line::new(&format!("{} {}", task.id, task.description)),
            );
        }
    }

    fn started(&mut self, task: TaskId) {
        let plain = self.screen.is_none();
        let Some(line) = self.tasks.get_mut(&task) else {
            return;
        };
        line.begun = Instant::now();
        if let Some(screen) = &self.screen {
            line.bar = Some(spinner(screen, &line.title));
        }
        if plain {
            let text = format!("→ {}", line.title);
            self.output.say(text);
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

    fn replied(&mut self, key: &CallKey, usage: Option<Usage>, cost: MicroUsd) {
        let Some(task) = self.calls.remove(key) else {
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
                bar.set_message(format!("{} {words}{}", line.arriving, line.spent()));
            }
        }
    }

    fn doing(&mut self, task: Option<TaskId>, what: &str) {
        let what = harmless(what);
        match task.and_then(|task| self.tasks.get(&task)) {
            Some(line) => {
                if let Some(bar) = &line.bar {
                    bar.set_message(format!("{what}{}", line.spent()));
                }
            }
            None if self.screen.is_none() => self.output.say(format!("… {what}")),
            None => {
                let line = self.step.get_or_insert_with(|| Line::new(""));
                if line.bar.is_none() {
                    line.bar = self.screen.as_ref().map(|screen| spinner(screen, ""));
                }
                if let Some(bar) = &line.bar {
                    bar.set_message(what.into_owned());
                }
            }
        }
    }

    fn line(&self, text: &str) {
        match &self.screen {
            Some(screen) => drop(screen.println(harmless(text))),
            None => self.output.say(text),
        }
    }
}

impl Line {
    fn new(title: &str) -> Self {
        let cost = MicroUsd::default();
        Self {
            title: on_one_line(title),
            bar: None,
            begun: Instant::now(),
            tokens: 0,
            cost,
            arriving: 0,
        }
    }

    /// Time, tokens and cost of an ended task.
    fn figures(&self) -> String {
        let seconds = self.begun.elapsed().as_secs_f32();
        format!("{seconds:.1} s{}", self.spent())
    }

    fn spent(&self) -> String {
        let mut text = String::new();
        if self.tokens > 0 {
            text = format!(", {} tokens", self.tokens);
        }
        if self.cost > MicroUsd::default() {
            text = format!("{text}, {}", self.cost);
        }
        text
    }
}

fn finished_note(language: Language, author: &Author, notes: usize) -> String {
    let stood_in = match author {
        Author::Fallback {
            instead_of,
            because,
        } => language.pick(
            format!("offline analyst instead of {instead_of}: {because}"),
            format!("离线分析员代替 {instead_of}：{because}"),
        ),
        Author::Model { .. } | Author::OfflineAnalyst => String::new(),
    };
    let noted = match notes {
        0 => String::new(),
        1 => language.pick("1 note", "1 条提示").to_owned(),
        notes => language.pick(format!("{notes} notes"), format!("{notes} 条提示")),
    };
    format!("{stood_in} {noted}").trim().to_owned()
}

/// A line that turns while its task works. It joins the screen before it first ticks: a tick outside
/// would leave a line that nobody clears.
fn spinner(screen: &MultiProgress, title: &str) -> ProgressBar {
    let bar = screen.add(ProgressBar::new_spinner());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix}  {elapsed} {wide_msg}") {
        bar.set_style(style);
    }
    bar.set_prefix(shorten(title, TITLE_COLUMNS));
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

#[cfg(test)]
mod tests {
    use assay_domain::{Language, PlanOrigin};
    use assay_plan::plan;
    use assay_store::Store;
    use indicatif::{MultiProgress, ProgressDrawTarget};

    use super::Progress;
    use crate::output::Output;
    use crate::samples;

    #[test]
    fn the_line_about_planning_goes_when_there_is_a_plan() {
        let home = tempfile::tempdir().unwrap();
        let store = Store::open(home.path()).unwrap();
        let output = Output {
            json: false,
            quiet: true,
            masks: None,
        };
        let mut progress = Progress::new(output, store, Language::En);
        progress.screen = Some(MultiProgress::with_draw_target(ProgressDrawTarget::hidden()));
        progress.doing(None, "planning");
        let bar = progress.step.as_ref().unwrap().bar.clone().unwrap();
        assert!(!bar.is_finished());
        let plan = plan::parse(samples::plan(Language::En)).unwrap();
        progress.planned(&plan, &PlanOrigin::Template, &[]);
        assert!(progress.step.is_none() && bar.is_finished());
        progress.doing(None, "joining the sections");
        let bar = progress.step.as_ref().unwrap().bar.clone().unwrap();
        assert_eq!(bar.message(), "joining the sections");
    }
}
