//! What a number is to its thing, and which of several things of one sentence it is of.

use assay_claims::{ClaimText, prove};
use assay_domain::{EvidenceId, Language};

use crate::held::bare;

/// Every sentence of `right` is borne out by the passages and every sentence of `wrong` is not.
fn check(passages: &[&str], right: &[&str], wrong: &[&str]) {
    let evidence = EvidenceId::new("ev_1");
    let sources: Vec<_> = passages.iter().map(|text| bare(&evidence, text)).collect();
    let sources: Vec<_> = sources.iter().collect();
    let mut lines = Vec::new();
    for sentence in right {
        let problems = prove(&ClaimText::bare(sentence), &sources).problems(Language::En);
        if !problems.is_empty() {
            lines.push(format!("true, but refused: {sentence} ({problems:?})"));
        }
    }
    for sentence in wrong {
        if prove(&ClaimText::bare(sentence), &sources).passes() {
            lines.push(format!("false, but passed: {sentence}"));
        }
    }
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}

const ORCHARD: &str = "Cider volume rose 6% to 84 million litres, while juice volume fell 4% to 31 million litres. \
    Selling costs were $45 million, compared with $38 million in 2022. The gross margin narrowed to 28.5% from 30.1%, as \
    glass prices rose. We planted 1.4 million trees for $22 million and leased barns for $9 million. \
    Water charges more than doubled to $17 million. The number of pickers fell by 120 to 2,310. \
    Approximately 18% of our bottles are sold to hotels in Norway. In May 2021 the group replaced its $90 million credit line \
    expiring in July 2022 by a $75 million credit line expiring in June 2026. The settlement led to a one-off tax charge of \
    $12 million. The group had seasonal lease obligations of $33 million. Other lease obligations were $14 million.";

const LINES: &str = "Sales and operating profit of each line (in millions of dollars):\n\n\
    | | 2023 | 2022 | Change |\n| --- | --- | --- | --- |\n\
    | Sales: | | | |\n| Cider | $720 | $690 | 4% |\n| Juice | 310 | 330 | (6)% |\n\
    | Operating profit (loss): | | | |\n| Cider | $96 | $88 | 9% |\n| Juice | 21 | 27 | (22)% |\n";

const MILL: &str = "报告期内，公司实现营业收入36.4亿元，同比增长7.2%；营业利润3.9亿元，同比下降5.8%；净利润3.1亿元，同比下降6.5%。\
    研发投入2.6亿元。";

#[test]
fn a_change_is_not_where_a_thing_stands() {
    check(
        &[ORCHARD],
        &[
            "The number of pickers fell by 120 to 2,310.",
            "Cider volume rose to 84 million litres.",
            "Selling costs were $45 million.",
        ],
        &[
            "The number of pickers was 120.",
            "Cider volume rose by 84 million litres.",
            "Water charges rose by $17 million.",
            "The gross margin fell by 28.5%.",
            "Juice volume fell to 4%.",
        ],
    );
    check(
        &[MILL],
        &["公司营业收入为36.4亿元。", "营业收入同比增长7.2%。"],
        &["营业收入增加36.4亿元。", "净利润下降3.1亿元。"],
    );
}

#[test]
fn what_a_figure_is_compared_with_is_not_what_is() {
    check(
        &[ORCHARD],
        &[
            "Selling costs were $38 million in 2022.",
            "The gross margin narrowed from 30.1% to 28.5%.",
        ],
        &[
            "The gross margin was 30.1%.",
            "The gross margin widened from 28.5% to 30.1%.",
            "Selling costs fell to $45 million.",
        ],
    );
}

#[test]
fn a_figure_is_neither_above_nor_below_itself() {
    check(
        &[ORCHARD],
        &[
            "Water charges more than doubled to $17 million.",
            "Selling costs exceeded $40 million.",
        ],
        &[
            "Selling costs exceeded $45 million.",
            "Water charges less than doubled to $17 million.",
        ],
    );
    check(
        &[MILL],
        &["研发投入为2.6亿元。"],
        &["研发投入未达到2.6亿元。"],
    );
}

#[test]
fn each_of_several_things_has_its_own_figure_and_way() {
    check(
        &[ORCHARD],
        &[
            "Juice volume fell 4% to 31 million litres.",
            "Juice volume fell.",
            "Cider volume rose.",
            "Glass prices rose.",
            "Trees were planted for $22 million.",
        ],
        &[
            "Juice volume was 84 million litres.",
            "Juice volume rose.",
            "Cider volume fell.",
            "Glass prices fell.",
            "Barns were leased for $22 million.",
            "Cider volume rose 6% while juice volume rose as well.",
        ],
    );
    check(
        &[MILL],
        &["营业利润下降。", "营业收入增长。", "净利润为3.1亿元。"],
        &[
            "营业利润上升。",
            "净利润上升。",
            "营业收入下降。",
            "净利润为3.9亿元。",
        ],
    );
}

#[test]
fn each_figure_and_each_event_has_its_own_date() {
    check(
        &[ORCHARD],
        &["The $90 million credit line was replaced in May 2021."],
        &["The $75 million credit line expires in July 2022."],
    );
    check(
        &[
            "The group opened its Bergen press in March 2019 and its Tromso bottling hall in October 2021.",
        ],
        &["The group opened its Bergen press in March 2019."],
        &["The group opened its Tromso bottling hall in March 2019."],
    );
}

#[test]
fn a_word_stands_for_itself_and_not_for_its_neighbour() {
    check(
        &[ORCHARD],
        &[
            "About 18% of the bottles are sold to hotels in Norway.",
            "The settlement led to a tax charge of $12 million.",
            "Other lease obligations were $14 million.",
        ],
        &[
            "About 18% of the hotels are in Norway.",
            "The settlement led to a tax benefit of $12 million.",
            "Other lease obligations were $33 million.",
            "Energy charges more than doubled to $17 million.",
        ],
    );
}

#[test]
fn a_row_is_of_its_own_part_of_the_table() {
    check(
        &[LINES],
        &[
            "Cider sales were $720 million in 2023.",
            "Juice operating profit was $21 million in 2023.",
        ],
        &[
            "The operating profit of cider was $720 million in 2023.",
            "Juice sales were $21 million in 2023.",
            "Juice had an operating loss of $21 million in 2023.",
        ],
    );
}
