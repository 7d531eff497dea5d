use assay_domain::{Language, Plan};
use assay_plan::plan;
use serde_json::{Value, json};

use crate::answer;
use crate::call::Call;
use crate::route::Answer;

pub(crate) async fn check(mut call: Call) -> Answer {
    let text = call.text().await?;
    let value = match plan::parse(&text) {
        Ok(plan) => judged(&plan),
        Err(problems) => json!({
            "plan": Value::Null,
            "problems": problems,
            "hints": [],
            "waves": [],
            "estimate": Value::Null,
            "critical_path": [],
        }),
    };
    Ok(answer::ok(&value))
}

fn judged(checked: &Plan) -> Value {
    let language = Language::of_text(&checked.topic);
    let hints: Vec<Value> = plan::lint(checked)
        .iter()
        .map(|advice| {
            json!({"code": advice.code(), "task": advice.task, "text": advice.text(language)})
        })
        .collect();
    let estimate = plan::estimate(checked);
    json!({
        "plan": checked,
        "problems": [],
        "hints": hints,
        "waves": plan::waves(checked),
        "critical_path": estimate.critical_path,
        "estimate": estimate,
    })
}
