//! By what the sentences of a section stand: the commonest standing is said once, every other at its
//! sentence, and the end of the report says what each means.

use std::collections::BTreeSet;

use assay_domain::{Language, Section, Standing};

use crate::compose::Part;
use crate::document::{Block, Inline};
use crate::words;

/// From the strongest to the weakest.
const ORDER: [&str; 6] = [
    "quoted",
    "computed",
    "judged by a model",
    "wording",
    "conclusion",
    "says what is missing",
];

/// Labels that a sentence bears by what its source has. The others say how a sentence differs from that,
/// and always stand beside it.
const BORNE: usize = 4;

/// The section with the label of each sentence, but for those of the commonest kind.
pub fn labelled(section: &Section, language: Language) -> Section {
    let main = main_label(section);
    let mut markdown = section.markdown.clone();
    for label in section.labels.iter().rev() {
        let is_place = markdown.is_char_boundary(label.at);
        if is_place && Some(label.standing.label(Language::En)) != main {
            let words = label.standing.label(language);
            markdown.insert_str(label.at, &format!(" *({words})*"));
        }
    }
    Section {
        markdown,
        ..section.clone()
    }
}

/// The commonest label of a section; the stronger of two that are as common.
fn main_label(section: &Section) -> Option<&'static str> {
    let count = |name: &&str| {
        let labels = section.labels.iter();
        let same = labels.filter(|label| label.standing.label(Language::En) == *name);
        same.count()
    };
    let borne = ORDER.iter().take(BORNE);
    let most = borne.rev().max_by_key(|name| count(name));
    most.copied().filter(|name| count(name) > 0)
}

/// What a section says of its sentences without a mark.
pub(crate) fn unmarked(section: &Section, language: Language) -> Option<String> {
    let main = main_label(section)?;
    let mut labels = section.labels.iter().map(|label| &label.standing);
    let main = labels.find(|standing| standing.label(Language::En) == main)?;
    let label = main.label(language);
    Some(match language {
        Language::En => format!("Sentences that cite a source and have no mark: {label}."),
        Language::Zh => format!("引用来源而未标注的句子：{label}。"),
    })
}

/// What each label of the report means; nothing where no sentence has one. The lines of a summary
/// have their labels in their text.
pub(crate) fn legend(parts: &[Part], summary: &[String], language: Language) -> Vec<Block> {
    let sections = parts.iter().filter_map(Part::section);
    let labels = sections.flat_map(|section| &section.labels);
    let standings: Vec<&Standing> = labels.map(|label| &label.standing).collect();
    let models: BTreeSet<&str> = standings
        .iter()
        .filter_map(|standing| match standing {
            Standing::Judged { model } => Some(model.as_str()),
            _ => None,
        })
        .collect();
    let is_said = |standing: &Standing| {
        let label = standing.label(language);
        let mark = format!("*({label})*");
        let mut known = standings.iter();
        known.any(|known| known.label(language) == label)
            || summary.iter().any(|line| line.contains(&mark))
    };
    let kinds = [
        Standing::Quoted,
        Standing::Computed,
        Standing::Judged {
            model: String::new(),
        },
        Standing::Wording,
        Standing::Conclusion,
        Standing::Gap,
    ];
    let kinds: Vec<Standing> = kinds.into_iter().filter(is_said).collect();
    if kinds.is_empty() {
        return Vec::new();
    }
    let items = kinds.into_iter().map(|standing| {
        let mut meaning = meaning(&standing, language).to_owned();
        if matches!(standing, Standing::Judged { .. }) && !models.is_empty() {
            let models: Vec<&str> = models.iter().copied().collect();
            let models = models.join(language.pick(", ", "、"));
            meaning.push_str(&language.pick(
                format!(" The verifier was {models}."),
                format!("核对者：{models}。"),
            ));
        }
        let label = Inline::text(standing.label(language));
        vec![Block::Paragraph(vec![
            Inline::Strong(vec![label]),
            Inline::text(words::colon(language)),
            Inline::text(meaning),
        ])]
    });
    let items = items.collect();
    let [limits, file, more] = language.pick(
        [
            "No label says that a source is right or that nothing was left out. ",
            "docs/labels.md",
            " of Assay tells more, and how often each check errs.",
        ],
        [
            "任何标签都不表示来源本身正确，也不表示没有遗漏。Assay 的 ",
            "docs/labels.zh-CN.md",
            " 有更多说明，包括各项检查的出错率。",
        ],
    );
    vec![
        Block::List { start: None, items },
        Block::Paragraph(vec![
            Inline::text(limits),
            Inline::Code(file.to_owned()),
            Inline::text(more),
        ]),
    ]
}

fn meaning(standing: &Standing, language: Language) -> &'static str {
    match standing {
        Standing::Quoted => language.pick(
            "it stands word for word in the source that it cites.",
            "逐字见于所引来源。",
        ),
        Standing::Computed => language.pick(
            "each figure is in the source that it cites, for the same owner, metric and period, or was recomputed from such figures. Percentages are rounded to one decimal, halves to even.",
            "每个数字都见于所引来源，且主体、指标、期间一致，或由这样的数字重新算得。百分比四舍六入五成双，保留一位小数。",
        ),
        Standing::Judged { .. } => language.pick(
            "a model named the words of the source that say it; code found these words and compared names, negation, certainty, quantity, direction and time.",
            "由模型指出来源中说明它的原文；程序找到了该原文，并核对了名称、否定、确定程度、数量、方向和时间。",
        ),
        Standing::Wording => language.pick(
            "no model was asked; code found its names and content words in one statement of the source. The weakest of the labels: read the source beside it.",
            "没有询问模型；程序在来源的一处表述中找到了它的名称和实词。这是最弱的标签，请对照来源阅读。",
        ),
        Standing::Conclusion => language.pick(
            "it says by its own words that it concludes, from supported sentences of the same section. Nobody proves a conclusion.",
            "句子自己表明是推论，依据同一节中有证据的句子。推论本身未经证明。",
        ),
        Standing::Gap => language.pick(
            "it says what the sources do not have.",
            "说明来源中没有什么。",
        ),
    }
}
