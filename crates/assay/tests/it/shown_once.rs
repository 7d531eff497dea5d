//! What a writer has before it is not sent again, and what only repeats it not at all.

use std::collections::BTreeSet;

use assay_testkit::RecordedRequest;

use crate::deep::passages;
use crate::home::Home;
use crate::provider::Provider;
use crate::scribe::{self, Kind};
use crate::setting::{Setting, diamond};

/// The passages of a conversation, in order.
fn sent(request: &RecordedRequest) -> Vec<String> {
    let mut ids = Vec::new();
    for message in scribe::messages(request) {
        let text = message["content"].as_str().unwrap_or_default();
        let parts = text.split("<data id=\"").skip(1);
        ids.extend(parts.map(|part| part.split('"').next().unwrap_or_default().to_owned()));
    }
    ids
}

fn sections(provider: &Provider) -> Vec<RecordedRequest> {
    let mut chats = provider.chats();
    chats.retain(|chat| scribe::kind(chat) == Kind::Section);
    chats
}

#[test]
fn no_passage_is_sent_twice_in_a_conversation() {
    let setting = Setting::new("", scribe::answer);
    setting.run();
    let mut named = 0;
    for chat in sections(&setting.provider) {
        let ids = sent(&chat);
        let distinct: BTreeSet<&String> = ids.iter().collect();
        assert_eq!(distinct.len(), ids.len(), "{ids:?}");
        named += chat.raw.matches("already shown above: ev_").count();
    }
    assert!(named > 0, "a search that finds it again names it");
}

#[test]
fn what_two_documents_say_alike_is_read_once() {
    let provider = Provider::start(scribe::answer);
    let home = Home::empty();
    home.configure(&provider.config());
    let said = "Velmora Sensing sells pressure sensors to makers of pumps and to shipyards. Its revenue from pumps grew in each of the last three years, while shipyards bought less than before.";
    home.write(
        "papers/prospectus.md",
        format!("# Prospectus\n\n## Business\n\n{said}\n"),
    );
    home.write(
        "papers/yearbook.md",
        format!("# Yearbook\n\n## Risks of the trade\n\n{said}\n"),
    );
    home.must(&["ingest", "papers"]);
    home.write("plan.json", diamond(false));
    home.assay(&["run", "plan.json"]);
    let sections = sections(&provider);
    assert!(!sections.is_empty());
    for chat in sections {
        let shown = passages(&chat);
        let says_it = |(_, text): &&(String, String)| text.contains("to makers of pumps");
        assert!(shown.iter().filter(says_it).count() <= 1, "{shown:?}");
    }
}
