use std::collections::BTreeSet;

use assay_analyst::{PlanRequest, plan, queries};
use assay_domain::{Language, Plan, ResearchType, TaskId};

use crate::library;

fn request(
    question: &str,
    research_type: Option<ResearchType>,
    language: Language,
) -> PlanRequest<'_> {
    PlanRequest {
        question,
        research_type,
        language,
    }
}

fn assert_valid(plan: &Plan) {
    let ids: Vec<u32> = plan.tasks.iter().map(|task| task.id.0).collect();
    let expected: Vec<u32> = (1..).take(plan.tasks.len()).collect();
    assert_eq!(ids, expected);
    assert!((4..=7).contains(&plan.tasks.len()));
    let (last, others) = plan.tasks.split_last().expect("tasks");
    for task in others {
        assert!(task.dependencies.is_empty(), "{}", task.description);
    }
    let known: BTreeSet<TaskId> = others.iter().map(|task| task.id).collect();
    assert!(last.dependencies.len() >= 3);
    assert!(last.dependencies.iter().all(|id| known.contains(id)));
    assert_eq!(assay_plan::plan::check(plan), [], "{}", plan.topic);
    assert_eq!(assay_plan::plan::lint(plan), [], "{}", plan.topic);
}

#[test]
fn every_type_has_a_plan_in_both_languages() {
    let questions = [
        (Language::En, "How strong is Velmora Sensing in FY2024?"),
        (Language::Zh, "深度分析维摩拉传感2024年的经营情况"),
    ];
    for (language, question) in questions {
        for kind in ResearchType::ALL {
            let planned = plan(&request(question, Some(kind), language));
            assert_valid(&planned.plan);
            assert_eq!(planned.assumptions, [], "{kind}");
            let name = format!("plan_{kind}_{}", language.code());
            insta::assert_json_snapshot!(name, planned.plan);
        }
    }
}

/// Questions about companies, and what each asks for beyond how the company stands.
const ASKED: [(&str, &[&str]); 27] = [
    ("How strong is Velmora Sensing?", &[]),
    ("How healthy is Velmora Sensing from FY2022 to FY2024?", &[]),
    ("What is Apple worth?", &[]),
    ("NVIDIA CORP (NVDA)", &[]),
    ("Velmora Sensing Inc. (VLSS)", &[]),
    ("贵州茅台 (600519)", &[]),
    ("Should I buy Nvidia shares?", &[]),
    ("Is Palantir overvalued at its current share price?", &[]),
    ("Analyse Velmora Sensing", &[]),
    ("How is Velmora Sensing doing, and what is it worth?", &[]),
    ("贵州茅台的股票值得买吗？", &[]),
    ("该不该买宁德时代？", &[]),
    ("深度分析维摩拉传感2024年的经营情况", &[]),
    ("中芯国际的估值是否过高？", &[]),
    (
        "How dependent is Nvidia on a few customers, and what do export controls put at risk?",
        &[
            "How dependent is Nvidia on a few customers",
            "What do export controls put at risk",
        ],
    ),
    (
        "How strong is Apple and how large are its purchase obligations?",
        &["How large are its purchase obligations"],
    ),
    (
        "In 2024, how did Tesla's energy storage revenue develop?",
        &["How did Tesla's energy storage revenue develop"],
    ),
    (
        "What drives the revenue of ASML and who are its customers?",
        &["What drives the revenue of ASML", "Who are its customers"],
    ),
    (
        "Is Coca-Cola's dividend safe?",
        &["Is Coca-Cola's dividend safe"],
    ),
    (
        "What are the main risk factors in Boeing's annual report?",
        &["What are the main risk factors in Boeing's annual report"],
    ),
    (
        "How much cash does Microsoft generate?",
        &["How much cash does Microsoft generate"],
    ),
    (
        "Research and development, capital spending: how much does Intel spend?",
        &["Research and development, capital spending: how much does Intel spend"],
    ),
    (
        "维摩拉传感的毛利率为什么下降？",
        &["维摩拉传感的毛利率为什么下降"],
    ),
    (
        "维摩拉传感的苏州工厂产能和收入情况如何？",
        &["维摩拉传感的苏州工厂产能和收入情况如何"],
    ),
    (
        "宁德时代的股票值得买吗？储能业务的毛利率如何，海外工厂进展到哪一步？",
        &["储能业务的毛利率如何", "海外工厂进展到哪一步"],
    ),
    ("腾讯控股2024年业绩分析", &[]),
    ("比亚迪的基本面怎么样", &[]),
];

