use assay_domain::Tier;
use assay_ecosystem::{EdgeType, ExtractError, Polarity, Source, Subject, extract};
use proptest::prelude::*;

use crate::world::{day, found, passages, subject};

/// `relation name` of everything found, in order.
fn relations(text: &str) -> Vec<String> {
    let found = found(&[text], "2025-01-31", Tier::A);
    found
        .iter()
        .map(|one| format!("{} {}", one.relation.name(), one.name))
        .collect()
}

#[test]
fn english_sentences_state_relations() {
    for (text, expected) in [
        (
            "Our principal competitors include Globex Corporation, Initech, Inc. and Umbrella plc.",
            vec![
                "competitor Globex Corporation",
                "competitor Initech, Inc.",
                "competitor Umbrella plc",
            ],
        ),
        (
            "We compete primarily with companies such as Globex and Soylent.",
            vec!["competitor Globex", "competitor Soylent"],
        ),
        (
            "We rely on suppliers such as Panasonic and Contemporary Amperex Technology Co. Limited (CATL) for these cells.",
            vec![
                "supplier Panasonic",
                "supplier Contemporary Amperex Technology Co. Limited",
            ],
        ),
        (
            "We purchase motors from Nidec Corporation, and the Company also sources chips from Infineon.",
            vec!["supplier Nidec Corporation", "supplier Infineon"],
        ),
        (
            "Our customers Globex and Initech accounted for 12% and 10% of revenue, respectively.",
            vec!["customer Globex", "customer Initech"],
        ),
        (
            "Sales to Walmart Inc. represented 21% of our net sales.",
            vec!["customer Walmart Inc."],
        ),
        (
            "Demand was led by Globex, our largest customer, in the quarter.",
            vec!["customer Globex"],
        ),
        (
            "We make cells with our partner Panasonic in one plant.",
            vec!["partner Panasonic"],
        ),
        (
            "In May we announced a partnership with Mercedes-Benz Group AG to build carts.",
            vec!["partner Mercedes-Benz Group AG"],
        ),
    ] {
        assert_eq!(relations(text), expected, "{text}");
    }
}

/// What a document that is not the company's own states of it.
fn told_by_others(text: &str) -> Vec<String> {
    let passages = passages(&[text]);
    let source = Source {
        passages: &passages,
        date: day("2025-01-31"),
        tier: Tier::C,
        is_own: false,
    };
    let found = extract(&subject(), &source).unwrap();
    assert!(
        found
            .iter()
            .all(|one| one.edge_type == EdgeType::RumoredRelationship),
        "{text}"
    );
    found
        .iter()
        .map(|one| format!("{} {}", one.relation.name(), one.name))
        .collect()
}

#[test]
fn others_speak_of_the_company_by_its_name() {
    for (text, expected) in [
        (
            "Suppliers of Acme Robotics include Globex Corporation and Initech.",
            vec!["supplier Globex Corporation", "supplier Initech"],
        ),
        (
            "Acme Robotics buys servo motors from Globex, the trade paper wrote.",
            vec!["supplier Globex"],
        ),
        (
            "Acme Robotics Inc. buys castings from Rusk & Lathe Company.",
            vec!["supplier Rusk & Lathe Company"],
        ),
        (
            "Acme Robotics, Inc. partnered with Soylent Corp. Shares rose.",
            vec!["partner Soylent Corp."],
        ),
        (
            "Globex reportedly supplies gearboxes to Acme Robotics.",
            vec!["supplier Globex"],
        ),
        (
            "Umbrella plc buys picking arms from Acme Robotics. Acme said so.",
            vec!["customer Umbrella plc"],
        ),
        (
            "Acme Robotics grew. Acme sells picking arms to Umbrella plc and Initech.",
            vec!["customer Umbrella plc", "customer Initech"],
        ),
        (
            "Acme Robotics’s competitors include Hooli and Initech.",
            vec!["competitor Hooli", "competitor Initech"],
        ),
        (
            "The order went to Globex, a supplier to Acme Robotics, last week.",
            vec!["supplier Globex"],
        ),
        (
            "艾克米的主要供应商包括华芯微、北岭精工等。",
            vec!["supplier 华芯微", "supplier 北岭精工"],
        ),
        (
            "据报道，北岭精工股份有限公司向艾克米供应减速器。",
            vec!["supplier 北岭精工股份有限公司"],
        ),
    ] {
        assert_eq!(told_by_others(text), expected, "{text}");
    }
}

