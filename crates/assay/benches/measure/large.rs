//! A plan of 200 tasks and a report of 100 pages: does the page react all the time?

use anyhow::{Context as _, Result};
use assay_browser::{Condition, Page};
use assay_measure::{Figure, Measured};
use serde_json::{Value, json};

use crate::workbench::on_workbench;

const TASKS: usize = 200;
/// Of running text.
const WORDS_ON_A_PAGE: f64 = 400.0;
/// Above this a reader notices that a page does not react, in milliseconds.
const NOTICED: f64 = 200.0;

const TOPICS: [&str; 10] = [
    "customers and concentration",
    "revenue by segment",
    "gross margin",
    "supply of wafers",
    "competition and market share",
    "guidance for the next year",
    "research and development",
    "inventories",
    "cash flow and capital expenditure",
    "risks that matter",
];

pub(crate) fn measure() -> Result<Measured> {
    on_workbench("large-run", async |bench| {
        let page = bench.page().await?;
        let run = held_run(&page).await?;
        let mut figures = Vec::new();

        open(&page, &format!("/run/{run}")).await?;
        page.wait_for(Condition::holds(
            "document.querySelectorAll('.plan-rows > li').length === 200",
        ))
        .await?;
        for text in [" first", " second", " third"] {
            page.type_text(".plan-rows > li textarea", text).await?;
        }
        page.wait_for(".editor .actions button.primary:not([disabled])")
            .await?;
        figures.extend(long_tasks(&page, "plan of 200 tasks, edited").await?);

        page.click(".editor .actions button.primary").await?;
        page.wait_for("details.menu").await?;
        figures.extend(long_tasks(&page, "run of 200 tasks, watched").await?);

        open(&page, &format!("/run/{run}/report")).await?;
        page.wait_for(Condition::holds(
            "document.querySelector('.reading [role=status]')?.textContent",
        ))
        .await?;
        let words = page
            .evaluate("document.querySelector('article.report').textContent.split(/\\s+/).length")
            .await?;
        let pages = words.as_f64().unwrap_or_default() / WORDS_ON_A_PAGE;
        page.evaluate(SCROLL).await?;
        figures.push(Figure::new("report, pages", pages, "", 1).at_least(100.0));
        figures.extend(long_tasks(&page, "report of 100 pages, drawn and scrolled").await?);

        open(&page, &format!("/run/{run}/claims")).await?;
        page.wait_for("#main [data-step]").await?;
        figures.extend(long_tasks(&page, "claims of 200 tasks").await?);
        Ok(Measured::Figures(figures))
    })
}

/// A screenful at a time to the end.
const SCROLL: &str = "(async () => {
  for (let at = 0; at < document.documentElement.scrollHeight; at += 4 * innerHeight) {
    scrollTo(0, at);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return true;
})()";

/// The number of stretches that a reader would notice, and the longest, since the last time.
async fn long_tasks(page: &Page, what: &str) -> Result<Vec<Figure>> {
    let lengths = page
        .evaluate(
            "new Promise((resolve) => setTimeout(() => resolve(window.longTasks.splice(0)), 0))",
        )
        .await?;
    let lengths = lengths.as_array().context("no list of long tasks")?;
    let lengths: Vec<f64> = lengths.iter().filter_map(Value::as_f64).collect();
    let noticed = lengths.iter().filter(|length| **length > NOTICED).count();
    let longest = lengths.iter().copied().fold(0.0, f64::max);
    let over = u32::try_from(noticed).unwrap_or(u32::MAX);
    Ok(vec![
        Figure::new(
            format!("{what}: tasks over 200 ms"),
            f64::from(over),
            "",
            lengths.len(),
        )
        .at_most(0.0),
        Figure::new(
            format!("{what}: longest task"),
            longest,
            "ms",
            lengths.len(),
        ),
    ])
}

async fn open(page: &Page, view: &str) -> Result<()> {
    let shown = format!(
        "new Promise((resolve) => {{ document.addEventListener('assay:shown', resolve, {{ once: true, capture: true }}); location.hash = '{view}'; }}).then(() => true)"
    );
    page.evaluate(&shown).await?;
    Ok(())
}

/// A run whose plan of 200 tasks waits for approval.
async fn held_run(page: &Page) -> Result<String> {
    let wish = json!({
        "question": "Velmora Sensing at length", "profile": "plain", "offline": true, "hold_plan": true,
    });
    let created = send(page, "POST", "/api/runs", &wish).await?;
    let run = created.get("run").and_then(Value::as_str);
    let run = run
        .with_context(|| format!("no run: {created}"))?
        .to_owned();
    let held = format!(
        "(async () => {{ for (;;) {{ const reply = await (await fetch('/api/runs/{run}', {{ headers: {{ 'X-Assay-Session': localStorage.getItem('assay.session') }} }})).json(); if (reply.state === 'awaiting_approval') return true; }} }})()"
    );
    page.evaluate(&held).await?;
    send(page, "PUT", &format!("/api/runs/{run}/plan"), &plan()).await?;
    Ok(run)
}

async fn send(page: &Page, method: &str, path: &str, body: &Value) -> Result<Value> {
    let body = Value::from(body.to_string());
    let script = format!(
        "fetch('{path}', {{ method: '{method}', headers: {{ 'Content-Type': 'application/json', 'X-Assay': '1', 'X-Assay-Session': localStorage.getItem('assay.session') }}, body: {body} }}).then((reply) => reply.json())"
    );
    Ok(page.evaluate(&script).await?)
}

fn plan() -> Value {
    let topics = TOPICS.iter().cycle();
    let tasks = (1..=TASKS).zip(topics.clone().zip(topics.skip(3)));
    let tasks = tasks.map(|(id, (topic, other))| {
        let needs: Vec<usize> = id.checked_sub(20).filter(|before| *before > 0).into_iter().collect();
        json!({
            "id": id, "description": format!("Velmora Sensing: {topic}, part {id}"), "dependencies": needs,
            "hints": {
                "data_needs": [topic, other],
                "key_questions": [
                    format!("What is known about {topic}?"), format!("How does it bear on {other}?"),
                ],
                "suggested_tools": [],
            },
        })
    });
    json!({
        "research_type": "company", "topic": "Velmora Sensing at length", "objectives": ["Everything"],
        "tasks": tasks.collect::<Vec<_>>(),
    })
}
