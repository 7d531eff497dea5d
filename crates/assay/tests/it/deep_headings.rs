//! A report is read whatever level its writer gave to its headings.

use assay_domain::Outcome;
use assay_testkit::RecordedRequest;
use serde_json::Value;

use crate::deep::{QUESTION, artifact, home, honest, name, outcome, reply};
use crate::provider::Provider;

fn report(request: &RecordedRequest, shape: &str) -> Value {
    let Value::String(honest) = honest(request) else {
        panic!("a report is text");
    };
    let (summary, demand) = honest.split_once("## Demand").unwrap();
    let summary = summary.trim_start_matches("## Executive summary").trim();
    let text = shape.replace("SUMMARY", summary);
    Value::String(text.replace("DEMAND", demand.trim()))
}

#[test]
fn no_level_of_heading_loses_a_section() {
    for shape in [
        "# Executive summary\n\nSUMMARY\n\n# Demand\n\nDEMAND\n",
        "# Pressure sensors\n\n### Executive summary\n\nSUMMARY\n\n### Demand\n\nDEMAND\n",
        "#### Executive summary\n\nSUMMARY\n\n#### Demand\n\nDEMAND\n",
        "SUMMARY\n\n### Demand\n\nDEMAND\n",
    ] {
        let provider = Provider::start(move |request| {
            reply(match name(request).as_str() {
                "report" => report(request, shape),
                _ => honest(request),
            })
        });
        let home = home(&provider);
        home.assay(&["research", QUESTION, "--type", "industry"]);
        assert_eq!(
            outcome(&home).0,
            Outcome::Completed,
            "{shape}: {:?}",
            outcome(&home)
        );
        let written = artifact(&home, "research_report");
        let written = written["markdown"].as_str().unwrap();
        assert!(written.contains("1 of 1 section"), "{shape}: {written}");
        let reports = provider.chats();
        let reports = reports.iter().filter(|chat| name(chat) == "report");
        assert_eq!(reports.count(), 1, "{shape}: nothing was asked for again");
    }
}