#[test]
fn who_speaks_for_himself_does_not_speak_for_the_company() {
    for text in [
        "“We compete with Initech and purchase motors from Globex,” its rival said.",
        "Our competitors include Initech. Acme Robotics was not asked.",
        "We purchase wafers from Globex, our competitors include Hooli, and sales at Acme Robotics rose.",
        "Globex may supply gearboxes to Acme Robotics.",
        "Acme Bank buys servers from Globex.",
        "Globex supplies gearboxes to Hooli.",
        "公司主要供应商包括宁德时代、松下等。",
    ] {
        assert_eq!(told_by_others(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_noun_in_a_name_says_nothing_of_the_next_list() {
    assert_eq!(
        relations(
            "We purchase wafers from Quorbital Foundries and our competitors include Brixelmoor Inc. and Tavenholt Corp. Revenue rose."
        ),
        [
            "supplier Quorbital Foundries",
            "competitor Brixelmoor Inc.",
            "competitor Tavenholt Corp.",
        ]
    );
}

#[test]
fn what_is_no_company_is_no_edge() {
    for text in [
        "Our products are manufactured by outsourcing partners located primarily in China mainland, India and Vietnam.",
        "Our suppliers, including those in Taiwan and South Korea, may be harmed by earthquakes.",
        "Our customers include the world’s leading cloud companies, and public sector entities.",
        "We refer to direct customers, such as AIBs, distributors, ODMs, OEMs, and system integrators.",
        "Customer A and Customer B accounted for 14% and 11% of our revenue.",
        "We compete with Acme Robotics, Inc. and with ourselves.",
        "Our competitors may include Globex if it enters the market.",
        "Globex purchases memory from Initech.",
        "We could purchase parts from Globex in the future.",
        "We purchase shares from Globex and Initech.",
        "Our competitors are larger than we are. Globex is a city in the north.",
        "Our customers are subject to rules of the Federal Trade Commission and the Department of Commerce.",
        "North America and Europe accounted for 40% and 30% of sales to customers.",
        "We compete on price with products such as Model S and Model X.",
        "Our partners include the Boards of Directors, Chief Executive Officers and Universities.",
        "Our suppliers are located in Shenzhen, Penang and Guadalajara, Mexico.",
        "Our customers are primarily in the United States, Canada and Germany.",
        "Our competitors are Chinese, Korean and Japanese companies.",
        "In January and February our customers accounted for 30% of sales.",
        "| Our suppliers include Globex and Initech |",
    ] {
        assert_eq!(relations(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn chinese_sentences_state_relations() {
    for (text, expected) in [
        (
            "公司主要供应商包括宁德时代、比亚迪和松下等。",
            vec!["supplier 宁德时代", "supplier 比亚迪", "supplier 松下"],
        ),
        (
            "公司的主要竞争对手为五粮液股份有限公司、泸州老窖股份有限公司。",
            vec![
                "competitor 五粮液股份有限公司",
                "competitor 泸州老窖股份有限公司",
            ],
        ),
        (
            "报告期内，公司主要向台积电、中芯国际等晶圆代工厂采购晶圆。",
            vec!["supplier 台积电", "supplier 中芯国际"],
        ),
        (
            "公司与华为、小米等建立了长期战略合作关系。",
            vec!["partner 华为", "partner 小米"],
        ),
        ("公司前五大客户包括经销商、终端用户等。", vec![]),
        ("公司主要客户为客户A、客户B。", vec![]),
        ("公司产品主要向美国、日本等地区销售。", vec![]),
        ("公司未来可能的竞争对手包括华为、小米等。", vec![]),
        ("行业主要供应商包括甲骨文、思爱普等。", vec![]),
    ] {
        assert_eq!(relations(text), expected, "{text}");
    }
}

#[test]
fn items_of_a_list_are_what_the_line_above_it_says() {
    let texts = [
        "Competition is intense.\n\nOur current competitors include:",
        "•suppliers of chips, such as Advanced Micro Devices, Inc., or AMD, and Intel Corporation, or Intel;\n\n9\n\nTable of Contents\n\n•Globex Corporation; and\n\n•large firms with internal teams, including Initech.",
        "•a list that belongs to the same document",
        "Our offices are in many places. We own:\n\n•buildings, such as Soylent Tower",
    ];
    let found = found(&texts, "2025-01-31", Tier::A);
    let names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "Advanced Micro Devices, Inc.",
            "Intel Corporation",
            "Globex Corporation",
            "Initech"
        ]
    );
    assert!(found.iter().all(|one| one.relation.name() == "competitor"));
    assert_eq!(found[0].aliases, ["AMD"]);
    let quotes: Vec<&str> = found[3]
        .evidence
        .iter()
        .map(|one| one.quote.as_str())
        .collect();
    assert_eq!(
        quotes,
        [
            "•large firms with internal teams, including Initech.",
            "Our current competitors include:"
        ]
    );
}

#[test]
fn labels_are_words_of_the_sentence() {
    for (text, label) in [
        ("We purchase memory from Globex.", "memory"),
        (
            "We rely on suppliers such as Globex for these cells.",
            "cells",
        ),
        (
            "We use foundries, such as Globex, to produce our wafers.",
            "produce our wafers",
        ),
        (
            "Sales to Globex represented 21% of our net sales.",
            "21% of our net sales",
        ),
    ] {
        assert_eq!(
            found(&[text], "2025-01-31", Tier::A)[0].label,
            label,
            "{text}"
        );
    }
}

#[test]
fn rumours_and_ends_are_told_apart_from_facts() {
    let stated = "We rely on suppliers such as Globex.";
    for (text, tier, edge_type, polarity) in [
        (stated, Tier::A, EdgeType::StableSupply, Polarity::Stated),
        (
            stated,
            Tier::C,
            EdgeType::RumoredRelationship,
            Polarity::Stated,
        ),
        (
            "Reportedly, we rely on suppliers such as Globex.",
            Tier::A,
            EdgeType::RumoredRelationship,
            Polarity::Stated,
        ),
        (
            "We no longer rely on suppliers such as Globex.",
            Tier::A,
            EdgeType::StableSupply,
            Polarity::Denied,
        ),
        (
            "公司已终止与原供应商的合作，公司主要供应商为宁德时代、松下等。",
            Tier::B,
            EdgeType::StableSupply,
            Polarity::Denied,
        ),
    ] {
        let found = found(&[text], "2025-01-31", tier);
        assert_eq!(
            (found[0].edge_type, found[0].polarity),
            (edge_type, polarity),
            "{text}"
        );
    }
}

#[test]
fn a_company_without_a_name_is_refused() {
    let nobody = Subject {
        names: vec![],
        ticker: None,
    };
    let passages = passages(&["Our competitors include Globex."]);
    let source = Source {
        passages: &passages,
        date: day("2025-01-31"),
        tier: Tier::A,
        is_own: true,
    };
    assert_eq!(extract(&nobody, &source), Err(ExtractError::NoSubject));
}

proptest! {
    #[test]
    fn any_text_is_read_and_every_quotation_is_verbatim(
        noise in ".{0,80}",
        names in prop::collection::vec("[A-Z][a-z]{2,8}( [A-Z][a-z]{2,8})?(, Inc\\.)?", 1..5),
        cue in prop::sample::select(vec!["Our competitors include ", "We rely on suppliers such as ", "公司主要客户包括", "We compete with "]),
    ) {
        let text = format!("{noise}\n\n{cue}{}.\n{noise}", names.join(", "));
        // Checks the quotations.
        found(&[&text, &noise], "2025-01-31", Tier::A);
    }
}
