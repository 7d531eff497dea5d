//! A reload and a killed server in the middle of a run: the page shows what was, and the run ends as
//! if nothing had happened.

use assay_browser::Condition;

use crate::gate::Gate;
use crate::home::Home;
use crate::reader::Ask;
use crate::scribe::Kind;
use crate::workbench::{Tongue, on_workbench};

const QUESTION: &str = "How strong is Velmora Sensing?";

const PLAIN: Ask = Ask {
    profile: Some("plain"),
    as_of: None,
    hold: false,
};

fn all_tasks_done() -> Condition {
    Condition::holds(
        "document.querySelectorAll('g.task').length === 3 && document.querySelectorAll('g.task[data-state=done]').length === 3",
    )
}

#[test]
fn a_reload_in_the_middle_of_a_run_shows_what_was_there() {
    let gate = Gate::default();
    let model = gate.before(Kind::Summary);
    on_workbench(Home::with_samples(), Some(model), async |bench| {
        let reader = bench.reader(Tongue::English).await;
        let run = reader.ask(QUESTION, PLAIN).await;
        gate.wait_for(1);
        reader.wait_for(all_tasks_done()).await.unwrap();
        reader.reload().await.unwrap();
        reader.wait_for(all_tasks_done()).await.unwrap();
        reader.wait_for(".run-meta .badge.busy").await.unwrap();
        assert_eq!(reader.count("details.menu").await.unwrap(), 0);
        gate.open();
        reader.run_ended().await;
        reader.wait_for(".run-meta .badge.good").await.unwrap();
        reader.assert_told_once(&run).await;
        reader.tab("/report").await;
        reader.wait_for_text("article.report", "Part 2").await;
        reader.assert_clean();
        bench.home.assert_sound();
    });
}

#[test]
fn a_server_that_was_killed_goes_on_with_the_run_and_the_page_with_both() {
    let gate = Gate::default();
    let model = gate.before(Kind::Summary);
    on_workbench(Home::with_samples(), Some(model), async |bench| {
        let reader = bench.reader(Tongue::Chinese).await;
        let run = reader.ask(QUESTION, PLAIN).await;
        gate.wait_for(1);
        reader.wait_for(all_tasks_done()).await.unwrap();
        let asked = bench.questions();
        bench.kill();
        reader.wait_for("#banner:not([hidden])").await.unwrap();
        assert!(reader.text("#banner").await.unwrap().contains("服务"));
        bench.start_again();
        // the question that was not answered is asked again, and no other
        gate.wait_for(2);
        reader.wait_for(Condition::gone("#banner")).await.unwrap();
        reader.wait_for(all_tasks_done()).await.unwrap();
        gate.open();
        reader.run_ended().await;
        reader.assert_told_once(&run).await;
        // the one that was held back, and its repetition
        assert_eq!(bench.questions(), asked + 2);
        reader.assert_unbroken();
        bench.home.assert_sound();
    });
}
