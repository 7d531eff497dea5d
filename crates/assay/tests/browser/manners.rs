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
const NAMELESS: &str = "(() => {
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
const TOO_WIDE: &str = "(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth + 1) return [];
  const beyond = [...document.querySelectorAll('#main *, #header *')].filter((one) => one.getBoundingClientRect().right > clientWidth + 1);
  return beyond.slice(0, 3).map((one) => `${scrollWidth} wide: ${one.outerHTML.slice(0, 160)}`);
})()";

async fn look(reader: &Reader, view: &str, script: &str, found: &mut Vec<String>) {
    let lines = reader.evaluate(script).await.unwrap();
    for line in lines.as_array().unwrap() {
        found.push(format!("{view}: {line}"));
    }
}

#[test]
fn every_view_is_named_fits_a_phone_and_complains_about_nothing() {
    on_workbench(
        sample_company(),
        Some(Box::new(scribe::answer)),
        async |bench| {
            let mut found = Vec::new();
            let mut run = String::new();
            for tongue in [Tongue::English, Tongue::Chinese] {
                let reader = bench.reader(tongue).await;
                if run.is_empty() {
                    let ask = Ask {
                        as_of: Some("2025-03-31"),
                        ..Ask::default()
                    };
                    run = reader.ask("What is VLSS worth?", ask).await;
                    reader.run_ended().await;
                }
                let of_run = ["", "/report", "/claims", "/gates", "/valuation", "/graph"];
                let mut views: Vec<String> = of_run
                    .iter()
                    .map(|view| format!("/run/{run}{view}"))
                    .collect();
                let others = [
                    "/",
                    "/compare",
                    "/library",
                    "/library/quarantine",
                    "/settings",
                    "/monitor",
                ];
                views.extend(others.map(str::to_owned));
                for view in &views {
                    reader.emulate(Screen::DESK).await.unwrap();
                    reader.show(view).await;
                    look(&reader, view, NAMELESS, &mut found).await;
                    reader.emulate(Screen::PHONE.dark()).await.unwrap();
                    look(&reader, view, TOO_WIDE, &mut found).await;
                }
                reader.assert_clean();
            }
            assert!(found.is_empty(), "{found:#?}");
        },
    );
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
