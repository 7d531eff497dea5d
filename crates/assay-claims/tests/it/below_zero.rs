//! Amounts that words put below zero.

use crate::probe::check_sentences;

#[test]
fn a_word_may_be_the_sign_of_an_amount() {
    check_sentences(
        "Free cash flow was negative €27.5 million. Cash from investing was minus $9 million. Rent was €3.1 million. \
         现金流量净额为负1.80亿元。",
        &[
            ("Free cash flow was negative €27.5 million.", true),
            ("Free cash flow was -€27.5 million.", true),
            ("Free cash flow was €27.5 million.", false),
            ("The firm generated free cash flow of €27.5 million.", false),
            ("Cash from investing was minus $9 million.", true),
            ("Cash from investing was $9 million.", false),
            ("Rent was €3.1 million.", true),
            ("Rent was negative €3.1 million.", false),
            ("现金流量净额为-1.80亿元。", true),
            ("现金流量净额为1.80亿元。", false),
        ],
    );
}
