use assay_domain::{Document, Passage, PassageId};

use super::Library;
use crate::EngineError;

/// A document of no more passages is read as one whole.
const SHORT_DOCUMENT: usize = 50;

impl Library {
    /// Whether a passage speaks of somebody, under any of the names: because its document is about
    /// them, or because the passage itself names them.
    pub(crate) fn is_about(&self, id: &PassageId, names: &[String]) -> Result<bool, EngineError> {
        let Some((document, range)) = id.parts() else {
            return Ok(false);
        };
        let Some(document) = self.document(&document)? else {
            return Ok(false);
        };
        for name in names {
            if self.is_document_about(&document, name)? {
                return Ok(true);
            }
        }
        let passages = self.passages(&document)?;
        let passage = passages.iter().find(|passage| passage.start == range.start);
        Ok(passage.is_some_and(|passage| names.iter().any(|name| named_in(passage, name))))
    }

    /// Whether a document has a name anywhere: in its title, where it came from or its text, or as the
    /// first letters of its title or of whom it is about.
    pub(crate) fn has_name(&self, document: &Document, name: &str) -> Result<bool, EngineError> {
        let entity = document.subject.entity.as_deref().unwrap_or_default();
        let lines = [document.title.as_str(), document.origin.as_str(), entity];
        if lines
            .iter()
            .any(|line| mentions(line, name) || is_short_for(name, line))
        {
            return Ok(true);
        }
        let passages = self.passages(document)?;
        Ok(passages.iter().any(|passage| named_in(passage, name)))
    }

    /// A document is about whom its title names. A short one is about everybody it names.
    fn is_document_about(&self, document: &Document, name: &str) -> Result<bool, EngineError> {
        if let Some(known) = self.known().about.get(&document.id)
            && let Some(known) = known.get(name)
        {
            return Ok(*known);
        }
        let about = mentions(&document.title, name) || {
            let passages = self.passages(document)?;
            passages.len() <= SHORT_DOCUMENT && passages.iter().any(|p| named_in(p, name))
        };
        let mut known = self.known();
        let names = known.about.entry(document.id.clone()).or_default();
        names.insert(name.to_owned(), about);
        Ok(about)
    }
}

fn named_in(passage: &Passage, name: &str) -> bool {
    let mut headings = passage.headings.iter();
    mentions(&passage.text, name) || headings.any(|heading| mentions(heading, name))
}

/// `GM` stands for General Motors.
fn is_short_for(name: &str, line: &str) -> bool {
    let capitals = name.chars().filter(|c| c.is_uppercase()).count();
    let initials: String = line
        .split(|c: char| !c.is_alphanumeric())
        .filter_map(|word| word.chars().next())
        .collect();
    capitals >= 2 && initials.to_lowercase().starts_with(&name.to_lowercase())
}

/// Whether a text names somebody: as a whole word that begins with a capital, if the name does. In
/// scripts without blanks and capitals, anywhere.
fn mentions(text: &str, name: &str) -> bool {
    if !name.is_ascii() {
        return text.contains(name);
    }
    let letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let (text, name) = (text.as_bytes(), name.as_bytes());
    let Some(first) = name.first() else {
        return false;
    };
    let mut windows = text.windows(name.len()).enumerate();
    windows.any(|(at, window)| {
        let capital = window.first().is_some_and(u8::is_ascii_uppercase);
        (capital || !first.is_ascii_uppercase())
            && window.eq_ignore_ascii_case(name)
            && !letter(at.checked_sub(1).and_then(|before| text.get(before)))
            && !letter(text.get(at + name.len()))
    })
}

#[cfg(test)]
mod tests {
    use assay_domain::PassageId;
    use assay_store::Store;

    use super::mentions;
    use crate::{FixedClock, Library};

    /// Paragraphs that are passages of their own.
    fn long_text(title: &str, paragraphs: &[&str]) -> String {
        let filler = "The weather in the valley was fine all year round. ".repeat(13);
        let mut text = format!("# {title}\n\n");
        for place in 0..60 {
            let paragraph = paragraphs.get(place).copied().unwrap_or_default();
            text.push_str(&format!("{paragraph} {filler}\n\n"));
        }
        text
    }

    #[tokio::test]
    async fn evidence_is_about_whom_its_document_or_passage_names() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::new(Store::open(folder.path()).unwrap());
        let clock = FixedClock("2026-11-15T12:00:00Z".parse().unwrap());
        let own = long_text("Velmora plc annual report", &["We sell sensors."]);
        let other = long_text(
            "Haldric plc annual report",
            &["We sell lamps.", "Velmora is larger."],
        );
        let rows: [(&str, &str, &[bool]); 4] = [
            ("own.md", &own, &[true, true]),
            ("other.md", &other, &[false, true, false]),
            (
                "note.md",
                "# Sector note\n\nMargins fell.\n\nVelmora grew.",
                &[true],
            ),
            ("lamps.md", "# Lamps\n\nHaldric grew.", &[false]),
        ];
        for (name, text, expected) in rows {
            let ingested = library
                .bring_in(crate::Arrival::given(name, text.as_bytes()), &clock)
                .await
                .unwrap();
            let passages = library.passages(&ingested.document).unwrap();
            for (passage, expected) in passages.iter().zip(expected) {
                let names = ["Velmora".to_owned()];
                let found = library.is_about(&passage.id, &names).unwrap();
                assert_eq!(found, *expected, "{name}: {}", passage.text);
            }
            assert!(passages.len() >= expected.len());
        }
        let unknown = PassageId::new("doc_none:0-1");
        assert!(!library.is_about(&unknown, &["Velmora".to_owned()]).unwrap());
    }

    #[test]
    fn a_name_is_a_whole_word_with_a_capital() {
        for (text, name, expected) in [
            ("Velmora held 18 %", "Velmora", true),
            ("VELMORA SENSING PLC", "Velmora Sensing", true),
            ("Velmora's plant", "Velmora", true),
            ("the velmora plant", "Velmora", false),
            ("Velmoran plants", "Velmora", false),
            ("Neovelmora", "Velmora", false),
            ("an orchard of apples", "Apple", false),
            ("维摩拉传感的工厂", "维摩拉传感", true),
            ("维摩拉", "维摩拉传感", false),
            ("", "Velmora", false),
            ("x", "", false),
        ] {
            assert_eq!(mentions(text, name), expected, "{text} / {name}");
        }
    }
}
