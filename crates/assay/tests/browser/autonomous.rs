//! An autonomous research in the page: asked for, watched by its dashboards, read in its files.

use assay_browser::{Condition, Screen, Selector};
use assay_domain::ToolCall;
use assay_plan::Profiles;
use assay_testkit::{Answer, RecordedRequest, Reply};
use serde_json::{Value, json};

use crate::gate::Gate;
use crate::home::Home;
use crate::manners::{NAMELESS, TOO_WIDE, look};
use crate::reader::{Ask, Reader};
use crate::scribe::{self, Kind};
use crate::workbench::{Tongue, on_workbench, sample_company};

/// Asks for an autonomous research, and is at the new run when this returns.
async fn ask(reader: &Reader, title: &str, purpose: &str) -> String {
    choose_profile(reader).await;
    reader.type_text("#question", title).await.unwrap();
    reader.type_text("#purpose", purpose).await.unwrap();
    reader.type_text("#steps", "40").await.unwrap();
    reader.click("form.ask button[type=submit]").await.unwrap();
    reader
        .wait_for(Condition::holds("location.hash.startsWith('#/run/')"))
        .await
        .unwrap();
    let run = reader
        .evaluate("location.hash.split('/')[2]")
        .await
        .unwrap();
    run.as_str().unwrap().to_owned()
}

/// The form names each profile that there is, in the language of the page.
async fn offers_every_profile(reader: &Reader) {
    for spec in Profiles::default().all() {
        let option = format!(
            "document.querySelector('form.ask option[value={}]').textContent",
            spec.id
        );
        assert_eq!(reader.evaluate(&option).await.unwrap(), spec.name.zh);
    }
}

async fn choose_profile(reader: &Reader) {
    if reader.count("form.ask details[open]").await.unwrap() == 0 {
        reader.click("form.ask details summary").await.unwrap();
    }
    reader.choose("form.ask select", "autonomous").await;
}

#[test]
fn without_a_model_the_chapters_are_watched_and_read_in_chinese() {
    on_workbench(Home::with_samples(), None, async |bench| {
        let reader = bench.reader(Tongue::Chinese).await;
        choose_profile(&reader).await;
        offers_every_profile(&reader).await;
        for label in ["研究主题", "研究目的", "步数上限", "上下文 Token"] {
            reader.wait_for_text("form.ask", label).await;
        }
        let holds = "document.querySelector('form.ask .ask-row .check').hidden";
        assert_eq!(reader.evaluate(holds).await.unwrap(), true);
        let run = ask(&reader, "Velmora Sensing 的竞争地位", "判断是否投资").await;
        reader.wait_for(".chapters li.done").await.unwrap();
        reader.run_ended().await;
        let all_written = "(() => { const [a, b] = document.getElementById('tally').textContent.match(/\\d+/g); return a === b && Number(a) === document.querySelectorAll('.chapters li.done').length; })()";
        reader
            .wait_for(Condition::holds(all_written))
            .await
            .unwrap();
        reader.wait_for_text("#tally", "已完成").await;
        for (card, words) in [("overall", "总体看板"), ("current", "当前看板")] {
            let card = format!("[data-dashboard={card}]");
            reader.wait_for_text(&card, words).await;
        }
        reader
            .wait_for_text("[data-dashboard=overall]", "判断是否投资")
            .await;
        reader.wait_for_text("nav.tabs", "文件").await;
        let mut found = Vec::new();
        look(&reader, "the dashboards", NAMELESS, &mut found).await;
        reader.emulate(Screen::PHONE.dark()).await.unwrap();
        look(&reader, "the dashboards", TOO_WIDE, &mut found).await;
        reader.emulate(Screen::DESK).await.unwrap();

        reader.click(".files a").await.unwrap();
        reader.wait_for("article.report h2").await.unwrap();
        reader.wait_for_text("#main .box", "以报告为准").await;
        look(&reader, "the files", NAMELESS, &mut found).await;
        reader.emulate(Screen::PHONE.dark()).await.unwrap();
        look(&reader, "the files", TOO_WIDE, &mut found).await;
        reader.emulate(Screen::DESK).await.unwrap();
        reader.click("article .cite").await.unwrap();
        reader.wait_for("#panel .passage mark").await.unwrap();

        // what is open is in the address, and the next chapter a click away
        let first = reader.evaluate("document.querySelector('article h2').textContent");
        let first = first.await.unwrap();
        reader.show(&format!("/run/{run}")).await;
        reader.show(&format!("/run/{run}/files")).await;
        reader.click(".file-list li:nth-child(2) a").await.unwrap();
        let other = format!("document.querySelector('article h2')?.textContent !== {first}");
        reader.wait_for(Condition::holds(&other)).await.unwrap();
        reader.reload().await.unwrap();
        reader
            .wait_for(".file-list li:nth-child(2) a[aria-current]")
            .await
            .unwrap();
        assert!(found.is_empty(), "{found:#?}");
        reader.assert_clean();
        bench.home.assert_sound();
    });
}

