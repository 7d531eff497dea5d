//! What a planner asks back, in the page: answered by a choice, by words of one's own after the server
//! was killed, or not at all.

use assay_browser::Selector;
use assay_domain::Event;

use crate::home::Home;
use crate::manners::{NAMELESS, TOO_WIDE, look};
use crate::reader::{Ask, Reader};
use crate::scribe::{self, RIVALS};
use crate::workbench::{Tongue, Workbench, on_workbench};

const QUESTION: &str = "Velmora Sensing and its rivals, FY2022 to FY2024";
const ASKED_FOR: &str = "Velmora Sensing and its Asian rivals";
const ASSUMED: &str = "Velmora Sensing, FY2022 to FY2024";
const FORM: &str = "section.asked-back";

#[test]
fn a_choice_goes_into_the_plan() {
    asked(Tongue::English, async |_, reader| {
        let choice = Selector::css(".asked-back button").with_text(RIVALS);
        reader.click(choice).await.unwrap();
        ASKED_FOR
    });
}

#[test]
fn an_answer_of_ones_own_is_heard_after_the_server_was_killed() {
    asked(Tongue::Chinese, async |bench, reader| {
        reader.wait_for_text(FORM, "制定计划前的一个问题").await;
        bench.kill();
        bench.start_again();
        reader.reload().await.unwrap();
        reader.wait_for(FORM).await.unwrap();
        reader.type_text("#asked-back", RIVALS).await.unwrap();
        reader.click(".asked-back button.primary").await.unwrap();
        ASKED_FOR
    });
}

#[test]
fn without_an_answer_the_assumption_stands() {
    asked(Tongue::English, async |_, reader| {
        reader.wait_for_text(FORM, "rivals everywhere").await;
        reader.click(".asked-back button.primary").await.unwrap();
        ASSUMED
    });
}

/// Asks, answers what is asked back by `answer`, which says what the plan is then about, and waits for
/// the end.
fn asked(tongue: Tongue, answer: impl AsyncFnOnce(&mut Workbench, &Reader) -> &'static str) {
    let model = Box::new(|request: &_| scribe::asking_back(request, true));
    on_workbench(Home::with_samples(), Some(model), async |bench| {
        let reader = bench.reader(tongue).await;
        let profile = Some("plain");
        let run = reader
            .ask(
                QUESTION,
                Ask {
                    profile,
                    ..Ask::default()
                },
            )
            .await;
        reader.wait_for_text(FORM, "Which rivals are meant?").await;
        let mut found = Vec::new();
        look(&reader, "what is asked back", NAMELESS, &mut found).await;
        look(&reader, "what is asked back", TOO_WIDE, &mut found).await;
        assert!(found.is_empty(), "{found:#?}");
        let topic = answer(bench, &reader).await;
        reader.run_ended().await;
        assert_eq!(reader.count(FORM).await.unwrap(), 0);
        reader.show(&format!("/run/{run}/report")).await;
        reader.wait_for("article .cite").await.unwrap();
        reader.assert_unbroken();
        bench.home.assert_sound();
        let journal = bench.home.journal().into_iter();
        let mut planned = journal.filter_map(|envelope| match envelope.event {
            Event::PlanAccepted { plan, .. } => Some(plan.topic),
            _ => None,
        });
        assert_eq!(planned.next_back().as_deref(), Some(topic));
    });
}
