use assay_domain::{
    Event, Finding, GateName, IntegrationStep, Language, PlanOrigin, RemovedBy, ReviewDecision,
};

use crate::words;

pub(crate) fn plan_origin(language: Language, origin: &PlanOrigin) -> String {
    match (language, origin) {
        (Language::En, PlanOrigin::User) => "written by the user".to_owned(),
        (Language::Zh, PlanOrigin::User) => "由用户撰写".to_owned(),
        (Language::En, PlanOrigin::Model { model }) => format!("written by the model {model}"),
        (Language::Zh, PlanOrigin::Model { model }) => format!("由模型 {model} 撰写"),
        (Language::En, PlanOrigin::Template) => "from the offline analyst's templates".to_owned(),
        (Language::Zh, PlanOrigin::Template) => "取自离线分析员的模板".to_owned(),
        (
            Language::En,
            PlanOrigin::Fallback {
                instead_of,
                because,
            },
        ) => format!(
            "from the offline analyst's templates, standing in for {instead_of} (isFallback): {because}"
        ),
        (
            Language::Zh,
            PlanOrigin::Fallback {
                instead_of,
                because,
            },
        ) => format!("取自离线分析员的模板，代替 {instead_of}（isFallback）：{because}"),
    }
}

/// What happened to the library; `None` for what happened to a run.
pub(crate) fn library_event(language: Language, event: &Event) -> Option<String> {
    let line = match event {
        Event::DocumentIngested { document } => {
            let title = &document.title;
            language.pick(
                format!("document ingested: {title}"),
                format!("收录文档：{title}"),
            )
        }
        Event::QuarantineReviewed { document, review } => match review.decision {
            ReviewDecision::Released => language.pick(
                format!("released a span of {document}"),
                format!("放行 {document} 的隔离片段"),
            ),
            ReviewDecision::Rejected => language.pick(
                format!("a span of {document} stays out of use"),
                format!("{document} 的片段维持隔离"),
            ),
        },
        Event::TierDeclared { document, tier, .. } => language.pick(
            format!("{document} set to tier {tier:?}"),
            format!("{document} 的等级设为 {tier:?}"),
        ),
        Event::GraphRefreshed { company, .. } => language.pick(
            format!("relations of {company} refreshed"),
            format!("更新 {company} 的关系图谱"),
        ),
        Event::DocumentRemoved { document } => language.pick(
            format!("document removed: {document}"),
            format!("移除文档：{document}"),
        ),
        Event::RunRemoved { events, by } => match by {
            RemovedBy::User => language.pick(
                format!("run removed with its {events} events"),
                format!("移除运行及其 {events} 个事件"),
            ),
            RemovedBy::Retention => language.pick(
                format!("run removed with its {events} events: older than the settings allow"),
                format!("移除运行及其 {events} 个事件：超过设置的保留期限"),
            ),
        },
        _ => return None,
    };
    Some(line)
}

/// What was asked, and what was asked on; `None` for everything else.
pub(crate) fn asked_event(language: Language, event: &Event) -> Option<String> {
    Some(match event {
        Event::QuestionUnderstood { understood } => {
            let line = understood.line(language);
            language.pick(format!("understood: {line}"), format!("问题理解：{line}"))
        }
        Event::PlannerAsked { asked } => {
            let question = &asked.question;
            language.pick(
                format!("the planner asked back: {question}"),
                format!("规划者反问：{question}"),
            )
        }
        Event::PlannerAnswered { answer } => match answer {
            Some(answer) => language.pick(format!("answered: {answer}"), format!("回答：{answer}")),
            None => language
                .pick(
                    "not answered; its assumption stands",
                    "未作回答，采用其假设",
                )
                .to_owned(),
        },
        Event::FollowUpAnswered { follow_up } => {
            let outcome = words::outcome_name(language, follow_up.outcome);
            let question = &follow_up.completed;
            language.pick(
                format!("asked on: {question} ({outcome})"),
                format!("继续提问：{question}（{outcome}）"),
            )
        }
        _ => return None,
    })
}

pub(crate) fn found(language: Language, finding: &Finding) -> String {
    match finding {
        Finding::Contradiction {
            subject,
            period,
            readings,
        } => {
            let values: Vec<&str> = readings.iter().map(|r| r.value.as_str()).collect();
            match language {
                Language::En => {
                    format!("contradiction, {subject}, {period}: {}", values.join(" / "))
                }
                Language::Zh => format!("矛盾，{subject}，{period}：{}", values.join(" / ")),
            }
        }
        Finding::Outdated {
            subject,
            period,
            old,
            new,
        } => match language {
            Language::En => format!(
                "outdated, {subject}, {period}: {} replaced by {}",
                old.value, new.value
            ),
            Language::Zh => format!(
                "过时，{subject}，{period}：{} 被 {} 取代",
                old.value, new.value
            ),
        },
        Finding::Conflict { statements } => {
            let texts: Vec<&str> = statements.iter().map(|one| one.text.as_str()).collect();
            match language {
                Language::En => format!("sections contradict each other: {}", texts.join(" / ")),
                Language::Zh => format!("各节相互矛盾：{}", texts.join(" / ")),
            }
        }
        Finding::MissingPeriod {
            subject, missing, ..
        } => match language {
            Language::En => format!("missing period, {subject}: {}", missing.join(", ")),
            Language::Zh => format!("缺失期间，{subject}：{}", missing.join("、")),
        },
        Finding::Quarantined {
            title,
            rule,
            reason,
            ..
        } => match language {
            Language::En => format!("quarantined, {title}: {rule}, {reason}"),
            Language::Zh => format!("隔离，{title}：{rule}，{reason}"),
        },
    }
}

pub(crate) fn gate_name(language: Language, gate: GateName) -> &'static str {
    let (english, chinese) = match gate {
        GateName::Ingest => ("ingest", "入口"),
        GateName::QualityGate => ("quality", "质量"),
        GateName::Egress => ("egress", "出口"),
    };
    language.pick(english, chinese)
}

/// That a step of the integration is done.
pub(crate) fn step_done(language: Language, step: IntegrationStep) -> &'static str {
    let (english, chinese) = match step {
        IntegrationStep::ReadOn => ("reading on is done", "补充阅读完成"),
        IntegrationStep::Examine => ("the evidence is examined", "证据核查完成"),
        IntegrationStep::Model => ("the model of what drives what is made", "因果模型建立完成"),
        IntegrationStep::Judge => ("the company is judged", "公司判断完成"),
        IntegrationStep::Value => ("the company is valued", "公司估值完成"),
        IntegrationStep::Compose => ("the report is written", "报告撰写完成"),
    };
    language.pick(english, chinese)
}

/// `1 task`, `2 tasks`
pub(crate) fn count(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}
