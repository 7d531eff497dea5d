use assay_domain::Language;

use crate::kill_switch::{Fallback, KillAction, SwitchReading, SwitchState};

use super::decision::Decision;
use super::metric::shown;
use super::rules::RULES;
use super::table::table;
use super::verdict::ActionTarget;

/// Ids behind a figure that are written out; the rest is counted.
const MOST_IDS: usize = 4;

/// The whole decision for a terminal: every metric, every rule fired or not, with its figures.
pub fn explain(decision: &Decision, language: Language) -> String {
    let mut out = summary(decision, language);
    let mut part = |title: &str, body: String| out.push_str(&format!("\n{title}\n\n{body}"));
    part(
        language.pick("Metrics of the run", "运行指标"),
        metrics(decision, language),
    );
    part(
        language.pick("Quality rules", "质量规则"),
        rules(decision, language),
    );
    part(
        language.pick("Kill switch", "熔断规则"),
        switches(decision, language),
    );
    if !decision.gate.actions.is_empty() {
        part(
            language.pick("What would change this", "补救要求"),
            actions(decision, language),
        );
    }
    out
}

fn summary(decision: &Decision, language: Language) -> String {
    let verdict = decision.verdict.name();
    let gate = decision.gate.verdict.name();
    let output = decision.output_type;
    let title = output.title(language);
    let meaning = if decision.needs_person {
        language.pick(
            "a person must look before anything goes on",
            "须人工介入后方可继续",
        )
    } else {
        decision.verdict.meaning(language)
    };
    let fired = decision.fired().count();
    match language {
        Language::En => format!(
            "{verdict}: {meaning}\noutput: {title} ({})\nquality gate: {gate}, kill switch: {fired} of {} rules fired\n",
            output.name(),
            decision.switches.len()
        ),
        Language::Zh => format!(
            "{verdict}：{meaning}\n输出：{title}（{}）\n质量门禁：{gate}；熔断规则：{} 条中触发 {fired} 条\n",
            output.name(),
            decision.switches.len()
        ),
    }
}

fn metrics(decision: &Decision, language: Language) -> String {
    let rows = decision.metrics.iter().map(|reading| {
        let metric = reading.metric;
        vec![
            metric.name().to_owned(),
            shown(reading.value, metric.unit()).get(language).to_owned(),
            metric.description(language).to_owned(),
            ids(&reading.ids, language),
        ]
    });
    let head = language.pick(
        ["metric", "value", "what it is", "ids"],
        ["指标", "数值", "含义", "编号"],
    );
    table(&head, &rows.collect::<Vec<_>>())
}

fn rules(decision: &Decision, language: Language) -> String {
    let rows = RULES.iter().map(|rule| {
        let found = decision.gate.reasons.iter();
        let found = found.clone().find(|reason| reason.code == rule.code);
        let (en, zh) = rule.looks_for;
        let (state, said) = match found {
            Some(reason) => (
                rule.verdict.name(),
                format!(
                    "{} {}",
                    reason.text.get(language),
                    ids(&reason.ids, language)
                ),
            ),
            None => (language.pick("ok", "通过"), String::new()),
        };
        vec![
            rule.code.to_owned(),
            state.to_owned(),
            language.pick(en, zh).to_owned(),
            said.trim_end().to_owned(),
        ]
    });
    let head = language.pick(
        ["rule", "result", "looks for", "found"],
        ["规则", "结果", "检查内容", "发现"],
    );
    table(&head, &rows.collect::<Vec<_>>())
}

fn switches(decision: &Decision, language: Language) -> String {
    let rows = decision.switches.iter().map(|switch| {
        vec![
            switch.rule_id.clone(),
            state(switch.state, language).to_owned(),
            switch.condition.clone(),
            figures(switch, language),
            action(switch.action, switch.fallback, language),
        ]
    });
    let head = language.pick(
        ["rule", "result", "condition", "figures", "then"],
        ["规则", "结果", "条件", "数值", "动作"],
    );
    table(&head, &rows.collect::<Vec<_>>())
}

fn actions(decision: &Decision, language: Language) -> String {
    let rows = decision.gate.actions.iter().map(|action| {
        let target = match action.target {
            ActionTarget::Data => language.pick("data", "数据"),
            ActionTarget::Research => language.pick("research", "研究"),
        };
        let instruction = action.instruction.get(language);
        let code = &action.code;
        language.pick(
            format!("- {code}, {target}: {instruction}\n"),
            format!("- {code}，{target}：{instruction}\n"),
        )
    });
    rows.collect()
}

fn state(state: SwitchState, language: Language) -> &'static str {
    match state {
        SwitchState::Fired => language.pick("FIRED", "已触发"),
        SwitchState::Quiet => language.pick("ok", "未触发"),
        SwitchState::NotMeasurable => language.pick("not measurable", "无法计量"),
        SwitchState::SwitchedOff => language.pick("switched off", "已停用"),
    }
}

fn figures(switch: &SwitchReading, language: Language) -> String {
    let figures = switch.figures.iter().map(|figure| {
        let value = shown(figure.value, figure.metric.unit());
        let name = figure.metric.name();
        let behind = ids(&figure.ids, language);
        let text = format!("{name} = {} {behind}", value.get(language));
        text.trim_end().to_owned()
    });
    figures.collect::<Vec<_>>().join(language.pick("; ", "；"))
}

fn action(action: KillAction, fallback: Fallback, language: Language) -> String {
    let then = match fallback {
        Fallback::HypothesesOnly => language.pick("hypotheses only", "仅输出假设清单"),
        Fallback::WatchlistCard => language.pick("watchlist card", "输出观察名单卡片"),
        Fallback::ConflictReport => language.pick("conflict report", "返回冲突报告"),
        Fallback::StaleDataWarning => {
            language.pick("warning on the first page", "首页标注陈旧警告")
        }
        Fallback::Nothing => language.pick("nothing leaves", "不输出"),
    };
    let name = crate::kill_switch::name_of(&action);
    language.pick(format!("{name}: {then}"), format!("{name}：{then}"))
}

fn ids(ids: &[String], language: Language) -> String {
    if ids.is_empty() {
        return String::new();
    }
    let named: Vec<&str> = ids.iter().take(MOST_IDS).map(String::as_str).collect();
    let mut text = named.join(", ");
    let more = ids.len() - named.len();
    if more > 0 {
        text.push_str(&language.pick(format!(" and {more} more"), format!(" 等 {} 项", ids.len())));
    }
    format!("[{text}]")
}
