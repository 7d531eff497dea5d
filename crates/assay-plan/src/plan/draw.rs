use std::collections::{BTreeMap, BTreeSet};

use assay_domain::{Language, Plan, ResearchType, Task, TaskId};
use unicode_width::UnicodeWidthStr;

use super::chain::{arrows, id_ranges};
use super::columns::wrap;
use super::reading::{Estimate, estimate, waves};

const COLUMNS: usize = 80;

/// The plan as a picture for the terminal: wave by wave, what each task waits for, the critical
/// path marked with a filled dot. At most 80 columns wide.
pub fn draw(plan: &Plan, language: Language) -> String {
    let estimate = estimate(plan);
    let waves = waves(plan);
    let picture = Picture {
        tasks: plan.tasks.iter().map(|task| (task.id, task)).collect(),
        critical: estimate.critical_path.iter().copied().collect(),
        id_width: plan
            .tasks
            .iter()
            .map(|task| task.id.to_string().len())
            .max()
            .unwrap_or(1),
        language,
    };
    let mut out = head(plan, &estimate, language);
    let labels: Vec<String> = (1..=waves.len())
        .map(|number| language.pick(format!("wave {number}"), format!("第 {number} 波")))
        .collect();
    let label_width = labels.iter().map(|label| label.width()).max().unwrap_or(0);
    for (wave, label) in waves.iter().zip(&labels) {
        picture.wave(&mut out, wave, label, label_width);
    }
    picture.stuck(&mut out, &waves);
    let path = language
        .pick("● critical path: ", "● 关键路径：")
        .to_owned();
    out.push('\n');
    for line in wrap(&(path + &arrows(&estimate.critical_path)), COLUMNS) {
        push_line(&mut out, &line);
    }
    out
}

fn head(plan: &Plan, estimate: &Estimate, language: Language) -> String {
    let Estimate {
        waves,
        low_minutes: low,
        high_minutes: high,
        ..
    } = estimate;
    let tasks = plan.tasks.len();
    let (s, es) = (plural(tasks), plural(*waves));
    let counts = language.pick(
        format!("{tasks} task{s} in {waves} wave{es}, about {low}–{high} minutes"),
        format!("{tasks} 个任务，{waves} 个波次，约 {low}–{high} 分钟"),
    );
    let kind = language.pick(plan.research_type.name(), chinese_name(plan.research_type));
    let mut out = String::new();
    for line in wrap(&format!("{kind} · {}", plan.topic), COLUMNS) {
        push_line(&mut out, &line);
    }
    push_line(&mut out, &counts);
    out
}

fn chinese_name(research_type: ResearchType) -> &'static str {
    match research_type {
        ResearchType::Company => "公司研究",
        ResearchType::Industry => "行业研究",
        ResearchType::Strategy => "策略研究",
        ResearchType::Macro => "宏观研究",
        ResearchType::Quantitative => "量化研究",
        ResearchType::Event => "事件研究",
    }
}

struct Picture<'a> {
    tasks: BTreeMap<TaskId, &'a Task>,
    critical: BTreeSet<TaskId>,
    id_width: usize,
    language: Language,
}

impl Picture<'_> {
    fn wave(&self, out: &mut String, wave: &[TaskId], label: &str, label_width: usize) {
        out.push('\n');
        for (place, id) in wave.iter().enumerate() {
            let shown = if place == 0 { label } else { "" };
            let dot = if self.critical.contains(id) {
                '●'
            } else {
                '○'
            };
            let pad = " ".repeat(label_width - shown.width());
            let id_width = self.id_width;
            let margin = format!("{shown}{pad}  {dot} {id:>id_width$}  ");
            self.task(out, *id, &margin);
        }
    }

    /// The description behind `margin`, and below it what the task waits for.
    fn task(&self, out: &mut String, id: TaskId, margin: &str) {
        let Some(task) = self.tasks.get(&id) else {
            return;
        };
        let indent = " ".repeat(margin.width());
        let room = COLUMNS.saturating_sub(indent.len()).max(20);
        for (number, line) in wrap(&task.description, room).iter().enumerate() {
            let before = if number == 0 { margin } else { &indent };
            push_line(out, &format!("{before}{line}"));
        }
        if task.dependencies.is_empty() {
            return;
        }
        let mut dependencies = task.dependencies.clone();
        dependencies.sort_unstable();
        let after = self.language.pick("← after ", "← 依赖 ");
        for (number, line) in wrap(&id_ranges(&dependencies), room - after.width())
            .iter()
            .enumerate()
        {
            let before = if number == 0 { after } else { "        " };
            push_line(out, &format!("{indent}{before}{line}"));
        }
    }

    /// A plan with a cycle can be drawn too: its stuck tasks stand at the end.
    fn stuck(&self, out: &mut String, waves: &[Vec<TaskId>]) {
        let placed: BTreeSet<TaskId> = waves.iter().flatten().copied().collect();
        let stuck: Vec<TaskId> = self
            .tasks
            .keys()
            .filter(|id| !placed.contains(id))
            .copied()
            .collect();
        if stuck.is_empty() {
            return;
        }
        let label = self.language.pick(
            "these can never start, their dependencies form a circle:",
            "以下任务的依赖成环，永远无法开始：",
        );
        out.push('\n');
        push_line(out, label);
        for id in stuck {
            self.task(out, id, &format!("  ✗ {id:>0$}  ", self.id_width));
        }
    }
}

fn push_line(out: &mut String, line: &str) {
    out.push_str(line.trim_end());
    out.push('\n');
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
