//! A question on a report, under it: asked by keyboard, answered without a reload, there again later.

use assay_browser::{Condition, Key, Modifiers};

use crate::reader::Ask;
use crate::workbench::{Tongue, on_workbench, sample_company};

#[test]
fn a_follow_up_is_asked_and_read_again_in_english() {
    asked_on(
        Tongue::English,
        "VLSS revenue 2024",
        "and the year before?",
        "Ask on",
    );
}

#[test]
fn a_follow_up_is_asked_and_read_again_in_chinese() {
    asked_on(
        Tongue::Chinese,
        "VLSS 2024年营业收入",
        "那上一年呢？",
        "继续提问",
    );
}

fn asked_on(tongue: Tongue, question: &str, follow_up: &str, title: &str) {
    on_workbench(sample_company(), None, async |bench| {
        let reader = bench.reader(tongue).await;
        let run = reader.ask(question, Ask::default()).await;
        reader.run_ended().await;
        reader.show(&format!("/run/{run}/report")).await;
        reader.wait_for_text(".ask-on h2", title).await;
        // by keyboard alone
        reader.type_text("#ask-on", follow_up).await.unwrap();
        reader.press(Key::Enter, Modifiers::NONE).await.unwrap();
        reader.wait_for(".exchange .cite").await.unwrap();
        let told = "document.querySelector('.exchange').textContent.includes('2023')";
        reader.wait_for(Condition::holds(told)).await.unwrap();
        let focus = reader.evaluate("document.activeElement.id").await.unwrap();
        assert_eq!(focus, "ask-on");
        reader.click(".exchange .cite").await.unwrap();
        reader.wait_for(".passage mark").await.unwrap();
        // what was asked before is there again
        let leave = "window.isOld = true; location.reload()";
        reader.evaluate(leave).await.unwrap();
        let again = "!window.isOld && document.querySelector('.exchange .cite') !== null";
        reader.wait_for(Condition::holds(again)).await.unwrap();
        assert_eq!(reader.count(".exchange").await.unwrap(), 1);
    });
}
