use assay_domain::{Hints, ResearchType};

use super::item;
use super::line::{Line, labelled, plain};
use super::remark::Remark;
use super::words::{self, Label, label, phase_heading, task_heading};

/// A Markdown plan as its author structured it.
#[derive(Debug, Default)]
pub(super) struct Outline {
    pub(super) title: Option<String>,
    pub(super) research_type: Option<ResearchType>,
    pub(super) objectives: Vec<String>,
    pub(super) phases: Vec<OutlinePhase>,
    pub(super) remarks: Vec<Remark>,
}

#[derive(Debug, Default)]
pub(super) struct OutlinePhase {
    pub(super) number: u32,
    pub(super) title: String,
    pub(super) order: PhaseOrder,
    /// Said of the phase as a whole.
    pub(super) hints: Hints,
    pub(super) tasks: Vec<OutlineTask>,
}

#[derive(Debug, Default)]
pub(super) enum PhaseOrder {
    #[default]
    AfterPrevious,
    AtOnce,
    After(Vec<u32>),
}

#[derive(Debug, Default)]
pub(super) struct OutlineTask {
    pub(super) description: String,
    pub(super) hints: Hints,
}

pub(super) fn read(text: &str) -> Outline {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        reader.line = index + 1;
        reader.take(line);
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    outline: Outline,
    /// Tasks before and outside any phase; they count only if there is no phase at all.
    loose: OutlinePhase,
    area: Area,
    line: usize,
    in_code: bool,
    /// A label that the following items belong to, and the indent of the label's line.
    open_label: Option<(Label, usize)>,
    /// Indent of the items that are tasks here.
    task_indent: Option<usize>,
    /// Tasks of this phase are headings, so that its items are details.
    tasks_are_headings: bool,
    /// The line before belongs to a task's description and may go on.
    description_open: bool,
}

#[derive(Default)]
enum Area {
    #[default]
    Head,
    Objectives,
    /// Below a heading such as `Tasks`, outside any phase.
    Tasks,
    Phase {
        level: usize,
    },
    Other {
        heading: String,
        lines: usize,
    },
}

impl Reader {
    fn take(&mut self, raw: &str) {
        let line = Line::of(raw);
        if self.in_code || line == Line::Fence {
            self.code(line == Line::Fence);
            return;
        }
        let description_open = std::mem::take(&mut self.description_open);
        match line {
            Line::Blank | Line::Fence => {}
            Line::Heading { level, text } => self.heading(level, &plain(text)),
            Line::Item { indent, text } => self.item(indent, text),
            Line::Text(text) if description_open => self.continue_description(text),
            Line::Text(text) => self.text(text),
        }
    }

    fn code(&mut self, is_fence: bool) {
        if !is_fence {
            return;
        }
        if !self.in_code {
            let line = self.line;
            self.outline.remarks.push(Remark::LeftOutCode { line });
        }
        self.in_code = !self.in_code;
    }

    fn heading(&mut self, level: usize, text: &str) {
        self.open_label = None;
        if let Some((number, title)) = phase_heading(text) {
            self.open_phase(level, number, title, text);
            return;
        }
        if level == 1 && self.outline.title.is_none() {
            self.outline.title = Some(without_plan_word(text));
            return;
        }
        let inside_phase = matches!(self.area, Area::Phase { level: phase } if level > phase);
        match label(text) {
            Some(Label::Objectives) => self.enter(Area::Objectives),
            Some(label) if inside_phase => self.open_label = Some((label, 0)),
            Some(Label::Tasks) => self.enter(Area::Tasks),
            _ if inside_phase => {
                self.tasks_are_headings = true;
                self.add_task(&task_heading(text));
                self.description_open = false;
            }
            _ => self.enter(Area::Other {
                heading: text.to_owned(),
                lines: 0,
            }),
        }
    }

    fn open_phase(&mut self, level: usize, number: u32, title: String, heading: &str) {
        self.enter(Area::Phase { level });
        let title = if title.is_empty() {
            heading.to_owned()
        } else {
            title
        };
        self.outline.phases.push(OutlinePhase {
            number,
            title,
            ..OutlinePhase::default()
        });
    }

    fn enter(&mut self, area: Area) {
        if let Area::Other { heading, lines } = std::mem::replace(&mut self.area, area) {
            self.outline
                .remarks
                .push(Remark::LeftOutHeading { heading, lines });
        }
        self.open_label = None;
        self.task_indent = None;
        self.tasks_are_headings = false;
    }

    fn item(&mut self, indent: usize, text: &str) {
        match &mut self.area {
            Area::Other { lines, .. } => *lines += 1,
            Area::Objectives => self.outline.objectives.push(plain(text)),
            Area::Head | Area::Tasks | Area::Phase { .. } => self.listed(indent, text),
        }
    }

    fn listed(&mut self, indent: usize, text: &str) {
        let below_task = self.has_task()
            && (self.tasks_are_headings || self.task_indent.is_some_and(|task| indent > task));
        if let Some((label, value)) = labelled(text).and_then(known_label) {
            self.labelled(label, &value, indent, below_task);
            return;
        }
        match self.open_label {
            Some((Label::Tasks, _)) | None if below_task => self.detail(text),
            Some((Label::Tasks, _)) | None => {
                self.task_indent = Some(indent);
                self.add_task(text);
            }
            // a list may stand at the indent of the line that announces it, unless tasks do too
            Some((_, label_indent)) if indent < label_indent => {
                self.open_label = None;
                self.listed(indent, text);
            }
            Some((_, label_indent)) if self.task_indent == Some(indent) && label_indent > 0 => {
                self.open_label = None;
                self.listed(indent, text);
            }
            Some((label, _)) => self.labelled(label, text, indent, self.has_task() && below_task),
        }
    }

