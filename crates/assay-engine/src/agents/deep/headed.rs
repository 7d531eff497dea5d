//! A report cut at its headings, of whatever level its writer chose for them.

use std::collections::BTreeMap;

use assay_figures::{Block, blocks, cut};

/// A report in parts.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Headed<'t> {
    /// What stands before the first heading.
    pub(super) lead: &'t str,
    /// Title and text of every section; deeper headings are part of the text.
    pub(super) sections: Vec<(&'t str, &'t str)>,
}

struct Heading<'t> {
    level: usize,
    title: &'t str,
    start: usize,
    end: usize,
    /// Something is written under it before the next heading.
    has_text: bool,
}

/// Cuts a report. A heading over nothing that has no other beside it is a title; the sections are
/// what the highest level below such titles has, with what stands above it by itself.
pub(super) fn headed(markdown: &str) -> Headed<'_> {
    let headings = headings(markdown);
    let Some(first) = headings.first() else {
        return Headed {
            lead: markdown.trim(),
            sections: Vec::new(),
        };
    };
    let lead = cut(markdown, 0..first.start).trim();
    let level = level_of_sections(&headings);
    let cuts: Vec<&Heading<'_>> = headings.iter().filter(|one| one.level <= level).collect();
    let ends = cuts.iter().skip(1).map(|next| next.start);
    let ends = ends.chain([markdown.len()]);
    let parts = cuts.iter().zip(ends);
    let parts = parts.map(|(one, end)| (one.title, cut(markdown, one.end..end).trim()));
    Headed {
        lead,
        sections: parts.filter(|(_, body)| !body.is_empty()).collect(),
    }
}

fn level_of_sections(headings: &[Heading<'_>]) -> usize {
    let mut by_level: BTreeMap<usize, Vec<&Heading<'_>>> = BTreeMap::new();
    for heading in headings {
        by_level.entry(heading.level).or_default().push(heading);
    }
    let deepest = by_level.keys().next_back().copied().unwrap_or_default();
    let mut sections = 0;
    for (level, of_level) in by_level {
        let is_title = matches!(of_level.as_slice(), [only] if !only.has_text);
        sections += if is_title { 0 } else { of_level.len() };
        if sections >= 2 {
            return level;
        }
    }
    deepest
}

fn headings(markdown: &str) -> Vec<Heading<'_>> {
    let ranges = blocks(markdown)
        .into_iter()
        .filter_map(|block| match block {
            Block::Heading(range) if is_headed(cut(markdown, range.clone())) => Some(range),
            _ => None,
        });
    let ranges: Vec<_> = ranges.collect();
    let nexts = ranges.iter().skip(1).map(|next| next.start);
    let nexts = nexts.chain([markdown.len()]);
    let headings = ranges.iter().zip(nexts).map(|(range, next)| {
        let written = cut(markdown, range.clone()).trim();
        let title = written.trim_start_matches('#');
        Heading {
            level: written.len() - title.len(),
            title: title.trim_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '*')),
            start: range.start,
            end: range.end,
            has_text: !cut(markdown, range.end..next).trim().is_empty(),
        }
    });
    headings.collect()
}

/// `#1 in its market` is no heading.
fn is_headed(line: &str) -> bool {
    let title = line.trim_start_matches('#');
    title.starts_with(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::headed;

    fn check(markdown: &str, lead: &str, titles: &[&str]) {
        let found = headed(markdown);
        assert_eq!(found.lead, lead, "{markdown}");
        let got: Vec<&str> = found.sections.iter().map(|(title, _)| *title).collect();
        assert_eq!(got, titles, "{markdown}");
    }

    #[test]
    fn sections_are_found_at_whatever_level_they_are_headed() {
        for level in 1..=6 {
            let mark = "#".repeat(level);
            check(
                &format!("{mark} Summary\n\nShort.\n\n{mark} Demand\n\nLong.\n"),
                "",
                &["Summary", "Demand"],
            );
        }
        check(
            "# Ferries\n\n## Summary\nShort.\n## Fares\nThey rose.\n### Why\nFuel.\n",
            "",
            &["Summary", "Fares"],
        );
        check(
            "# Ferries\n## A report\n### Summary\nShort.\n### Fares\nThey rose.\n",
            "",
            &["Summary", "Fares"],
        );
        check(
            "Fares rose.\n\n#### Fares\n\nThey rose.\n",
            "Fares rose.",
            &["Fares"],
        );
        check(
            "# Summary\nShort.\n## Fares\nThey rose.\n",
            "",
            &["Summary", "Fares"],
        );
        check(
            "## Fares\n### North\nUp.\n## Ships\n### Old\nTwo.\n",
            "",
            &["Fares", "Ships"],
        );
        check("No heading at all.", "No heading at all.", &[]);
        check("## Nothing under it", "", &[]);
        check(
            "#1 on its coast, says the port.",
            "#1 on its coast, says the port.",
            &[],
        );
    }

    #[test]
    fn deeper_headings_stay_in_the_text_of_their_section() {
        let found = headed("## Fares\nThey rose.\n### Why\nFuel.\n## **Ships**\nTwo.");
        assert_eq!(found.sections[0], ("Fares", "They rose.\n### Why\nFuel."));
        assert_eq!(found.sections[1], ("Ships", "Two."));
    }
}
