use regex::{Regex, RegexBuilder};

use crate::folder::Kind;
use crate::{Entry, FileReply, Match, Workspace, WorkspaceError};

/// Memory that a compiled pattern may take.
const PATTERN_BYTES: usize = 1 << 20;
/// Characters of a line that a match shows.
const SHOWN: usize = 300;
/// Lines around a match that may be asked for.
const MOST_CONTEXT: usize = 20;

impl Workspace {
    /// Lines that hold a text, whatever its case.
    pub(crate) fn search_in_file(
        &self,
        path: &str,
        pattern: &str,
        context: usize,
    ) -> Result<FileReply, WorkspaceError> {
        let place = self.place(path)?;
        let text = self.text_at(&place)?;
        let wanted = pattern.to_lowercase();
        let lines: Vec<&str> = text.lines().collect();
        let context = context.min(MOST_CONTEXT);
        let mut found: Vec<Match> = Vec::new();
        let hits = (0..lines.len()).filter(|at| {
            lines
                .get(*at)
                .is_some_and(|line| line.to_lowercase().contains(&wanted))
        });
        let mut next = 0;
        for hit in hits {
            let first = hit.saturating_sub(context).max(next);
            next = (hit + context + 1).min(lines.len());
            let around = (first..next).filter_map(|at| Some((at, *lines.get(at)?)));
            found.extend(around.map(|(at, line)| matched(&place.to_string(), at + 1, line)));
        }
        Ok(self.matches(found))
    }

    /// Lines of all files under a folder that match a regular expression.
    pub(crate) fn grep(&self, pattern: &str, folder: &str) -> Result<FileReply, WorkspaceError> {
        let regex = compiled(pattern)?;
        let place = self.place(folder)?;
        let mut found = Vec::new();
        for (file, kind) in self.all(&place)? {
            if !matches!(kind, Kind::File { .. }) {
                continue;
            }
            let text = match self.text_at(&file) {
                Ok(text) => text,
                // Not a text, or gone since the list was made: it has no line that matches.
                Err(error) if !error.is_disk() => continue,
                Err(error) => return Err(error),
            };
            let lines = text
                .lines()
                .zip(1..)
                .filter(|(line, _)| regex.is_match(line));
            found.extend(lines.map(|(line, number)| matched(&file.to_string(), number, line)));
        }
        Ok(self.matches(found))
    }

    /// Files and folders whose name matches a pattern with `*` and `?`.
    pub(crate) fn find(&self, folder: &str, pattern: &str) -> Result<FileReply, WorkspaceError> {
        let place = self.place(folder)?;
        let regex = compiled(&as_regex(pattern))?;
        let mut found: Vec<Entry> = Vec::new();
        for (one, kind) in self.all(&place)? {
            let Some((_, name)) = one.split() else {
                continue;
            };
            if regex.is_match(name) {
                found.push(Entry {
                    path: one.to_string(),
                    bytes: match kind {
                        Kind::File { bytes } => Some(bytes),
                        Kind::Folder | Kind::Other(_) => None,
                    },
                });
            }
        }
        let more = found.len().saturating_sub(self.quota.reply_items);
        found.truncate(self.quota.reply_items);
        Ok(FileReply::Entries {
            path: place.to_string(),
            entries: found,
            more,
        })
    }

    fn matches(&self, mut found: Vec<Match>) -> FileReply {
        let more = found.len().saturating_sub(self.quota.reply_items);
        found.truncate(self.quota.reply_items);
        FileReply::Matches { found, more }
    }
}

fn matched(path: &str, line: usize, text: &str) -> Match {
    Match {
        path: path.to_owned(),
        line,
        text: text.chars().take(SHOWN).collect(),
    }
}

fn compiled(pattern: &str) -> Result<Regex, WorkspaceError> {
    RegexBuilder::new(pattern)
        .case_insensitive(true)
        .size_limit(PATTERN_BYTES)
        .build()
        .map_err(|error| WorkspaceError::Pattern {
            pattern: pattern.chars().take(120).collect(),
            why: error.to_string(),
        })
}

/// A name pattern as a regular expression; one without wildcards finds names that contain it.
fn as_regex(pattern: &str) -> String {
    if !pattern.contains(['*', '?']) {
        return regex::escape(pattern);
    }
    let pieces = pattern.chars().map(|c| match c {
        '*' => ".*".to_owned(),
        '?' => ".".to_owned(),
        c => regex::escape(&c.to_string()),
    });
    format!("^{}$", pieces.collect::<String>())
}
