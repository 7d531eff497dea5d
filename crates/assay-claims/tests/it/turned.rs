//! Sentences that turn what a passage says, beside those that only say it in other words.

use crate::about::check;

const MILL: &str = "Timber and sales of the Lund mill\n\n| | 2024 | 2023 | Change |\n| --- | --- | --- | --- |\n\
    | Timber purchased (m3) | 812 | 790 | 2.8% |\n| Timber shipped (m3) | 601 | 622 | (3.4)% |\n\
    | Own brands (EUR million) | 20.4 | 21.1 | (3.3)% |\n| Total sales (EUR million) | 618 | 600 | 3.0% |\n";

#[test]
fn what_is_done_with_a_thing_is_what_its_row_says() {
    check(
        MILL,
        &[
            "The mill bought 812 m3 of timber in 2024.",
            "Timber shipped came to 601 m3 in 2024.",
        ],
        &[
            "The mill burned 812 m3 of timber in 2024.",
            "The mill shipped 812 m3 of timber in 2024.",
        ],
    );
}

#[test]
fn a_share_that_comes_to_as_much_is_no_growth() {
    check(
        MILL,
        &["Sales of own brands fell 3.3%.", "自有品牌销售额下降3.3%。"],
        &["Sales of own brands rose 3.3%.", "Own brands grew by 3.3%."],
    );
}

const HOLDINGS: &str = "Loans included about $53 million of Norvell notes, or 0.21% of total assets, at December 31, 2019 \
    and about $68 million of Norvell notes, or 0.30% of total assets, at December 31, 2018.";

#[test]
fn a_date_behind_several_figures_is_of_all_of_them() {
    check(
        HOLDINGS,
        &[
            "Norvell notes made up 0.21% of total assets at the end of 2019.",
            "Norvell notes made up 0.30% of total assets at the end of 2018.",
        ],
        &[
            "Norvell notes made up 0.30% of total assets at the end of 2019.",
            "Norvell notes came to $68 million at the end of 2019.",
        ],
    );
}

const STRETCHES: &str = "| | 13 Weeks Ended | | 39 Weeks Ended | |\n| --- | --- | --- | --- | --- |\n\
    | | Oct 28, 2024 | Oct 30, 2023 | Oct 28, 2024 | Oct 30, 2023 |\n\
    | Licence income (millions) | 64 | 51 | 190 | 90 |\n";

#[test]
fn a_quarter_is_held_against_a_quarter() {
    check(
        STRETCHES,
        &["Quarterly licence income rose about 25% from a year earlier."],
        &["Quarterly licence income more than doubled from a year earlier."],
    );
}

const MINE: &str = "| | Quarter | | Full year | |\n| --- | --- | --- | --- | --- |\n\
    | | Q4 2024 | Q3 2024 | 2024 | 2023 |\n| Unit cost ($/t) | 61 | 66 | 64 | 58 |\n\n\
    Unit cost rose mainly because of lower volumes; a weaker krona offset part of the increase.";

#[test]
fn a_year_is_not_its_last_quarter() {
    check(
        MINE,
        &["Unit cost for the full year 2024 was $64."],
        &["Unit cost for the full year 2024 was $61."],
    );
}

#[test]
fn what_worked_against_a_change_did_not_cause_it() {
    check(
        MINE,
        &["Unit cost rose mainly because of lower volumes."],
        &[
            "A weaker krona was the main reason for the rise in unit cost.",
            "Unit cost rose mainly because of freight tariffs.",
        ],
    );
}

const OUTLOOK: &str = "For the next quarter, we expect revenue of $41 million to $44 million and gross margin of 37% to 38%, \
    assuming that the strait stays closed. The write-down of $4.1 million was for the discontinued KX-710 line. \
    Purchases of KX-930 systems were delayed.";

#[test]
fn what_is_expected_of_the_first_of_a_list_is_expected_of_all() {
    check(
        OUTLOOK,
        &["Gross margin is expected to be 37% to 38% in the next quarter."],
        &[
            "Gross margin recovered to 37% to 38% in the next quarter.",
            "The company expects revenue of $41 million to $44 million no matter whether the strait stays closed.",
        ],
    );
}

