//! What holds in every view: light, quiet, named, reachable by keyboard, in both languages.

use assay_browser::{Key, Modifiers, Screen};

use crate::reader::{Ask, Reader};
use crate::scribe;
use crate::workbench::{Tongue, on_workbench, sample_company};

/// What the first view may cost, in bytes over the wire.
const FIRST_VIEW: u64 = 200 * 1024;

#[test]
fn the_first_view_is_light_and_asks_nobody_else() {
    on_workbench(sample_company(), None, async |bench| {
        for tongue in [Tongue::English, Tongue::Chinese] {
            let reader = bench.reader(tongue).await;
            reader.wait_for("#recent").await.unwrap();
            let bytes = reader.transferred();
            assert!(bytes > 10_000 && bytes <= FIRST_VIEW, "{bytes}");
            reader.assert_clean();
        }
    });
}

/// What a screen reader could not name, as lines; empty where all is well.
pub(crate) const NAMELESS: &str = "(() => {
  const found = [];
  const seen = (one) => one.getClientRects().length > 0;
  const label = (one) => one.getAttribute('aria-label')
    || (one.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join('')
    || [...(one.labels ?? [])].map((label) => label.textContent).join('');
  if (!document.documentElement.lang) found.push('html without lang');
  if (!document.title) found.push('no title');
  for (const one of document.querySelectorAll('input, select, textarea')) {
    if (seen(one) && !label(one).trim()) found.push(`unlabelled: ${one.outerHTML.slice(0, 120)}`);
  }
  for (const one of document.querySelectorAll('button, a[href], [role=button], summary')) {
    const name = label(one) || one.textContent || one.title;
    if (seen(one) && !name.trim()) found.push(`nameless: ${one.outerHTML.slice(0, 120)}`);
  }
  for (const one of document.querySelectorAll('img, svg[role=img]')) {
    if (!one.alt && !label(one).trim() && !one.querySelector('title') && one.getAttribute('aria-hidden') !== 'true') found.push(`picture without words: ${one.outerHTML.slice(0, 120)}`);
  }
  const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
  for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) found.push(`id twice: ${id}`);
  if (document.querySelectorAll('main').length !== 1) found.push('not one main');
  if (document.querySelectorAll('h1').length !== 1) found.push(`${document.querySelectorAll('h1').length} h1`);
  for (const one of document.querySelectorAll('[tabindex]')) {
    if (Number(one.getAttribute('tabindex')) > 0) found.push(`tab order by force: ${one.outerHTML.slice(0, 120)}`);
  }
  const keys = document.body.innerText.match(/\\b(nav|ask|run|plan|val|gates|report|claims|col|state|live|library|error|monitor|config|compare)\\.[a-z_.]+\\b/g) ?? [];
  for (const key of keys) found.push(`a text is missing: ${key}`);
  return found;
})()";

/// What reaches beyond the screen, where the page itself does.
pub(crate) const TOO_WIDE: &str = "(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth + 1) return [];
  const beyond = [...document.querySelectorAll('#main *, #header *')].filter((one) => one.getBoundingClientRect().right > clientWidth + 1);
  return beyond.slice(0, 3).map((one) => `${scrollWidth} wide: ${one.outerHTML.slice(0, 160)}`);
})()";

pub(crate) async fn look(reader: &Reader, view: &str, script: &str, found: &mut Vec<String>) {
    let lines = reader.evaluate(script).await.unwrap();
    for line in lines.as_array().unwrap() {
        found.push(format!("{view}: {line}"));
    }
}

const OF_A_RUN: [&str; 6] = ["", "/report", "/claims", "/gates", "/valuation", "/graph"];
const OTHERS: [&str; 6] = [
    "/",
    "/compare",
    "/library",
    "/library/quarantine",
    "/settings",
    "/monitor",
];

#[test]
fn every_view_is_named_fits_a_phone_and_complains_about_nothing() {
    let model = Box::new(scribe::answer);
    on_workbench(sample_company(), Some(model), async |bench| {
        let mut found = Vec::new();
        let mut run = None;
        for tongue in [Tongue::English, Tongue::Chinese] {
            let reader = bench.reader(tongue).await;
            if run.is_none() {
                run = Some(finished_run(&reader, &mut found).await);
            }
            let run = run.as_deref().unwrap_or_default();
            let of_run = OF_A_RUN.iter().map(|view| format!("/run/{run}{view}"));
            for view in of_run.chain(OTHERS.map(str::to_owned)) {
                reader.emulate(Screen::DESK).await.unwrap();
                reader.show(&view).await;
                look(&reader, &view, NAMELESS, &mut found).await;
                reader.emulate(Screen::PHONE.dark()).await.unwrap();
                look(&reader, &view, TOO_WIDE, &mut found).await;
            }
            look_beside(&reader, run, &mut found).await;
            reader.assert_clean();
        }
        assert!(found.is_empty(), "{found:#?}");
    });
}

