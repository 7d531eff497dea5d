use assay_llm::{ThinkFilter, strip_think};
use proptest::prelude::*;

#[test]
fn thought_is_removed_and_nothing_else() {
    for (text, visible) in [
        ("17.9%", "17.9%"),
        ("<think>hmm</think>17.9%", "17.9%"),
        ("<think>\nhmm\n</think>\n\n17.9%", "17.9%"),
        ("<think></think>\n17.9%\n", "17.9%\n"),
        ("a<think>b</think> c", "a c"),
        ("a<think>b</think>c<think>d</think>e", "ace"),
        ("a <think>never closed", "a "),
        ("never opened</think>17.9%", "17.9%"),
        ("<think>a<think>b</think>c</think>17.9%", "17.9%"),
        ("<think>毛利率</think>净利率", "净利率"),
        (
            "a < b, <thin, <thinking> </ think>",
            "a < b, <thin, <thinking> </ think>",
        ),
        ("ends with <thi", "ends with <thi"),
        ("<think>ends with </thi", ""),
        ("<<think>x</think>y", "<y"),
        ("  kept", "  kept"),
        ("", ""),
    ] {
        assert_eq!(strip_think(text), visible, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pieces_give_what_the_whole_gives(
        parts in prop::collection::vec(
            prop::sample::select(vec!["<think>", "</think>", "<", "</th", "ink>", "a ", "毛利", "\n", "/"]),
            0..12,
        ),
        cuts in prop::collection::vec(0usize..80, 0..6),
    ) {
        let text = parts.concat();
        let mut filter = ThinkFilter::default();
        let mut visible = String::new();
        let mut cuts: Vec<usize> = cuts.iter().map(|&at| text.floor_char_boundary(at.min(text.len()))).collect();
        cuts.extend([0, text.len()]);
        cuts.sort_unstable();
        for pair in cuts.windows(2) {
            filter.push(&text[pair[0]..pair[1]], &mut visible);
        }
        filter.finish(&mut visible);
        prop_assert_eq!(&visible, &strip_think(&text));
    }
}
