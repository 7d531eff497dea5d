//! The two dashboards: what a model keeps of its work, in sections that code can read.

use assay_domain::{ArtifactKind, ArtifactName, Language};

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DashboardKind {
    /// The whole research: what for, which chapters, what was found.
    Overall,
    /// What is being done now.
    Current,
}

/// A section of a dashboard: its headings in English and Chinese, other headings it is known by, and
/// what belongs under it.
struct SectionForm {
    english: &'static str,
    chinese: &'static str,
    also: &'static [&'static str],
    /// Set by the user's request and not for the model to change.
    given: bool,
}

const OVERALL: [SectionForm; 5] = [
    SectionForm {
        english: "Title",
        chinese: "研究主题",
        also: &["topic", "主题", "标题", "题目"],
        given: true,
    },
    SectionForm {
        english: "Purpose",
        chinese: "研究目的",
        also: &["goal", "objective", "目的", "目标"],
        given: true,
    },
    SectionForm {
        english: "Blueprint",
        chinese: "研究蓝图",
        also: &[
            "plan", "chapters", "outline", "蓝图", "计划", "章节", "大纲",
        ],
        given: false,
    },
    SectionForm {
        english: "Findings",
        chinese: "主要发现",
        also: &["results", "conclusions", "发现", "结论", "成果"],
        given: false,
    },
    SectionForm {
        english: "Open questions",
        chinese: "未决问题",
        also: &["questions", "gaps", "open issues", "问题", "缺口", "待解决"],
        given: false,
    },
];

const CURRENT: [SectionForm; 4] = [
    SectionForm {
        english: "Current task",
        chinese: "当前任务",
        also: &["task", "now", "任务", "正在进行"],
        given: false,
    },
    SectionForm {
        english: "Progress",
        chinese: "进展",
        also: &["done", "status", "进度", "已完成", "状态"],
        given: false,
    },
    SectionForm {
        english: "Next steps",
        chinese: "下一步",
        also: &["next", "todo", "to do", "后续", "待办"],
        given: false,
    },
    SectionForm {
        english: "Notes",
        chinese: "备忘",
        also: &["memo", "draft", "drafts", "笔记", "草稿", "备注"],
        given: false,
    },
];

const BLUEPRINT: usize = 2;

impl DashboardKind {
    pub const ALL: [Self; 2] = [Self::Overall, Self::Current];

    pub fn file(self) -> &'static str {
        match self {
            Self::Overall => "overall_dashboard.md",
            Self::Current => "current_dashboard.md",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Overall => "overall",
            Self::Current => "current",
        }
    }

    /// The artifact that holds its newest state.
    pub fn artifact(self) -> ArtifactKind {
        match self {
            Self::Overall => ArtifactKind::OverallDashboard,
            Self::Current => ArtifactKind::CurrentDashboard,
        }
    }

    pub fn of_artifact(name: &ArtifactName) -> Option<Self> {
        let named = name.kind()?;
        Self::ALL.into_iter().find(|kind| kind.artifact() == named)
    }

    pub fn action(self) -> &'static str {
        match self {
            Self::Overall => "update_overall_dashboard",
            Self::Current => "update_current_dashboard",
        }
    }

    fn form(self) -> &'static [SectionForm] {
        match self {
            Self::Overall => &OVERALL,
            Self::Current => &CURRENT,
        }
    }

    /// Where text goes that stands under no heading of the form.
    fn catch_all(self) -> usize {
        3
    }

    fn heading(self, language: Language) -> &'static str {
        match self {
            Self::Overall => language.pick("Overall dashboard", "总体看板"),
            Self::Current => language.pick("Current dashboard", "当前看板"),
        }
    }
}

/// A dashboard with every section of its form, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dashboard {
    kind: DashboardKind,
    language: Language,
    sections: Vec<String>,
}

/// How far a blueprint is worked off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlueprintProgress {
    pub done: usize,
    pub total: usize,
}

/// What was mended in a dashboard that a model wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DashboardRepair {
    /// A section was missing; the text it had before was kept.
    Kept { section: String },
    /// A heading of no section; its text went where free text goes.
    Moved { heading: String, to: String },
    /// A section that the user's request fills was put back.
    PutBack { section: String },
    /// It was longer than a dashboard may be; every section was cut alike.
    Cut { characters: usize, limit: usize },
}

