//! Rates on real attacks, harmless texts and filings. The data lies beside the repository and is not
//! part of it: where it is absent, these tests say so and pass, unless the labs are required.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use assay_domain::IngestVerdict;
use assay_gates::ingest;
use assay_measure::{data_file, data_folder};

#[derive(Default)]
struct Tally {
    texts: usize,
    quarantined: usize,
    flagged: usize,
}

impl Tally {
    fn count(&mut self, text: &str) {
        self.texts += 1;
        match ingest(text).verdict {
            IngestVerdict::Clean => {}
            IngestVerdict::Flagged => self.flagged += 1,
            IngestVerdict::Quarantined => self.quarantined += 1,
        }
    }

    fn caught(&self) -> f64 {
        (self.quarantined + self.flagged) as f64 / self.texts.max(1) as f64
    }
}

#[test]
fn attacks_are_caught_and_harmless_texts_are_not() {
    let Some(attacks) = tallies("injection/attack.jsonl") else {
        return;
    };
    let Some(benign) = tallies("injection/benign.jsonl") else {
        return;
    };
    say(&attacks);
    say(&benign);
    let rate = |tallies: &BTreeMap<String, Tally>, source: &str| tallies[source].caught();
    for source in [
        "injecagent_dh_enhanced",
        "injecagent_ds_enhanced",
        "agentdojo_important_banking",
    ] {
        assert!(rate(&attacks, source) >= 0.95, "{source}");
    }
    for source in [
        "tatqa_par",
        "article_extraction",
        "bipia_email",
        "bipia_table",
    ] {
        assert!(rate(&benign, source) <= 0.02, "{source}");
    }
    for source in ["notinject_one", "notinject_two", "notinject_three"] {
        assert!(rate(&benign, source) <= 0.05, "{source}");
    }
}

#[test]
fn filings_pass_untouched() {
    let Some(folder) = shared("sec/filings") else {
        return;
    };
    let mut tallies = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder of filings") {
        let path = entry.expect("an entry").path();
        let page = String::from_utf8_lossy(&std::fs::read(&path).expect("a filing")).into_owned();
        let name = path.file_name().expect("a file name").display().to_string();
        let tally: &mut Tally = tallies.entry(name).or_default();
        let text = without_tags(&page);
        for paragraph in text.split('\n').filter(|p| p.trim().len() > 40) {
            tally.count(paragraph);
        }
    }
    say(&tallies);
    for (name, tally) in tallies {
        assert!(tally.caught() <= 0.001, "{name}");
    }
}

/// Blocks become lines; entities stay, which no rule minds.
fn without_tags(page: &str) -> String {
    let mut text = String::with_capacity(page.len() / 4);
    for part in page.split('<') {
        let (tag, rest) = part.split_once('>').unwrap_or(("", part));
        let is_block = ["/div", "/p", "/td", "br", "/tr"]
            .iter()
            .any(|b| tag.starts_with(b));
        text.push_str(if is_block { "\n" } else { "" });
        text.push_str(rest);
    }
    text
}

fn tallies(file: &str) -> Option<BTreeMap<String, Tally>> {
    let rows = std::fs::read_to_string(shared(file)?).expect("readable rows");
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for row in rows.lines() {
        let row: serde_json::Value = serde_json::from_str(row).expect("a JSON row");
        let source = row["source"].as_str().expect("a source").to_owned();
        let text = row["text"].as_str().expect("a text");
        tallies.entry(source).or_default().count(text);
    }
    Some(tallies)
}

fn shared(path: &str) -> Option<PathBuf> {
    match data_file(path).or_else(|_| data_folder(path)) {
        Ok(found) => Some(found),
        Err(reason) => {
            assert_ne!(
                std::env::var_os("ASSAY_REQUIRE_LABS"),
                Some("1".into()),
                "the labs are required: {reason}"
            );
            tell(&format!("skipped: {reason}"));
            None
        }
    }
}

fn say(tallies: &BTreeMap<String, Tally>) {
    for (name, tally) in tallies {
        tell(&format!(
            "{name}: n {}, quarantined {}, flagged {}, caught {:.1} %",
            tally.texts,
            tally.quarantined,
            tally.flagged,
            tally.caught() * 100.0
        ));
    }
}

fn tell(line: &str) {
    writeln!(std::io::stderr(), "{line}").expect("standard error takes a line");
}
