//! Whose report a document is, told by its first lines: invented companies of several countries.

use assay_documents::{ReadError, read_document};

/// What makes a paper a report: a statement, in either language.
const STATEMENT: &str =
    "\n## Balance sheet 资产负债表\n\n| | 2031 |\n| --- | --- |\n| Inventories | 5 |\n";

fn subject(text: &str) -> Result<String, ReadError> {
    let text = format!("{text}{STATEMENT}");
    let parsed = read_document("paper.md", text.as_bytes())?;
    let subject = parsed.subject;
    let end = subject.period_end.map(|day| day.to_string());
    let parts = [subject.entity, subject.form, end];
    let shown: Vec<String> = parts.into_iter().map(Option::unwrap_or_default).collect();
    Ok(shown.join(" | "))
}

#[test]
fn the_title_of_a_report_says_whose_it_is() -> Result<(), ReadError> {
    for (text, wanted) in [
        (
            "# Tarnfield Aggregates plc\n\n## Annual Report and Accounts 2031\n\nAccounts for the year ended 30 September 2031.\n",
            "Tarnfield Aggregates plc | Annual report | 2031-09-30",
        ),
        (
            "# Oberwald Getriebe AG: Annual Report 2031\n\nThe fiscal year from January 1 to December 31, 2031 was a year of change.\n",
            "Oberwald Getriebe AG | Annual report | 2031-12-31",
        ),
        (
            "# Nilgiri Spindles Limited\n\n41st Annual Report 2030-31 and notice of the meeting\n\nFinancial year ended 31st March, 2031.\n",
            "Nilgiri Spindles Limited | Annual report | 2031-03-31",
        ),
        (
            "**Half-year Report 2031**\n\nRietveld Polders N.V.\n\nResults of the six months ended 30 June 2031.\n",
            "Rietveld Polders N.V. | Half-year report | 2031-06-30",
        ),
        (
            "# 青崖船舶股份有限公司2031年年度报告\n\n截至2031年12月31日止年度，本公司交付船舶12艘。\n",
            "青崖船舶股份有限公司 | 年报 | 2031-12-31",
        ),
        (
            "# 南屿物流控股有限公司\n\n（于开曼群岛注册成立的有限公司）\n\n2031年报\n\n截至2031年6月30日止年度。\n",
            "南屿物流控股有限公司 | 年报 | 2031-06-30",
        ),
        (
            "# Hollin Fisheries Annual Report 2031\n\nHollin Fisheries landed more. Hollin Fisheries sold more. Year ended 31 December 2031.\n",
            "Hollin Fisheries | Annual report | 2031-12-31",
        ),
    ] {
        assert_eq!(subject(text)?, wanted, "{text}");
    }
    Ok(())
}

#[test]
fn what_is_written_about_a_report_is_nobodys_report() -> Result<(), ReadError> {
    for text in [
        "# Notes on the Tarnfield Aggregates plc Annual Report 2031\n\nWe read it twice.\n",
        "# What the annual report does not say\n\nTarnfield Aggregates plc is silent on costs.\n",
        "# Annual reports\n\nA reader's guide.\n",
        "Dear all, the annual report 2031 of Tarnfield Aggregates plc is out.\n",
        "# Our Annual Report 2031\n\nSmall talk.\n",
    ] {
        assert_eq!(subject(text)?, " |  | ", "{text}");
    }
    Ok(())
}

#[test]
fn a_paper_without_statements_is_no_report() -> Result<(), ReadError> {
    let text =
        "# Tarnfield Aggregates plc\n\nAnnual Report 2031\n\nWe dug more, see the balance sheet.\n";
    let parsed = read_document("paper.md", text.as_bytes())?;
    assert!(parsed.subject.is_unknown());
    Ok(())
}

#[test]
fn the_short_form_of_a_report_is_a_report() -> Result<(), ReadError> {
    let table = "\n| 主要会计数据 | 2031年 | 2030年 |\n| --- | --- | --- |\n| 营业收入 | 7,120.00 | 6,004.50 |\n";
    for (title, company) in [
        (
            "青崖船舶股份有限公司 2031年年度报告摘要",
            "青崖船舶股份有限公司",
        ),
        (
            "南屿物流集团股份有限公司2031年年度报告（摘录）",
            "南屿物流集团股份有限公司",
        ),
        (
            "松陵织造股份有限公司 2031 年年度报告（节选）",
            "松陵织造股份有限公司",
        ),
    ] {
        let text = format!("# {title}\n\n证券代码：600321\n\n截至2031年12月31日止年度。\n{table}");
        let subject = read_document("paper.md", text.as_bytes())?.subject;
        assert_eq!(subject.entity.as_deref(), Some(company), "{title}");
        assert_eq!(subject.form.as_deref(), Some("年报"), "{title}");
        assert_eq!(subject.ticker.as_deref(), Some("600321"), "{title}");
    }
    let highlights = "# Tarnfield Aggregates plc\n\nAnnual Report 2031 (extract)\n\nYear ended 30 September 2031.\n\n## Financial highlights\n\n| £ million | 2031 |\n| --- | --- |\n| Revenue | 7 |\n";
    let subject = read_document("paper.md", highlights.as_bytes())?.subject;
    assert_eq!(subject.entity.as_deref(), Some("Tarnfield Aggregates plc"));
    Ok(())
}

#[test]
fn a_mainland_report_is_of_the_calendars_year() -> Result<(), ReadError> {
    let table = "\n主要会计数据\n\n| 项目 | 2032年 | 2031年 |\n| --- | --- | --- |\n| 营业收入 | 88.00 | 71.00 |\n";
    for (head, day) in [
        ("证券代码：688777", Some("2032-12-31")),
        // elsewhere a year may end on any day
        ("股份代號：1777", None),
    ] {
        let text = format!("# 松陵阀门股份有限公司 2032年年度报告摘要\n\n{head}\n{table}");
        let subject = read_document("paper.md", text.as_bytes())?.subject;
        let end = subject.period_end.map(|day| day.to_string());
        assert_eq!(end.as_deref(), day, "{head}");
    }
    Ok(())
}

#[test]
fn main_figures_that_are_only_spoken_of_make_no_report() -> Result<(), ReadError> {
    for rest in [
        "主要会计数据见附件。\n",
        "| 主要会计数据 | 说明 |\n| --- | --- |\n| 营业收入 | 见附件 |\n",
    ] {
        let text = format!("# 青崖船舶股份有限公司 2031年年度报告摘要\n\n{rest}");
        let parsed = read_document("paper.md", text.as_bytes())?;
        assert!(parsed.subject.is_unknown(), "{rest}");
    }
    Ok(())
}

#[test]
fn a_report_is_dated_by_the_day_its_board_approved_it() -> Result<(), ReadError> {
    let text = "# Tarnfield Aggregates plc\n\nAnnual Report 2031\n\nThe accounts were approved by the board of directors on 4 December 2031.\n";
    let text = &format!("{text}{STATEMENT}");
    let parsed = read_document("paper.md", text.as_bytes())?;
    assert_eq!(
        parsed.date.map(|day| day.to_string()).as_deref(),
        Some("2031-12-04")
    );
    Ok(())
}