impl DashboardRepair {
    pub fn shown(&self, language: Language) -> String {
        match self {
            Self::Kept { section } => language.pick(
                format!("the section `{section}` was missing; its earlier text was kept"),
                format!("缺少“{section}”一节，已保留原有内容"),
            ),
            Self::Moved { heading, to } => language.pick(
                format!("`{heading}` is no section of this dashboard; its text is under `{to}`"),
                format!("“{heading}”不是本看板的章节，内容已移至“{to}”"),
            ),
            Self::PutBack { section } => language.pick(
                format!("`{section}` is given by the user and was put back"),
                format!("“{section}”由用户给定，已恢复"),
            ),
            Self::Cut { characters, limit } => language.pick(
                format!("it had {characters} characters of {limit} allowed and was cut; keep details in Notebook files"),
                format!("共 {characters} 字，超过上限 {limit} 字，已截短；细节请写入 Notebook 文件"),
            ),
        }
    }
}

impl Dashboard {
    /// The first overall dashboard of a research.
    pub fn overall(title: &str, purpose: &str, language: Language) -> Self {
        let mut new = Self::empty(DashboardKind::Overall, language);
        for (section, text) in new.sections.iter_mut().zip([title, purpose]) {
            *section = text.trim().replace('\n', " ");
        }
        new
    }

    pub fn empty(kind: DashboardKind, language: Language) -> Self {
        Self {
            kind,
            language,
            sections: vec![String::new(); kind.form().len()],
        }
    }

    /// Reads a dashboard back as [`Self::markdown`] wrote it.
    pub fn read(kind: DashboardKind, language: Language, markdown: &str) -> Self {
        let mut read = Self::empty(kind, language);
        let mut at = None;
        for line in markdown.split_inclusive('\n') {
            let next = at.map_or(0, |at| at + 1);
            let heading = line.strip_prefix("## ").map(str::trim_end);
            if next < read.sections.len() && heading == Some(read.title(next)) {
                at = Some(next);
            } else if let Some(section) = at.and_then(|at| read.sections.get_mut(at)) {
                section.push_str(line);
            }
        }
        for section in &mut read.sections {
            let text = section.trim();
            *section = if text == "-" { "" } else { text }.to_owned();
        }
        read
    }

    /// Every section in order: its heading and its text.
    pub fn sections(&self) -> Vec<(&'static str, &str)> {
        let sections = self.sections.iter().enumerate();
        sections
            .map(|(at, text)| (self.title(at), text.as_str()))
            .collect()
    }

    pub fn kind(&self) -> DashboardKind {
        self.kind
    }

    /// Reads what a model wrote in the place of this dashboard. Whatever it is, a whole dashboard
    /// comes out, and what had to be mended.
    pub fn updated(&self, text: &str, limit: usize) -> (Self, Vec<DashboardRepair>) {
        let form = self.kind.form();
        let mut repairs = Vec::new();
        let mut written: Vec<Option<String>> = vec![None; form.len()];
        for (heading, body) in parts(text) {
            let at = heading.and_then(|heading| self.section_of(heading));
            let body = match (at, heading) {
                (None, Some(heading)) if !body.is_empty() && !self.is_own_title(heading) => {
                    repairs.push(DashboardRepair::Moved {
                        heading: heading.to_owned(),
                        to: self.title(self.kind.catch_all()).to_owned(),
                    });
                    format!("### {heading}\n\n{body}")
                }
                _ => body.to_owned(),
            };
            if at.is_none() && body.is_empty() {
                continue;
            }
            let slot = written.get_mut(at.unwrap_or(self.kind.catch_all()));
            if let Some(slot) = slot {
                *slot = Some(match slot.take() {
                    Some(before) if !before.is_empty() => format!("{before}\n\n{body}"),
                    _ => body,
                });
            }
        }
        let mut sections = Vec::with_capacity(form.len());
        for (at, ((form, new), old)) in form.iter().zip(written).zip(&self.sections).enumerate() {
            let section = self.title(at).to_owned();
            sections.push(match new {
                _ if form.given => {
                    if new.is_some_and(|new| new != *old) {
                        repairs.push(DashboardRepair::PutBack { section });
                    }
                    old.clone()
                }
                None => {
                    if !old.is_empty() {
                        repairs.push(DashboardRepair::Kept { section });
                    }
                    old.clone()
                }
                Some(new) if self.kind == DashboardKind::Overall && at == BLUEPRINT => boxed(&new),
                Some(new) => new,
            });
        }
        let mut updated = Self {
            sections,
            ..self.clone()
        };
        updated.cut(limit, &mut repairs);
        (updated, repairs)
    }

    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n", self.kind.heading(self.language));
        for (at, section) in self.sections.iter().enumerate() {
            let body = if section.is_empty() { "-" } else { section };
            text.push_str(&format!("\n## {}\n\n{body}\n", self.title(at)));
        }
        text
    }

    /// Chapters of the blueprint, each with whether it is done. What stands indented below a chapter
    /// is a part of it.
    pub fn chapters(&self) -> Vec<(String, bool)> {
        let blueprint = match self.kind {
            DashboardKind::Overall => self.sections.get(BLUEPRINT),
            DashboardKind::Current => None,
        };
        let lines = blueprint.into_iter().flat_map(|text| text.lines());
        lines
            .filter(|line| !line.starts_with([' ', '\t']))
            .filter_map(item)
            .map(|(text, done)| (text.to_owned(), done))
            .collect()
    }

    /// Chapters of the blueprint that are not ticked.
    pub fn open_chapters(&self) -> Vec<String> {
        let open = self.chapters().into_iter().filter(|(_, done)| !done);
        open.map(|(title, _)| title).collect()
    }

    pub fn progress(&self) -> BlueprintProgress {
        let chapters = self.chapters();
        BlueprintProgress {
            done: chapters.iter().filter(|(_, done)| *done).count(),
            total: chapters.len(),
        }
    }

    /// The headings that it should have, for the prompt.
    pub fn headings(kind: DashboardKind, language: Language) -> Vec<&'static str> {
        let form = kind.form().iter();
        form.map(|section| language.pick(section.english, section.chinese))
            .collect()
    }

    fn title(&self, at: usize) -> &'static str {
        let form = self.kind.form().get(at);
        form.map_or("", |section| {
            self.language.pick(section.english, section.chinese)
        })
    }

    fn section_of(&self, heading: &str) -> Option<usize> {
        let plain = plain(heading);
        let is_named = |section: &SectionForm| {
            plain == section.english.to_lowercase()
                || plain == section.chinese
                || section.also.contains(&plain.as_str())
        };
        self.kind.form().iter().position(is_named)
    }

    fn is_own_title(&self, heading: &str) -> bool {
        let plain = plain(heading);
        let own =
            [Language::En, Language::Zh].map(|language| self.kind.heading(language).to_lowercase());
        own.contains(&plain) || plain.contains("dashboard") || plain.contains("看板")
    }

    fn cut(&mut self, limit: usize, repairs: &mut Vec<DashboardRepair>) {
        let characters = self.markdown().chars().count();
        if characters <= limit {
            return;
        }
        repairs.push(DashboardRepair::Cut { characters, limit });
        // Headings and marks take a little of it.
        let each = (limit / (self.sections.len() + 1)).saturating_sub(24);
        for section in &mut self.sections {
            if section.chars().count() > each {
                let kept: String = section.chars().take(each).collect();
                *section = format!("{kept} […]");
            }
        }
    }
}

