//! The whole way: ask, edit the plan, run, open a claim's passage, change an assumption, take the
//! report away.

use assay_browser::{Condition, Selector};

use crate::reader::Ask;
use crate::scribe;
use crate::workbench::{Tongue, on_workbench, sample_company};

struct Words {
    tongue: Tongue,
    lang: &'static str,
    question: &'static str,
    edited: &'static str,
    /// Words of the page, one for each view.
    view: [&'static str; 4],
}

const ENGLISH: Words = Words {
    tongue: Tongue::English,
    lang: "en",
    question: "What is VLSS worth?",
    edited: "Check the wafer contracts first",
    view: [
        "Plan to approve",
        "Open the passage",
        "Assumptions",
        "Download",
    ],
};

const CHINESE: Words = Words {
    tongue: Tongue::Chinese,
    lang: "zh-CN",
    question: "VLSS 值多少钱？",
    edited: "先核对晶圆采购合同",
    view: ["待批准的计划", "查看原文", "估值假设", "下载"],
};

#[test]
fn from_the_question_to_the_export_in_english() {
    whole_way(&ENGLISH);
}

#[test]
fn from_the_question_to_the_export_in_chinese() {
    whole_way(&CHINESE);
}

fn whole_way(words: &Words) {
    on_workbench(
        sample_company(),
        Some(Box::new(scribe::answer)),
        async |bench| {
            let reader = bench.reader(words.tongue).await;
            let lang = reader.evaluate("document.documentElement.lang").await;
            assert_eq!(lang.unwrap(), words.lang);
            let ask = Ask {
                as_of: Some("2025-03-31"),
                hold: true,
                ..Ask::default()
            };
            let run = reader.ask(words.question, ask).await;

            // the plan waits, is changed and approved
            reader.wait_for_text(".editor h2", words.view[0]).await;
            let before = reader.count(".plan-rows > li").await.unwrap();
            reader
                .replace_text(".plan-rows > li textarea", words.edited)
                .await
                .unwrap();
            let save = Condition::holds(
                "[...document.querySelectorAll('.editor .actions button')].every((one) => !one.disabled)",
            );
            reader.wait_for(save).await.unwrap();
            reader
                .click(".editor .actions button.primary")
                .await
                .unwrap();
            reader.wait_for(Condition::gone(".editor")).await.unwrap();
            reader.run_ended().await;
            let plan = bench.home.json(&["--json", "show", &run]);
            let shown = plan.to_string();
            assert!(shown.contains(words.edited), "{shown}");
            assert_eq!(reader.count("g.task").await.unwrap(), before);

            // a claim leads to the passage that proves it
            reader.tab("/claims").await;
            reader.click("#main [data-step]").await.unwrap();
            let passage = Selector::css("#panel button").with_text(words.view[1]);
            reader.click(passage).await.unwrap();
            reader.wait_for("#panel .passage mark").await.unwrap();
            let proof = reader.text("#panel .passage mark").await.unwrap();
            assert!(proof.trim().chars().count() > 10, "{proof}");

            // an assumption changes the value at once
            reader.tab("/valuation").await;
            reader.wait_for_text(".knobs h2", words.view[2]).await;
            let value = reader.text(".headline .big").await.unwrap();
            reader
                .replace_text("[id=\"in-growth.terminal\"]", "1")
                .await
                .unwrap();
            reader.wait_for(".knob.changed").await.unwrap();
            let changed = format!(
                "document.querySelector('.headline .big').innerText !== {}",
                serde_json::Value::from(value.as_str())
            );
            reader.wait_for(Condition::holds(changed)).await.unwrap();

            // the report leaves in several formats
            reader.tab("/report").await;
            reader
                .wait_for("article.report h2, article.report h3")
                .await
                .unwrap();
            reader
                .wait_for_text("details.menu summary", words.view[3])
                .await;
            let markdown = reader.download_report("md", 1).await;
            let markdown = String::from_utf8(markdown).unwrap();
            assert!(markdown.starts_with("# "), "{markdown}");
            let word = reader.download_report("docx", 2).await;
            assert_eq!(&word[..2], b"PK");
            reader.assert_clean();
            bench.home.assert_sound();
        },
    );
}
