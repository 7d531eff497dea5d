use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

use crate::{Quota, WorkspaceError};

/// Beginning of the names that the program keeps for itself.
pub(crate) const RESERVED: &str = ".assay-";

/// A place inside the workspace: names only, no way up. The root has none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place(Vec<String>);

impl Place {
    pub(crate) fn parse(text: &str, quota: &Quota) -> Result<Self, WorkspaceError> {
        let refuse = |why| {
            Err(WorkspaceError::Path {
                path: text.chars().take(120).collect(),
                why,
            })
        };
        let text = text.trim_matches(' ');
        if text.starts_with('/') || text.starts_with('~') || text.contains('\\') || has_drive(text)
        {
            return refuse("it is not relative");
        }
        let mut names = Vec::new();
        for part in text.split('/') {
            let name: String = part.trim_matches(' ').nfc().collect();
            match name.as_str() {
                "" | "." => continue,
                ".." => return refuse("`..` leads out of a folder"),
                _ => {}
            }
            if name.chars().any(|c| c.is_control() || is_invisible(c)) {
                return refuse("it has control or invisible characters");
            }
            if name.to_ascii_lowercase().starts_with(RESERVED) {
                return refuse("such names are the program's own");
            }
            if name.len() > quota.name_bytes {
                return refuse("a name is too long");
            }
            names.push(name);
        }
        if names.len() > quota.depth {
            return refuse("it is too deep");
        }
        Ok(Self(names))
    }

    pub(crate) fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.0
    }

    /// The folder and the name in it; `None` for the root.
    pub(crate) fn split(&self) -> Option<(&[String], &str)> {
        let (name, folders) = self.0.split_last()?;
        Some((folders, name))
    }

    pub(crate) fn join(&self, name: &str) -> Self {
        let mut names = self.0.clone();
        names.push(name.to_owned());
        Self(names)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_root() {
            return f.write_str(".");
        }
        f.write_str(&self.0.join("/"))
    }
}

/// A path as the workspace writes it. `None`: it cannot be used there.
pub fn plain_path(path: &str) -> Option<String> {
    let place = Place::parse(path, &Quota::default()).ok()?;
    Some(place.to_string())
}

fn has_drive(text: &str) -> bool {
    let mut characters = text.chars();
    let letter = characters.next();
    letter.is_some_and(|c| c.is_ascii_alphabetic()) && characters.next() == Some(':')
}

/// Characters that make one name look like another.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
