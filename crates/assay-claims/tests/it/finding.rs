use assay_claims::{Quotation, quotations};

fn shown(quotation: &Quotation) -> String {
    let closed = if quotation.closed { "" } else { ", open" };
    format!(
        "{:?} {:?}{closed}: {}",
        quotation.style, quotation.weight, quotation.text
    )
}

#[test]
fn quotations_are_told_from_apostrophes_measures_and_code() {
    let texts = [
        "“We expect growth,” she said, and “costs will fall.”",
        "The report calls it \"a difficult year\" and a \"success\".",
        "It sold 5\" pipes and 12' boards; it isn't Velmora's fault, nor the customers' choice.",
        "A \"pipe of 12\" length\" was quoted, as was “the end [[ev_2]]”.",
        "He wrote: ‘the customers’ orders didn’t come’ in the ’90s.",
        "She said 'growth is back' while rock 'n' roll went on in '98.",
        "„Wir wachsen weiter“ und «la croissance continue».",
        "公司称「需求仍然疲弱」，并提到『所谓“复苏”』和“韧性”。",
        "“She told us ‘no further cuts’ in May” is nested.",
        "“This one is never closed [[ev_1]] and runs on.\n\nA new paragraph “is closed”.",
        "Code such as `let s = \"text here\";` is none.\n\n```\n\"neither is this one\"\n```\n",
        "> “Revenue rose 5 %\n> in 2024.” [[ev_1]]\n> — Annual report\n\n> [!NOTE]\n> Our own words.\n",
        "> First paragraph of the block.\n>\n> Second one.\n\nAfter it \"5 %\" follows.",
        "Empty “” and \"\" and “…” are none.",
    ];
    let mut lines = Vec::new();
    for text in texts {
        lines.push(text.replace('\n', "⏎"));
        for quotation in quotations(text) {
            assert!(text.get(quotation.range.clone()).is_some(), "{text}");
            lines.push(format!("  {}", shown(&quotation).replace('\n', "⏎")));
        }
    }
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn the_lead_is_the_sentence_before_the_marks() {
    let text = "It fell. The board did not say “growth is certain”.";
    let leads: Vec<String> = quotations(text).into_iter().map(|q| q.lead).collect();
    assert_eq!(leads, ["The board did not say"]);
}
