use assay_analyst::{PlanRequest, plan, queries, subject_names};
use assay_domain::{Language, ResearchType};

#[test]
fn subjects_are_named_as_documents_name_them() {
    let rows: &[(&str, &[&str])] = &[
        (
            "How healthy are Velmora's finances and margins? 2023 to 2024",
            &["Velmora"],
        ),
        (
            "How strong is Velmora Sensing in FY2024?",
            &["Velmora Sensing", "Velmora"],
        ),
        (
            "Examine Ostrand Optics, Inc. before buying",
            &["Ostrand Optics", "Ostrand"],
        ),
        (
            "Compare Haldric and Tessaro’s margins",
            &["Haldric", "Tessaro"],
        ),
        (
            "比较苹果与英伟达2024财年的研发费用占收入比例",
            &["苹果", "英伟达", "Apple", "Aapl", "Nvidia", "Nvda", "辉达"],
        ),
        (
            "比较维摩拉传感与海德智能的毛利率",
            &["维摩拉传感", "海德智能"],
        ),
        ("How does Lee’s Market perform?", &["Lee's Market"]),
        ("Velmora's FY2024 margins", &["Velmora"]),
        ("Value General Instruments plc", &["General Instruments"]),
        ("Review Brand & Stone Ltd", &["Brand & Stone", "Brand"]),
        (
            "维摩拉传感（Velmora Sensing）2022 至 2024 年的业务、财务与竞争地位如何？",
            &["维摩拉传感", "Velmora Sensing", "Velmora"],
        ),
        ("维摩拉传感的财务健康吗，2023至2024年", &["维摩拉传感"]),
        ("分析Velmora的毛利率", &["Velmora"]),
        ("海德智能科技股份有限公司的估值", &["海德智能科技"]),
        (
            "英伟达的出口管制风险有多大？",
            &["英伟达", "Nvidia", "Nvda", "辉达"],
        ),
        ("苹果大中华区的收入变化如何？", &["苹果", "Apple", "Aapl"]),
        (
            "宁德时代值得投资吗？",
            &["宁德时代", "Catl", "Contemporary amperex"],
        ),
        (
            "How large is Tencent's gaming revenue?",
            &["Tencent", "腾讯"],
        ),
        ("Is there seasonality in the quarterly time series?", &[]),
        ("What is the outlook for AI in Europe?", &[]),
        ("季度收入的季节性与波动率", &[]),
        ("hello", &[]),
    ];
    for (question, expected) in rows {
        let request = PlanRequest {
            question,
            research_type: Some(ResearchType::Company),
            language: Language::of_text(question),
        };
        let planned = plan(&request);
        assert_eq!(subject_names(&planned.plan), *expected, "{question}");
        let missing_company = planned
            .assumptions
            .iter()
            .any(|made| ["company", "公司"].contains(&made.parameter.as_str()));
        assert_eq!(missing_company, expected.is_empty(), "{question}");
    }
}

/// Each company that is set beside another is looked for, and stands in the titles.
#[test]
fn companies_that_are_compared_are_all_subjects() {
    let rows = [
        (
            "Compare the margins of Haldric and Tessaro",
            "Haldric and Tessaro",
        ),
        (
            "How do Haldric's and Tessaro's margins develop?",
            "Haldric and Tessaro",
        ),
        (
            "Is Haldric, Tessaro or Velmora the cheapest?",
            "Haldric, Tessaro and Velmora",
        ),
        (
            "Are Tessaro's margins higher than those of Haldric?",
            "Tessaro and Haldric",
        ),
        ("比较苹果与英伟达的研发费用", "苹果与英伟达"),
        ("How dependent is Velmora on Korvex?", "Velmora"),
        (
            "How did Apple's Wearables and Services revenue develop?",
            "Apple's Wearables",
        ),
        ("How strong is NVIDIA CORP (NVDA)?", "NVIDIA"),
        (
            "维摩拉传感（Velmora Sensing）与同行相比如何？",
            "维摩拉传感",
        ),
    ];
    for (question, subject) in rows {
        let request = PlanRequest {
            question,
            research_type: Some(ResearchType::Company),
            language: Language::of_text(question),
        };
        let plan = plan(&request).plan;
        let task = plan.tasks.last().expect("a plan has tasks");
        let (titled, _) = task.description.split_once([':', '：']).expect("a title");
        assert_eq!(titled, subject, "{question}");
        let queries = queries(&plan, task);
        for name in subject
            .split([',', '与'])
            .flat_map(|part| part.split(" and "))
        {
            let found = queries.iter().any(|query| query.starts_with(name.trim()));
            assert!(found, "{question}: {name}");
        }
    }
}

#[test]
fn an_industry_or_an_economy_is_not_one_subject() {
    for kind in [ResearchType::Industry, ResearchType::Macro] {
        let request = PlanRequest {
            question: "How does Velmora fit into the sensor industry?",
            research_type: Some(kind),
            language: Language::En,
        };
        assert!(subject_names(&plan(&request).plan).is_empty());
    }
}
