//! Headings, lead-ins and other text that connects: it may say nothing that the text around it does
//! not say.

use std::sync::LazyLock;

use crate::wording::{Kind, Mark, Term, terms};

/// Words that name parts of a report, in any report.
const PARTS_OF_A_REPORT: &str = "overview background introduction summary outlook conclusion \
    findings analysis assessment discussion trends drivers implications comparison limitations \
    methodology context details highlights part section chapter table question questions answer topic \
    now following next below turn look looks consider examine describe describes show shows summarise \
    summarize compare sets 概述 概览 背景 引言 摘要 小结 结论 展望 分析 发现 趋势 驱动 因素 影响 比较 局限 \
    方法 要点 本节 本章 下文 以下 下表 接下来 问题 回答 介绍 讨论 说明";

/// The words of a text that none of the known texts has, and its negation where none of them negates.
pub fn words_beyond<'t>(text: &'t str, known: &[&str]) -> Vec<&'t str> {
    let beyond = terms_beyond(text, known).into_iter();
    beyond.filter_map(|term| text.get(term.range)).collect()
}

pub(crate) fn terms_beyond(text: &str, known: &[&str]) -> Vec<Term> {
    let own: Vec<Term> = terms(text);
    static PARTS: LazyLock<Vec<Term>> = LazyLock::new(|| terms(PARTS_OF_A_REPORT));
    let is_known_number = |term: &Term| {
        let digits = text.get(term.range.clone()).unwrap_or_default();
        let after = text.get(term.range.end..).unwrap_or_default();
        // a part may have a number of its own
        let numbers = digits.len() <= 2 && !after.trim_start().starts_with(['%', '％', '个']);
        numbers || known.iter().any(|text| text.contains(digits))
    };
    let known: Vec<Term> = known.iter().flat_map(|text| terms(text)).collect();
    let negates = known.iter().any(|term| term.mark == Some(Mark::Not));
    let is_beyond = |term: &&Term| match term.kind {
        _ if term.mark == Some(Mark::Not) => !negates,
        Kind::Number => !is_known_number(term),
        Kind::Light => false,
        Kind::Name | Kind::Word | Kind::Unread if !term.is_content() => false,
        Kind::Name | Kind::Word | Kind::Unread => {
            let all = known.iter().chain(PARTS.iter());
            !all.filter(|known| known.kind != Kind::Light)
                .any(|known| term.means(known))
        }
    };
    own.iter().filter(is_beyond).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::words_beyond;

    #[test]
    fn connecting_text_brings_nothing_of_its_own() {
        let known = [
            "Northvale's freight volumes rose in the second half as the port reopened.",
            "Northvale 的运量在下半年上升。",
        ];
        for text in [
            "Freight volumes",
            "Overview",
            "How did volumes grow?",
            "The following table shows the freight of Northvale:",
            "运量上升",
        ] {
            assert_eq!(words_beyond(text, &known), Vec::<&str>::new(), "{text}");
        }
        for (text, beyond) in [
            ("Freight volumes collapsed", vec!["collapsed"]),
            ("Fraud at Northvale", vec!["Fraud"]),
            ("Volumes never grew", vec!["never"]),
            (
                "This section shows that Port Elgin closed",
                vec!["Elgin", "closed"],
            ),
        ] {
            assert_eq!(words_beyond(text, &known), beyond, "{text}");
        }
    }
}
