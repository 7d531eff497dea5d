//! A model that writes the research of a company: what its sources say may stand in the memo, a number
//! of its own may not.

use assay_domain::{ClaimCheck, Event};
use assay_testkit::RecordedRequest;

use crate::home::{Home, repository};
use crate::provider::Provider;
use crate::scribe::{self, Kind};

/// An amount that no source of the sample has.
const INVENTED: &str = "$9.87 billion";

/// The usual section with one sentence more, which cites a passage for what it does not say.
fn section(request: &RecordedRequest) -> String {
    let honest = scribe::section(request);
    match scribe::evidence(request).first() {
        Some(id) => format!("{honest}\nBacklog rose to {INVENTED} in the year [[{id}]].\n"),
        None => honest,
    }
}

#[test]
fn a_number_that_a_model_made_up_is_no_finding_of_the_memo() {
    let provider = Provider::start(|request| match scribe::kind(request) {
        Kind::Section if scribe::has_searched(request) => scribe::say(request, section(request)),
        _ => scribe::answer(request),
    });
    let home = Home::with_sample_company();
    home.configure(&provider.config());
    let market = repository().join("samples/market.json");
    let ran = home.assay(&[
        "research",
        "VLSS",
        "-y",
        "--as-of",
        "2025-03-31",
        "--market",
        &market.display().to_string(),
    ]);
    assert!(ran.stdout.contains("Investment memo"), "{ran:?}");
    let told = ran.stdout.lines().filter(|line| line.contains("9.87"));
    for line in told {
        assert!(line.contains("not supported by the evidence"), "{line}");
    }
    assert!(
        ran.stdout.contains("The first source says so"),
        "what is borne out stays: {}",
        ran.stdout
    );
    let is_invented = |event: &Event| match event {
        Event::ClaimRegistered { claim } if claim.text.contains(INVENTED) => {
            assert!(
                matches!(claim.check, Some(ClaimCheck::Unsupported { .. })),
                "{claim:?}"
            );
            true
        }
        _ => false,
    };
    let caught = home
        .journal()
        .iter()
        .filter(|one| is_invented(&one.event))
        .count();
    assert!(caught > 0, "the sentence was kept, and marked");
    let run = home.newest().to_string();
    home.must(&["audit", &run]);
    home.assert_sound();
}
