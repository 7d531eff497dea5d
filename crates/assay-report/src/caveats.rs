use assay_domain::{Finding, Language, QualityNote, Reading, Tier};

use crate::citations::Citations;
use crate::compose::{Layout, Part, ReportInput, by_author};
use crate::document::{Align, Block, Inline, Table};
use crate::plain_text::{plain_inlines, reason_text, title_text};
use crate::words;

/// What a reader must know before trusting the text: what the checks found, what is missing, what
/// was assumed. Citations of the findings take their numbers here, before the sections.
pub(crate) fn caveats(input: &ReportInput<'_>, citations: &mut Citations<'_>) -> Vec<Block> {
    let mut writer = Caveats {
        language: input.language,
        citations,
        blocks: Vec::new(),
    };
    writer.not_written(input);
    writer.stand_ins(input);
    writer.not_borne_out(input);
    writer.contradictions(input.findings);
    writer.conflicts(input.findings);
    writer.outdated(input.findings);
    writer.missing_periods(input.findings);
    writer.quarantined(input.findings);
    if input.layout == Layout::Sections {
        writer.assumptions(input.assumptions);
    }
    writer.blocks
}

/// What is to be known of a short answer, in a line: how the question was read, and from what it is told.
pub(crate) fn note(input: &ReportInput<'_>, citations: &Citations<'_>) -> Vec<Block> {
    if input.layout != Layout::Answer {
        return Vec::new();
    }
    let language = input.language;
    let assumed = input.assumptions.iter();
    let read = assumed.map(|(parameter, assumed)| {
        let end = language.pick(".", "。");
        format!("{parameter}{}{assumed}{end}", words::colon(language))
    });
    let below = language.pick(
        "No cited source is of tier A or B.",
        "所引来源均非 A 级或 B 级。",
    );
    let weak = is_weak(citations).then(|| below.to_owned());
    let lines: Vec<String> = read.chain(weak).collect();
    match lines.is_empty() {
        true => Vec::new(),
        false => vec![Block::Paragraph(vec![Inline::Emphasis(vec![
            Inline::Text(lines.join(language.pick(" ", ""))),
        ])])],
    }
}

fn is_weak(citations: &Citations<'_>) -> bool {
    let sources = citations.sources();
    !sources.is_empty() && sources.iter().all(|source| source.tier > Tier::B)
}

/// What only the finished citations can tell. It cites nothing, so it may be written last.
pub(crate) fn citation_caveats(
    language: Language,
    layout: Layout,
    citations: &Citations<'_>,
) -> Vec<Block> {
    let mut items = Vec::new();
    let unresolved = citations.unresolved().len();
    if unresolved > 0 {
        items.push(match language {
            Language::En => format!(
                "Citations that resolve to no evidence: {unresolved}. Each is marked where it stands."
            ),
            Language::Zh => format!("有 {unresolved} 处引用无法对应任何证据，均已在原处标出。"),
        });
    }
    let sources = citations.sources();
    if sources.is_empty() {
        let text = language.pick(
            "Nothing in this report is cited: it has no source.",
            "本报告没有任何引用，即没有来源。",
        );
        items.push(text.to_owned());
    } else if layout == Layout::Sections && is_weak(citations) {
        let text = language.pick(
            "No cited source is a filing, an audited statement, company material or licensed data (tier A or B).",
            "所引来源中没有监管文件、经审计报表、公司材料或授权数据（A 级或 B 级）。",
        );
        items.push(text.to_owned());
    }
    if items.is_empty() {
        return Vec::new();
    }
    let heading = language.pick("Citations and sources", "引用与来源");
    let items = items
        .into_iter()
        .map(|text| vec![Block::Paragraph(vec![Inline::Text(text)])])
        .collect();
    vec![subheading(heading), Block::List { start: None, items }]
}

/// How the research went about it.
pub(crate) fn method(lines: &[String], language: Language) -> Vec<Block> {
    if lines.is_empty() {
        return Vec::new();
    }
    let heading = language.pick("How it was researched", "研究过程");
    let items = lines.iter();
    let items = items.map(|line| vec![Block::Paragraph(vec![Inline::text(line.as_str())])]);
    let items = items.collect();
    vec![subheading(heading), Block::List { start: None, items }]
}

/// What stands under the heading if there is nothing to say.
pub(crate) fn nothing_found(language: Language) -> Block {
    Block::Paragraph(vec![Inline::text(language.pick(
        "The checks found no contradiction, no outdated figure, no missing period and no quarantined content in what was read. They cannot see what was not read.",
        "在已读材料中，检查未发现相互矛盾、已过时的数据、缺失的期间或被隔离的内容。未读到的材料不在检查之列。",
    ))])
}

