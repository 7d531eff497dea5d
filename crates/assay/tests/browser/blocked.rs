//! A report that the egress gate holds back: the reader learns that and why, and sees nothing of it.

use crate::home::Home;
use crate::reader::Ask;
use crate::scribe::{self, Kind};
use crate::workbench::{Tongue, on_workbench};

/// In the published format of a key, and no key.
const KEY: &str = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";

#[test]
fn a_blocked_report_is_explained_and_not_shown() {
    let model = |request: &_| match scribe::kind(request) {
        Kind::Section if scribe::has_searched(request) => {
            let section = scribe::section(request);
            scribe::say(request, format!("{section}\nThe access token is {KEY}.\n"))
        }
        _ => scribe::answer(request),
    };
    on_workbench(Home::with_samples(), Some(Box::new(model)), async |bench| {
        let reader = bench.reader(Tongue::English).await;
        let ask = Ask {
            profile: Some("plain"),
            ..Ask::default()
        };
        let run = reader.ask("How strong is Velmora Sensing?", ask).await;
        reader.wait_for_text(".run-meta .badge", "blocked").await;
        reader.wait_for_text(".reasons", "G-102").await;
        reader.tab("/report").await;
        reader.wait_for("#main .run-body .box.bad").await.unwrap();
        reader
            .click(format!(".run-body a[href$=\"{run}/gates\"]").as_str())
            .await
            .unwrap();
        reader.wait_for_text("#main .badge", "BLOCKED").await;
        reader.wait_for_text("#main", "G-102").await;
        // what cannot be had is refused where the reader is, in words
        assert_eq!(reader.count("#main .box.bad").await.unwrap(), 0);
        reader.click("details.menu summary").await.unwrap();
        reader
            .click("details.menu a[data-format=md]")
            .await
            .unwrap();
        reader.wait_for("#main .box.bad").await.unwrap();
        for view in ["", "/report", "/gates"] {
            reader.tab(&format!("{run}{view}")).await;
            let shown = reader.evaluate("document.documentElement.outerHTML").await;
            assert!(!shown.unwrap().to_string().contains(KEY), "{view}");
        }
        for format in ["md", "html", "json", "docx", "log"] {
            let script = format!(
                "fetch('/api/runs/{run}/report?format={format}', {{ headers: {{ 'X-Assay-Session': localStorage.getItem('assay.session') }} }}).then((reply) => reply.text()).then((text) => text.includes('{KEY}'))"
            );
            assert_eq!(reader.evaluate(&script).await.unwrap(), false, "{format}");
        }
        reader.assert_stayed_home();
    });
}