/// A run through the editor of its plan to its end.
async fn finished_run(reader: &Reader, found: &mut Vec<String>) -> String {
    let ask = Ask {
        as_of: Some("2025-03-31"),
        hold: true,
        ..Ask::default()
    };
    let run = reader.ask("What is VLSS worth?", ask).await;
    let ready = ".editor .actions button.primary:not([disabled])";
    reader.wait_for(ready).await.unwrap();
    let place = "document.querySelector('.editor button.primary').offsetTop";
    let before = reader.evaluate(place).await.unwrap();
    reader.wait_for(".editor [role=status] p").await.unwrap();
    let after = reader.evaluate(place).await.unwrap();
    if before != after {
        found.push(format!(
            "the plan editor: the button moved from {before} to {after}"
        ));
    }
    look(reader, "the plan editor", NAMELESS, found).await;
    reader.click(ready).await.unwrap();
    reader.run_ended().await;
    run
}

/// What opens beside and over a view.
async fn look_beside(reader: &Reader, run: &str, found: &mut Vec<String>) {
    reader.emulate(Screen::DESK).await.unwrap();
    reader.show(&format!("/run/{run}/claims")).await;
    reader.click("#main [data-step]").await.unwrap();
    reader.wait_for("#panel .evidence-card").await.unwrap();
    look(reader, "the panel", NAMELESS, found).await;
    reader.press(Key::Escape, Modifiers::NONE).await.unwrap();
    let question_mark = Key::Character('?');
    reader.press(question_mark, Modifiers::NONE).await.unwrap();
    reader.wait_for("dialog[open]").await.unwrap();
    look(reader, "the list of keys", NAMELESS, found).await;
}

#[test]
fn a_question_is_asked_and_a_plan_approved_without_a_mouse() {
    on_workbench(sample_company(), None, async |bench| {
        let reader = bench.reader(Tongue::English).await;
        // the first stop leads past the header
        reader.press(Key::Tab, Modifiers::NONE).await.unwrap();
        let first = reader.evaluate("document.activeElement.id").await.unwrap();
        assert_eq!(first, "skip");
        reader.press(Key::Enter, Modifiers::NONE).await.unwrap();
        reader
            .tab_to("document.activeElement.id === 'question'")
            .await;
        reader.write("What is VLSS worth?").await;
        reader
            .tab_to("document.activeElement.matches('form.ask button[type=submit]')")
            .await;
        reader.press(Key::Enter, Modifiers::NONE).await.unwrap();
        reader.wait_for(".editor .plan-rows li").await.unwrap();
        reader
            .wait_for(".editor button.primary:not([disabled])")
            .await
            .unwrap();
        reader
            .tab_to("document.activeElement.matches('.editor button.primary')")
            .await;
        reader.press(Key::Enter, Modifiers::NONE).await.unwrap();
        reader.run_ended().await;
        // n and p go along the rows of the timeline
        for (key, row) in [
            ('n', "plan"),
            ('n', "deep_search"),
            ('n', "modeling"),
            ('p', "deep_search"),
            ('p', "plan"),
            ('p', "plan"),
        ] {
            reader
                .press(Key::Character(key), Modifiers::NONE)
                .await
                .unwrap();
            let at = reader
                .evaluate("document.activeElement.dataset.step ?? document.activeElement.tagName")
                .await
                .unwrap();
            assert_eq!(at, row, "after {key}");
        }
        // single keys lead to the views of the run
        reader
            .press(Key::Character('3'), Modifiers::NONE)
            .await
            .unwrap();
        reader
            .wait_for("nav.tabs a[href$=\"/claims\"][aria-current=page]")
            .await
            .unwrap();
        reader
            .press(Key::Character('n'), Modifiers::NONE)
            .await
            .unwrap();
        reader.wait_for("#panel h2").await.unwrap();
        reader.press(Key::Escape, Modifiers::NONE).await.unwrap();
        reader
            .wait_for(assay_browser::Condition::gone("#panel h2"))
            .await
            .unwrap();
        reader.assert_clean();
    });
}