struct Caveats<'c, 'e> {
    language: Language,
    citations: &'c mut Citations<'e>,
    blocks: Vec<Block>,
}

impl Caveats<'_, '_> {
    fn list(&mut self, heading: &str, items: Vec<Vec<Inline>>) {
        if items.is_empty() {
            return;
        }
        self.blocks.push(subheading(heading));
        let items = items
            .into_iter()
            .map(|item| vec![Block::Paragraph(item)])
            .collect();
        self.blocks.push(Block::List { start: None, items });
    }

    fn table(&mut self, heading: &str, explanation: &str, head: &[&str], rows: Vec<Row>) {
        if rows.is_empty() {
            return;
        }
        self.blocks.push(subheading(heading));
        self.blocks
            .push(Block::Paragraph(vec![Inline::text(explanation)]));
        self.blocks.push(Block::Table(Table {
            align: vec![Align::Left; head.len()],
            head: head.iter().map(|cell| vec![Inline::text(*cell)]).collect(),
            rows,
        }));
    }

    fn plain(&mut self, text: &str) -> Vec<Inline> {
        plain_inlines(text, self.citations)
    }

    /// `value [n]`
    fn reading(&mut self, reading: &Reading) -> Vec<Inline> {
        let mut cell = self.plain(&reading.value);
        cell.push(Inline::text(" "));
        cell.push(self.citations.cite(reading.evidence.as_str()));
        cell
    }

    fn not_written(&mut self, input: &ReportInput<'_>) {
        let language = self.language;
        let mut items = Vec::new();
        for part in input.parts {
            let (task, title, why) = match part {
                Part::Section(_) => continue,
                Part::Failed {
                    task,
                    title,
                    failure,
                } => (*task, title, words::placeholder(language, failure)),
                Part::Blocked { task, title, by } => (
                    *task,
                    title,
                    words::blocked_placeholder(language, *by, None),
                ),
            };
            let text = format!("{task}. {}", title_text(title));
            let mut item = vec![
                Inline::Chapter { task, text },
                Inline::text(words::colon(language)),
            ];
            item.push(Inline::Text(reason_text(&why)));
            items.push(item);
        }
        let known = |task| input.parts.iter().any(|part| part.task() == task);
        for task in input.plan.tasks.iter().filter(|task| !known(task.id)) {
            let text = format!("{}. {}", task.id, title_text(&task.description));
            let why = language.pick("not worked on", "未执行");
            items.push(vec![Inline::Text(format!(
                "{text}{}{why}",
                words::colon(language)
            ))]);
        }
        self.list(
            language.pick("Sections that are missing", "缺失的章节"),
            items,
        );
    }

    fn stand_ins(&mut self, input: &ReportInput<'_>) {
        let language = self.language;
        let mut items = Vec::new();
        for (author, sections) in by_author(input.parts) {
            if !author.is_fallback() {
                continue;
            }
            let mut item = Vec::new();
            for section in sections {
                if !item.is_empty() {
                    item.push(Inline::text(language.pick(", ", "、")));
                }
                let text = format!("{}. {}", section.task, title_text(&section.title));
                let task = section.task;
                item.push(Inline::Chapter { task, text });
            }
            item.push(Inline::text(words::colon(language)));
            item.extend(words::author(language, author));
            items.push(item);
        }
        self.list(
            language.pick("Sections written by a stand-in", "由替代者撰写的章节"),
            items,
        );
    }

    fn not_borne_out(&mut self, input: &ReportInput<'_>) {
        let language = self.language;
        let mut items = Vec::new();
        for section in input.parts.iter().filter_map(Part::section) {
            let is_about_evidence = |note: &&QualityNote| {
                matches!(
                    note,
                    QualityNote::Unsupported { .. } | QualityNote::Uncited { .. }
                )
            };
            for note in section.notes.iter().filter(is_about_evidence) {
                let text = format!("{}. {}", section.task, title_text(&section.title));
                let task = section.task;
                items.push(vec![
                    Inline::Chapter { task, text },
                    Inline::text(words::colon(language)),
                    Inline::Text(words::quality_note(language, note)),
                ]);
            }
        }
        self.list(
            language.pick("Statements without support", "缺乏证据支持的陈述"),
            items,
        );
    }