/// A heading without numbers, marks and case: `## 1. Next steps:` → `next steps`.
fn plain(heading: &str) -> String {
    let is_mark = |c: char| !c.is_alphanumeric();
    let heading = heading.trim_start_matches(|c: char| is_mark(c) || c.is_ascii_digit());
    heading.trim_end_matches(is_mark).to_lowercase()
}

/// Headings of the first two levels with the text below each; text above the first has none.
fn parts(text: &str) -> Vec<(Option<&str>, &str)> {
    let mut found = Vec::new();
    let (mut heading, mut start, mut at) = (None, 0, 0);
    for line in text.split_inclusive('\n') {
        let title = ["# ", "## "]
            .iter()
            .find_map(|mark| line.strip_prefix(mark));
        if let Some(title) = title {
            found.push((heading, text.get(start..at).unwrap_or_default().trim()));
            heading = Some(title.trim());
            start = at + line.len();
        }
        at += line.len();
    }
    found.push((heading, text.get(start..).unwrap_or_default().trim()));
    found.retain(|(heading, body)| heading.is_some() || !body.is_empty());
    for (_, body) in &mut found {
        if *body == "-" {
            *body = "";
        }
    }
    found
}

/// A line of a list as its text and whether it is ticked.
fn item(line: &str) -> Option<(&str, bool)> {
    let line = line.trim_start();
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = if numbered.len() < line.len() {
        numbered.strip_prefix(['.', '、', ')'])?
    } else {
        line.strip_prefix(['-', '*', '+'])?
    };
    let rest = rest.trim_start();
    let ticks = ["[x]", "[X]", "[✓]", "✓", "✅", "☑"];
    let ticked = ticks.iter().find_map(|tick| rest.strip_prefix(tick));
    let open = ["[ ]", "[]", "☐"]
        .iter()
        .find_map(|tick| rest.strip_prefix(tick));
    let text = ticked.or(open).unwrap_or(rest).trim();
    (!text.is_empty()).then_some((text, ticked.is_some()))
}

/// A blueprint whose top-level items all have a box to tick.
fn boxed(text: &str) -> String {
    let lines = text.lines().map(|line| match item(line) {
        Some((text, done)) if !line.starts_with([' ', '\t']) => {
            format!("- [{}] {text}", if done { 'x' } else { ' ' })
        }
        _ => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}