/// That comes first, each part by itself.
#[test]
fn what_was_asked_about_a_company_comes_first() {
    for (question, parts) in ASKED {
        let language = Language::of_text(question);
        let planned = plan(&request(question, Some(ResearchType::Company), language)).plan;
        assert_eq!(assay_plan::plan::check(&planned), [], "{question}");
        let first = planned.tasks.first().expect("a task");
        let title = first.description.as_str();
        let is_asked = title.ends_with(": what was asked") || title.ends_with("：所提的问题");
        assert_eq!(is_asked, !parts.is_empty(), "{question}: {title}");
        let last = planned.tasks.last().expect("a task");
        if is_asked {
            let hints = first.hints.clone().unwrap_or_default();
            assert_eq!(hints.key_questions, parts, "{question}");
            assert_eq!(planned.tasks.len(), 7, "{question}");
            assert!(!last.dependencies.contains(&TaskId(1)), "{question}");
            assert!(last.dependencies.contains(&TaskId(2)), "{question}");
        } else {
            assert_eq!(planned.tasks.len(), 6, "{question}");
        }
    }
}

#[test]
fn the_type_is_guessed_and_what_is_missing_is_asked() {
    let rows = [
        ("Analyse Velmora Sensing", ResearchType::Company),
        (
            "What is the competitive landscape of the sensor industry?",
            ResearchType::Industry,
        ),
        (
            "Should we enter the flow meter business, and what options exist?",
            ResearchType::Strategy,
        ),
        (
            "Where do inflation and the policy rate of the central bank go?",
            ResearchType::Macro,
        ),
        (
            "Is there seasonality in the quarterly time series?",
            ResearchType::Quantitative,
        ),
        ("What happened in the Suzhou recall?", ResearchType::Event),
        ("维摩拉传感的财报与估值", ResearchType::Company),
        ("工业传感器行业的竞争格局", ResearchType::Industry),
        ("我们是否应该收购流量计厂商", ResearchType::Strategy),
        ("中国通胀与货币政策", ResearchType::Macro),
        ("季度收入的季节性与波动率", ResearchType::Quantitative),
        ("苏州工厂事故的舆情", ResearchType::Event),
        ("hello", ResearchType::Company),
    ];
    let mut told = Vec::new();
    for (question, expected) in rows {
        let planned = plan(&request(question, None, Language::of_text(question)));
        assert_eq!(planned.plan.research_type, expected, "{question}");
        assert_valid(&planned.plan);
        told.push(format!(
            "{question}\n  title: {}",
            planned.plan.tasks[0].description
        ));
        for assumption in planned.assumptions {
            told.push(format!(
                "  assumed {}: {}",
                assumption.parameter, assumption.assumed
            ));
        }
        told.extend(
            planned
                .questions
                .into_iter()
                .map(|ask| format!("  ask: {ask}")),
        );
    }
    insta::assert_snapshot!(told.join("\n"));
}

/// A type and a question on each line.
const QUESTIONS: &str = include_str!("questions.tsv");

#[test]
fn a_question_speaks_for_a_type_by_whole_words_and_phrases() {
    for line in QUESTIONS.lines() {
        let (expected, question) = line.split_once('\t').expect("a type and a question");
        // the language of the report says nothing about the question
        for language in [Language::En, Language::Zh] {
            let planned = plan(&request(question, None, language));
            assert_eq!(planned.plan.research_type.name(), expected, "{question}");
            assert_valid(&planned.plan);
        }
    }
    assert_eq!(QUESTIONS.lines().count(), 89);
}

#[test]
fn the_demo_question_lacks_nothing_but_the_type() {
    let question = library::sample("question.txt");
    let planned = plan(&request(&question, None, Language::En));
    assert_eq!(planned.questions, Vec::<String>::new());
    assert_eq!(planned.plan.research_type, ResearchType::Company);
    assert_eq!(planned.plan.topic, library::plan().topic);
}

#[test]
fn queries_are_few_distinct_and_reach_both_languages() {
    let english = library::plan();
    let chinese = plan(&request(
        "深度分析维摩拉传感2024年的经营情况",
        None,
        Language::Zh,
    ))
    .plan;
    let mut told = Vec::new();
    for plan in [&english, &chinese] {
        for task in &plan.tasks {
            let queries = queries(plan, task);
            assert!((2..=20).contains(&queries.len()));
            let distinct: BTreeSet<&String> = queries.iter().collect();
            assert_eq!(distinct.len(), queries.len());
            told.push(task.description.clone());
            told.extend(queries.into_iter().map(|query| format!("  {query}")));
        }
    }
    insta::assert_snapshot!(told.join("\n"));
}