    fn contradictions(&mut self, findings: &[Finding]) {
        let language = self.language;
        let mut rows = Vec::new();
        for finding in findings {
            let Finding::Contradiction {
                subject,
                period,
                readings,
            } = finding
            else {
                continue;
            };
            for (index, reading) in readings.iter().enumerate() {
                let (subject, period) = match index {
                    0 => (self.plain(subject), self.plain(period)),
                    _ => (Vec::new(), Vec::new()),
                };
                let value = self.reading(reading);
                let source = self.plain(&reading.source);
                rows.push(vec![subject, period, value, source]);
            }
        }
        let head = language.pick(
            ["Subject", "Period", "Reading", "Source"],
            ["项目", "期间", "数值", "来源"],
        );
        self.table(
            language.pick("Contradictions", "相互矛盾的数据"),
            language.pick(
                "Sources give different values for the same thing, and nothing in them explains why. The report does not choose between them.",
                "不同来源对同一事项给出了不同数值，且来源本身未作解释。本报告不替读者取舍。",
            ),
            &head,
            rows,
        );
    }

    fn conflicts(&mut self, findings: &[Finding]) {
        let language = self.language;
        let mut rows = Vec::new();
        for finding in findings {
            let Finding::Conflict { statements } = finding else {
                continue;
            };
            for statement in statements {
                let mut said = self.plain(&statement.text);
                for id in &statement.evidence {
                    said.push(Inline::text(" "));
                    said.push(self.citations.cite(id.as_str()));
                }
                rows.push(vec![said, self.plain(&statement.section)]);
            }
        }
        self.table(
            language.pick("Statements at odds", "相互矛盾的陈述"),
            language.pick(
                "Each is borne out by what it cites, and they cannot both be so. The report does not choose between them.",
                "每条陈述均有所引证据支持，但不可能同时成立。本报告不替读者取舍。",
            ),
            &language.pick(["Statement", "Section"], ["陈述", "章节"]),
            rows,
        );
    }

    fn outdated(&mut self, findings: &[Finding]) {
        let language = self.language;
        let mut rows = Vec::new();
        for finding in findings {
            if let Finding::Outdated {
                subject,
                period,
                old,
                new,
            } = finding
            {
                let row = vec![
                    self.plain(subject),
                    self.plain(period),
                    self.reading(new),
                    self.reading(old),
                ];
                rows.push(row);
            }
        }
        let head = language.pick(
            ["Subject", "Period", "Newer, stands", "Older, replaced"],
            ["项目", "期间", "较新（采用）", "较旧（已被取代）"],
        );
        self.table(
            language.pick("Outdated figures", "已过时的数据"),
            language.pick(
                "A newer source replaced an older value. The newer one stands.",
                "较新的来源取代了旧值，以较新者为准。",
            ),
            &head,
            rows,
        );
    }

    fn missing_periods(&mut self, findings: &[Finding]) {
        let language = self.language;
        let join = language.pick(", ", "、");
        let mut items = Vec::new();
        for finding in findings {
            let Finding::MissingPeriod {
                subject,
                missing,
                present,
                evidence,
            } = finding
            else {
                continue;
            };
            let text = match language {
                Language::En => format!(
                    "{subject}: no figure for {}; there are figures for {} ",
                    missing.join(join),
                    present.join(join)
                ),
                Language::Zh => format!(
                    "{subject}：缺少 {} 的数据，现有 {} 的数据",
                    missing.join(join),
                    present.join(join)
                ),
            };
            let mut item = self.plain(&text);
            for id in evidence {
                item.push(self.citations.cite(id.as_str()));
            }
            items.push(crate::plain_text::finish(item));
        }
        self.list(language.pick("Missing periods", "缺失的期间"), items);
    }

    fn quarantined(&mut self, findings: &[Finding]) {
        let language = self.language;
        let mut items = Vec::new();
        for finding in findings {
            let Finding::Quarantined {
                title,
                rule,
                reason,
                ..
            } = finding
            else {
                continue;
            };
            let text = match language {
                Language::En => format!(
                    "{title}: a passage was taken out of use ({rule}: {reason}). It reached no model and no section."
                ),
                Language::Zh => format!(
                    "{title}：其中一段内容已被隔离（{}），未进入任何模型或章节。",
                    words::gate_rule_in_chinese(rule).map_or_else(
                        || format!("{rule}：{reason}"),
                        |meaning| format!("{rule}：{meaning}")
                    )
                ),
            };
            let item = self.plain(&text);
            if !items.contains(&item) {
                items.push(item);
            }
        }
        self.list(language.pick("Quarantined content", "被隔离的内容"), items);
    }

    fn assumptions(&mut self, assumptions: &[(String, String)]) {
        let language = self.language;
        let items = assumptions
            .iter()
            .map(|(parameter, assumed)| {
                let mut item = vec![Inline::Strong(self.plain(parameter))];
                item.push(Inline::text(words::colon(language)));
                item.extend(self.plain(assumed));
                item
            })
            .collect();
        self.list(language.pick("Assumptions", "所作的假设"), items);
    }
}

type Row = Vec<Vec<Inline>>;

fn subheading(text: &str) -> Block {
    Block::Heading {
        level: 3,
        text: vec![Inline::text(text)],
    }
}