fn call(name: &str, arguments: &Value) -> Reply {
    Reply::tool_calls([ToolCall {
        id: "call_1".to_owned(),
        name: name.to_owned(),
        arguments: arguments.to_string(),
    }])
}

/// The turn that a request asks for, from 0: the loop says how many are over.
fn step(request: &RecordedRequest) -> usize {
    let text = request.body.to_string();
    let number = text.rsplit_once("[step ").map(|(_, rest)| rest);
    let number = number.and_then(|rest| rest.split(' ').next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

const HELD: usize = 3;

/// Writes a chapter, ticks it, writes the other, ticks that and finishes.
fn two_chapters(request: &RecordedRequest) -> Answer {
    if scribe::kind(request) == Kind::Summary {
        return scribe::answer(request);
    }
    let blueprint = |a: char, b: char| {
        let content = format!("## Blueprint\n- [{a}] Demand\n- [{b}] Prices\n");
        call("update_overall_dashboard", &json!({"content": content}))
    };
    let chapter = |title: &str| {
        let cited = scribe::evidence(request);
        let cited = cited.last().cloned().unwrap_or_default();
        let content = format!("# {title}\n\nThe sources speak of it [[{cited}]].\n");
        let path = format!("Notebook/{title}.md");
        call(
            "file_operation",
            &json!({"action": "create_file", "file_path": path, "content": content}),
        )
    };
    let search = |query: &str| call("web_search", &json!({"query": query}));
    let reply = match step(request) {
        0 => blueprint(' ', ' '),
        1 => search("pressure sensors demand"),
        2 => chapter("第一章 Demand"),
        HELD => blueprint('x', ' '),
        4 => search("pressure sensors price"),
        5 => chapter("第二章 Prices"),
        6 => blueprint('x', 'x'),
        _ => call("all_finished", &json!({"result": "done"})),
    };
    scribe::signed(request, reply)
}

#[test]
fn dashboards_follow_the_agent_and_a_chapter_is_read_before_the_end() {
    let gate = Gate::default();
    let is_held =
        |request: &RecordedRequest| scribe::kind(request) != Kind::Summary && step(request) == HELD;
    let model = gate.holding(is_held, two_chapters);
    on_workbench(Home::with_samples(), Some(model), async |bench| {
        let reader = bench.reader(Tongue::English).await;
        let run = ask(
            &reader,
            "What drives demand for pressure sensors?",
            "plan capacity",
        )
        .await;
        gate.wait_for(1);
        reader.wait_for_text("#tally", "0 of 2 written").await;
        let chapter = Selector::css(".files a").with_text("Demand");
        reader.wait_for(chapter.clone()).await.unwrap();
        reader.click(chapter).await.unwrap();
        reader.wait_for_text("article.report h2", "Demand").await;
        // the run has attached nothing yet, and the source opens all the same
        reader.click("article .cite").await.unwrap();
        reader.wait_for("#panel .passage mark").await.unwrap();
        reader.show(&format!("/run/{run}")).await;
        reader.wait_for_text("#tally", "0 of 2 written").await;
        reader.evaluate("window.isSame = true").await.unwrap();
        gate.open();
        reader.wait_for_text("#tally", "2 of 2 written").await;
        reader.run_ended().await;
        assert_eq!(reader.evaluate("window.isSame").await.unwrap(), true);
        assert_eq!(reader.count(".chapters li.done").await.unwrap(), 2);
        reader
            .wait_for(Selector::css(".files a").with_text("Prices"))
            .await
            .unwrap();
        let names =
            "[...document.querySelectorAll('.files a')].map((one) => one.textContent).join()";
        let names = reader.evaluate(names).await.unwrap();
        let in_order = "第一章 Demand,第二章 Prices,Current dashboard,Overall dashboard";
        assert_eq!(names, in_order);
        reader.assert_told_once(&run).await;
        reader.assert_clean();
        bench.home.assert_sound();
    });
}

/// What is there to see and to take away follows from what the run may leave.
#[test]
fn an_agents_judgement_has_its_files_and_its_value_and_other_runs_have_neither() {
    on_workbench(sample_company(), None, async |bench| {
        let reader = bench.reader(Tongue::English).await;
        choose_profile(&reader).await;
        reader.type_text("#company", "VLSS").await.unwrap();
        ask(&reader, "Is Velmora Sensing worth its price?", "decide").await;
        let seen = [
            "nav.tabs a[href$='/files']",
            "nav.tabs a[href$='/valuation']",
            "nav.tabs a[href$='/graph']",
            "details.menu a[data-format=docx]",
            "details.menu a[data-format=xlsx]",
        ];
        reader.run_ended().await;
        for one in seen {
            assert_eq!(reader.count(one).await.unwrap(), 1, "{one}");
        }
        reader.wait_for(".chapters li.done").await.unwrap();
        reader.show("/").await;
        let plain = Ask {
            profile: Some("plain"),
            ..Ask::default()
        };
        reader.ask("How large is the market?", plain).await;
        reader.run_ended().await;
        for one in seen {
            assert_eq!(reader.count(one).await.unwrap(), 0, "{one}");
        }
        let text = "details.menu a[data-format=html]";
        assert_eq!(reader.count(text).await.unwrap(), 1);
        reader.assert_clean();
    });
}

#[test]
fn what_the_server_refuses_is_told_in_chinese() {
    on_workbench(Home::with_samples(), None, async |bench| {
        let reader = bench.reader(Tongue::Chinese).await;
        choose_profile(&reader).await;
        reader.type_text("#question", "压力传感器").await.unwrap();
        reader.type_text("#steps", "0").await.unwrap();
        reader.click("form.ask button[type=submit]").await.unwrap();
        reader.wait_for_text("form.ask .box.bad", "步数须为").await;
        // the server's own words, which know the particulars, stand below
        reader
            .wait_for_text("form.ask .box.bad [lang=en]", "not 0")
            .await;
        reader.show("/run/r-nothing").await;
        reader.wait_for_text("#main .box.bad", "没有这项研究").await;
        reader.assert_unbroken();
    });
}

#[test]
fn a_run_that_failed_says_why_in_chinese_and_promises_no_report() {
    on_workbench(Home::with_samples(), None, async |bench| {
        let reader = bench.reader(Tongue::Chinese).await;
        ask(&reader, "Orrery Pianos", "decide whether to invest").await;
        reader.wait_for(".run-meta .badge.bad").await.unwrap();
        let why = "资料库中没有能回答该任务的内容";
        for place in [".reasons", ".timeline [data-step=deep_search]"] {
            reader.wait_for_text(place, why).await;
        }
        reader.run_ended().await;
        assert_eq!(reader.count(".box.ready").await.unwrap(), 0);
        reader.wait_for_text("#tally", "已完成 0 /").await;
        reader.assert_clean();
    });
}