#[test]
fn things_told_apart_by_digits_are_not_exchanged() {
    check(
        OUTLOOK,
        &["The $4.1 million write-down was for the KX-710 line."],
        &["The $4.1 million write-down was for the KX-930 line."],
    );
}

const CLAIMS: &str = "A former driver filed a suit against 4F over 4F's child seats. No liability has been recorded for this \
    matter. Staff who leave receive a minimum of nearly five months of pay. 公司有权获得最高7亿元的奖励款，已收到首付款0.6亿元。\n\n\
    在建项目共31项，其中12项属于出口合同。丰源建设未提起上诉，复核尚未开始。";

#[test]
fn what_is_denied_is_not_affirmed() {
    check(
        CLAIMS,
        &[
            "No liability has been recorded for the matter.",
            "公司已收到首付款0.6亿元。",
            "在建项目共31项。",
        ],
        &[
            "4F has recorded a liability for the matter.",
            "Staff who leave receive at most five months of pay.",
            "公司已收到7亿元的奖励款。",
            "公司有31个项目属于出口合同。",
            "丰源建设已提起上诉。",
        ],
    );
}

const COURSE: &str = "The share of dealers in sales registered a decrease of 5 percentage points compared to 2018, to 30% in 2019. \
    In 2018 as compared to 2017, the share of dealers in sales registered an increase of 1 percentage point.\n\n\
    | | 2025年第二季度 | 2025年第一季度 | 2024年第二季度 |\n| --- | --- | --- | --- |\n| 经营利润（亿元） | 2.1 | 0.4 | 3.6 |\n";

#[test]
fn a_year_that_others_are_compared_with_is_not_the_one_told_of() {
    check(
        COURSE,
        &["第二季度经营利润同比下降。"],
        &[
            "The share of dealers in sales fell in 2018.",
            "第二季度经营利润同比增长。",
        ],
    );
}

#[test]
fn points_that_are_counted_conclude_nothing() {
    check(
        "The leap week took two points off sales growth in 2021.",
        &["The leap week took two points off sales growth in 2021."],
        &["Lower rates added two points to sales growth in 2021."],
    );
}

const TOLLS: &str = "Tolls of the Brenner company\n\n| | 2024 | 2023 | Change |\n| --- | --- | --- | --- |\n\
    | Tunnel margin | 18.4% | 18.9% | (50) bp |\n| Bridge margin | 31.0% | 29.2% | 180 bp |\n| Bridge revenue growth | 9% | 4% | |\n";

#[test]
fn a_course_runs_forwards_in_either_language() {
    check(
        TOLLS,
        &[
            "The tunnel margin fell from 18.9% to 18.4%.",
            "隧道利润率从18.9%降至18.4%。",
            "The bridge margin rose by 1.8 percentage points.",
        ],
        &[
            "The tunnel margin rose from 18.4% to 18.9%.",
            "隧道利润率从18.4%升至18.9%。",
            "The bridge margin rose by 18 percentage points.",
        ],
    );
}

const MARGINS: &str = "GAAP and non-GAAP operating margin of Harker was 11.2% and 15.9%, respectively. Orsted Retail accounted \
    for 14 percent of our consolidated revenue and 31 percent of revenue of our Nordic segment. The dividend outside the \
    United Kingdom is paid in euros. An increase in freight rates reduced the volume shipped.";

#[test]
fn what_stands_beside_a_thing_is_not_the_thing() {
    check(
        MARGINS,
        &[
            "Harker's non-GAAP operating margin was 15.9%.",
            "Orsted Retail accounted for 31 percent of revenue of the Nordic segment.",
            "Higher freight rates reduced the volume shipped.",
        ],
        &[
            "Harker's GAAP operating margin was 15.9%.",
            "Orsted Retail accounted for 31 percent of consolidated revenue.",
            "The dividend in the United Kingdom is paid in euros.",
            "Lower freight rates reduced the volume shipped.",
        ],
    );
}

const DEPOT: &str = "The council is examining whether to shut the depot at Varna. It has not decided whether fares are to rise.";

#[test]
fn what_is_only_asked_is_not_done() {
    check(
        DEPOT,
        &["The council is examining whether to shut the depot at Varna."],
        &["The council has shut the depot at Varna."],
    );
}