    fn text(&mut self, text: &str) {
        if let Some((number, title)) = phase_heading(&plain(text)).filter(|_| is_bold(text)) {
            self.open_phase(usize::MAX, number, title, &plain(text));
            return;
        }
        if let Area::Other { lines, .. } = &mut self.area {
            *lines += 1;
            return;
        }
        match labelled(text).and_then(known_label) {
            Some((label, value)) => {
                self.labelled(label, &value, 0, self.tasks_are_headings);
            }
            None if matches!(self.area, Area::Objectives) => {
                self.outline.objectives.push(plain(text));
            }
            None => self.left_out(text),
        }
    }

    /// A line such as `Tools: a, b`. Without a value it announces the items below it.
    fn labelled(&mut self, label: Label, value: &str, indent: usize, below_task: bool) {
        if value.is_empty() {
            self.open_label = Some((label, indent));
            return;
        }
        match label {
            Label::ResearchType => self.research_type(value),
            Label::Objectives => self.outline.objectives.push(plain(value)),
            Label::Tasks => self.add_task(value),
            Label::DependsOn => self.depends_on(value, below_task),
            Label::DataNeeds | Label::KeyQuestions | Label::Tools => {
                let hints = match self.phase().tasks.last_mut() {
                    Some(task) if below_task => &mut task.hints,
                    _ => &mut self.phase().hints,
                };
                item::add(hints, label, value);
            }
        }
    }

    fn research_type(&mut self, value: &str) {
        match words::research_type(value) {
            Some(found) => self.outline.research_type = Some(found),
            None => {
                let written = value.to_owned();
                self.outline.remarks.push(Remark::UnknownType { written });
            }
        }
    }

    fn depends_on(&mut self, value: &str, below_task: bool) {
        let numbers = words::phase_numbers(value);
        if below_task || numbers.is_empty() && !words::is_none(value) {
            self.left_out(value);
        } else if numbers.is_empty() {
            self.phase().order = PhaseOrder::AtOnce;
        } else {
            self.phase().order = PhaseOrder::After(numbers);
        }
    }

    fn add_task(&mut self, text: &str) {
        let (description, hints) = item::task(text);
        if description.is_empty() {
            self.left_out(text);
            return;
        }
        self.phase().tasks.push(OutlineTask { description, hints });
        self.description_open = true;
    }

    fn continue_description(&mut self, text: &str) {
        let (more, hints) = item::task(text);
        if let Some(task) = self.phase().tasks.last_mut() {
            task.description = format!("{} {more}", task.description);
            item::merge(&mut task.hints, &hints);
        }
        self.description_open = true;
    }

    fn detail(&mut self, text: &str) {
        if let Some(task) = self.phase().tasks.last_mut() {
            item::detail(&mut task.hints, text);
        }
    }

    fn left_out(&mut self, text: &str) {
        let (line, text) = (self.line, plain(text));
        self.outline
            .remarks
            .push(Remark::LeftOutLine { line, text });
    }

    fn has_task(&self) -> bool {
        let phase = match self.area {
            Area::Phase { .. } => self.outline.phases.last(),
            _ => Some(&self.loose),
        };
        phase.is_some_and(|phase| !phase.tasks.is_empty())
    }

    fn phase(&mut self) -> &mut OutlinePhase {
        match (&self.area, self.outline.phases.last_mut()) {
            (Area::Phase { .. }, Some(phase)) => phase,
            _ => &mut self.loose,
        }
    }

    fn finish(mut self) -> Outline {
        self.enter(Area::Head);
        let loose = std::mem::take(&mut self.loose);
        if self.outline.phases.is_empty() {
            if !loose.tasks.is_empty() {
                self.outline.remarks.push(Remark::NoPhases);
            }
            self.outline.phases.push(loose);
        } else {
            for task in loose.tasks {
                let text = task.description;
                self.outline.remarks.push(Remark::OutsidePhases { text });
            }
        }
        for phase in &mut self.outline.phases {
            for task in &mut phase.tasks {
                item::merge(&mut task.hints, &phase.hints);
            }
        }
        self.outline
    }
}

fn known_label((name, value): (String, String)) -> Option<(Label, String)> {
    label(&name).map(|label| (label, value))
}

fn is_bold(text: &str) -> bool {
    text.starts_with("**") || text.starts_with("__")
}

/// `Research plan: Tesla` is about Tesla.
fn without_plan_word(title: &str) -> String {
    let lower = title.to_lowercase();
    for word in ["research plan", "plan", "研究计划", "计划"] {
        if let Some(rest) = lower.strip_prefix(word)
            && rest.trim_start().starts_with([':', '：', '-', '—', '–'])
        {
            let skip = title.chars().count() - rest.chars().count();
            let topic: String = title.chars().skip(skip).collect();
            return topic.trim_start_matches(words::is_separator).to_owned();
        }
    }
    title.to_owned()
}
