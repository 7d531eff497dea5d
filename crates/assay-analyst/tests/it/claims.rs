use assay_analyst::{claims_of, quality_notes};
use assay_domain::{EvidenceId, QualityNote};

#[test]
fn a_written_section_is_cut_into_claims() {
    let markdown = "\
## Results

This section looks at results.

Revenue was $4.61 billion in FY2024. [[ev_1]] It grew by 12.4 % vs. FY2023 [[ev_1]][[ev_2]]. Mr. Reyes of Velmora Inc. said demand was strong.

- Margins rose to 43.4 %. [[ev_3]]
- The U.S. plant is full (see p. 3. of the report) and ships 1.2 million units [[ev_4]].

| Segment | FY2024 |
| --- | --- |
| Vision | 1,480 [[ev_5]] |

The main points are:

公司收入增长12.4%。[[ev_6]]毛利率为43.4%！利润如何？以下为分析。
“We expect growth.” (Call, 2025-02-20) [[ev_7]]
";
    let told: Vec<String> = claims_of(markdown)
        .iter()
        .map(|claim| {
            let ids: Vec<&str> = claim.evidence_ids.iter().map(EvidenceId::as_str).collect();
            format!("{:?} {}", ids, claim.text)
        })
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn quality_notes_warn_of_what_a_reader_would_miss() {
    let long = "Demand stayed strong in all regions and customers renewed. [[ev_1]] ".repeat(8);
    let rows: [(&str, &str, Vec<QualityNote>); 3] = [
        (
            "good",
            &format!("{long} Revenue was $4.61 billion. [[ev_2]]"),
            vec![],
        ),
        (
            "no figures",
            &format!("{long} It was so in 2024. [[ev_2]]"),
            vec![QualityNote::NoFigures],
        ),
        (
            "short",
            "Revenue was $4.61 billion. [[ev_2]]",
            vec![QualityNote::Short { characters: 26 }],
        ),
    ];
    for (name, markdown, expected) in rows {
        assert_eq!(quality_notes(markdown), expected, "{name}");
    }
}
