//! Sentences that are refused go back alone, and nothing else of the draft changes.

use assay_domain::{CallKind, Event, Outcome, Section};
use assay_testkit::{Answer, RecordedRequest};
use serde_json::Value;

use crate::home::Home;
use crate::scribe::{self, Kind};
use crate::setting::{Setting, findings, outcome};

const FALSE_FIGURE: &str = "Revenue was $9,999 million in FY2024";
const INVENTED: &str = "Its chairman was arrested in spring";

/// A section with two sentences that nothing bears out, around what is true.
fn draft(request: &RecordedRequest) -> String {
    let text = scribe::section(request);
    let id = text.split("[[").nth(1).unwrap_or_default();
    let id = id.split("]]").next().unwrap_or_default();
    format!("{text}\n### What the source says\n\n{FALSE_FIGURE} [[{id}]]. {INVENTED}.\n")
}

fn mended(request: &RecordedRequest, lines: &str) -> Answer {
    let ids = scribe::evidence(request);
    let id = ids.first().cloned().unwrap_or_default();
    scribe::say(request, lines.replace("ID", &id))
}

fn setting(lines: &'static str) -> Setting {
    Setting::new("", move |request| match scribe::kind(request) {
        Kind::Section if scribe::has_searched(request) => scribe::say(request, draft(request)),
        Kind::Mend => mended(request, lines),
        _ => scribe::answer(request),
    })
}

fn sections(home: &Home) -> Vec<Section> {
    let store = assay_store::Store::open(&home.state()).unwrap();
    let journal = home.journal().into_iter();
    let bodies = journal.filter_map(|envelope| match envelope.event {
        Event::ArtifactWritten { artifact, body, .. }
            if artifact.kind() == Some(assay_domain::ArtifactKind::Section) =>
        {
            Some(store.text_of(&body).unwrap())
        }
        _ => None,
    });
    bodies
        .map(|text| serde_json::from_str(&text).unwrap())
        .collect()
}

fn size(request: &RecordedRequest) -> usize {
    let messages = scribe::messages(request);
    let texts = messages.iter().filter_map(|one| one["content"].as_str());
    texts.map(str::len).sum()
}

#[test]
fn a_refused_sentence_is_replaced_and_another_withdrawn_in_a_short_conversation() {
    let setting = setting("1: That holds as well [[ID]].\n2: -\n");
    let ran = setting.run();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(!ran.stdout.contains("9,999"), "{}", ran.stdout);
    assert!(!ran.stdout.contains(INVENTED), "{}", ran.stdout);
    for section in sections(&setting.home) {
        let text = &section.markdown;
        assert!(text.starts_with("The first source says so [["), "{text}");
        assert!(
            text.contains("### What the source says\n\nThat holds as well [["),
            "{text}"
        );
        assert!(section.left_out.is_empty(), "{:?}", section.left_out);
    }
    let chats = setting.provider.chats();
    let of = |kind: Kind| {
        let all = chats.iter().filter(move |chat| scribe::kind(chat) == kind);
        all.collect::<Vec<_>>()
    };
    let (drafts, mends) = (of(Kind::Section), of(Kind::Mend));
    assert_eq!(mends.len(), 4);
    for mend in mends {
        assert_eq!(scribe::messages(mend).len(), 1, "it begins anew");
        let prompt = scribe::prompt(mend);
        assert!(prompt.contains(FALSE_FIGURE) && prompt.contains(INVENTED));
        assert!(
            prompt.contains("What the source says"),
            "its place: {prompt}"
        );
        let shown = scribe::evidence(mend).len();
        assert!(shown <= 2, "what it cites and what stands near: {prompt}");
        let least = drafts.iter().map(|draft| size(draft)).max().unwrap_or(0);
        assert!(size(mend) * 2 < least, "{} of {least}", size(mend));
    }
}

#[test]
fn what_is_not_mended_is_left_out_and_the_run_is_not_complete() {
    for lines in [
        "1: Revenue was $8,888 million in FY2024 [[ID]].\n2: Its chairman was arrested in May.\n",
        "## Part 1\n\nThe whole section once more [[ID]].",
    ] {
        let setting = setting(lines);
        let ran = setting.run();
        let (kept, told) = (findings(&ran.stdout), &ran.stdout);
        assert!(!kept.contains("million in FY2024"), "{kept}");
        assert!(told.contains("million in FY2024"), "told, not dropped");
        assert!(kept.contains("The first source says so"), "{kept}");
        assert_eq!(outcome(&setting.events()), Outcome::Degraded);
    }
}

#[test]
fn the_share_of_the_prompt_that_asks_again_is_a_figure_of_the_run() {
    let setting = setting("1: -\n2: -\n");
    setting.run();
    let events = setting.events();
    let again = events.iter().filter(|event| {
        matches!(
            event,
            Event::CallStarted {
                call: CallKind::Model {
                    asks_again: true,
                    ..
                },
                ..
            }
        )
    });
    assert_eq!(again.count(), 4);
    let run = setting.home.newest();
    let shown = setting.home.must(&["show", run.as_str()]).stdout;
    assert!(shown.contains("prompt tokens, "), "{shown}");
    let json = setting.home.must(&["show", run.as_str(), "--json"]).stdout;
    let json: Value = serde_json::from_str(&json).unwrap();
    let prompts = &json["evaluation"]["prompts"];
    let (all, repeated) = (prompts["tokens"].as_u64(), prompts["repeated"].as_u64());
    assert!(repeated > Some(0) && repeated < all, "{prompts}");
    let log = setting.home.must(&["export", run.as_str(), "-f", "log"]);
    assert!(
        log.stdout.contains("of them to ask again"),
        "{}",
        log.stdout
    );
}

#[test]
fn an_uncited_sentence_that_introduces_its_paragraph_stands() {
    let setting = Setting::new("", |request| match scribe::kind(request) {
        Kind::Section if scribe::has_searched(request) => {
            let text = scribe::section(request);
            let text = text.replace("The first source", "The sources say so. The first source");
            scribe::say(request, text)
        }
        _ => scribe::answer(request),
    });
    let ran = setting.run();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("The sources say so. The first source"));
    let run = setting.home.newest();
    setting.home.must(&["audit", run.as_str()]);
}
