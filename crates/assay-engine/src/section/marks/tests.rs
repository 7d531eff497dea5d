use assay_domain::{EvidenceId, citation};

use super::without_unknown;

/// `@` stands for a mark that nothing returned, `#` for one that is known.
fn check(written: &str, expected: &str) {
    let (unknown, known) = (
        EvidenceId::new("ev_0000000000"),
        EvidenceId::new("ev_1111111111"),
    );
    let marked = |text: &str| {
        let text = text.replace('@', &citation(&unknown));
        text.replace('#', &citation(&known))
    };
    let kept = without_unknown(&marked(written), std::slice::from_ref(&unknown));
    assert_eq!(kept, marked(expected), "{written}");
}

#[test]
fn a_citation_that_goes_leaves_no_gap() {
    for (written, expected) in [
        ("Revenue rose @.", "Revenue rose."),
        ("Revenue rose. @", "Revenue rose."),
        ("Revenue rose @ in May.", "Revenue rose in May."),
        ("Revenue rose @@.", "Revenue rose."),
        ("Revenue rose @ @.", "Revenue rose."),
        ("Revenue rose @#.", "Revenue rose #."),
        ("Revenue rose # @.", "Revenue rose #."),
        (
            "Revenue rose (@), costs fell.",
            "Revenue rose (), costs fell.",
        ),
        ("收入增长 @。", "收入增长。"),
        ("收入增长@。成本下降#。", "收入增长。成本下降#。"),
        ("- one @\n- two #\n", "- one\n- two #\n"),
        ("no mark .", "no mark ."),
    ] {
        check(written, expected);
    }
}
