//! Filings that carry their figures as inline XBRL: what they are about, their items, and the
//! figures they tag.

mod contexts;
mod items;
mod numbers;

use std::collections::BTreeMap;

use assay_domain::{Date, DocumentSubject, TaggedFact};

use super::html::{NodeId, Page, Shown, Tag, Tree};
use super::squeezed;
use crate::date::first_date;
use contexts::{Context, contexts_of, units_of};

pub(super) use items::item_marks;

/// What the tags of a filing say.
pub(super) struct Filing {
    pub(super) title: Option<String>,
    pub(super) subject: DocumentSubject,
    pub(super) facts: Vec<TaggedFact>,
}

/// Whether a page is a filing with tags.
pub(super) fn is_tagged(tree: &Tree) -> bool {
    tree.ids().any(|id| {
        matches!(
            tree.tag(id),
            Tag::IxHeader | Tag::IxNonFraction | Tag::IxNonNumeric
        )
    })
}

/// `shown` is where the text shows tagged figures, in order of the elements' numbers.
pub(super) fn filing(page: Page<'_>, shown: &[Shown]) -> Filing {
    let tree = page.tree;
    let contexts = contexts_of(tree);
    let units = units_of(tree);
    let cover = Cover::of(page, &contexts);
    let facts = tree
        .ids()
        .filter(|id| tree.tag(*id) == Tag::IxNonFraction)
        .filter_map(|id| fact(page, id, &contexts, &units, shown))
        .collect();
    Filing {
        title: cover.title(),
        subject: cover.subject(),
        facts,
    }
}

/// A tagged figure. One whose period, unit or notation is not understood is left out rather than
/// guessed; the text still shows it.
fn fact(
    page: Page<'_>,
    id: NodeId,
    contexts: &BTreeMap<String, Context>,
    units: &BTreeMap<String, String>,
    shown: &[Shown],
) -> Option<TaggedFact> {
    let attribute = |name: &str| page.tree.attribute(id, name);
    if attribute("xsi:nil").is_some_and(|nil| matches!(nil.trim(), "true" | "1")) {
        return None;
    }
    let context = contexts.get(attribute("contextref")?.trim())?;
    let unit = units.get(attribute("unitref")?.trim())?;
    let printed = printed_number(page, id);
    let format = attribute("format").unwrap_or_default();
    let scale = attribute("scale").unwrap_or_default();
    let magnitude = numbers::scaled(numbers::value_of(&printed, format)?, scale)?;
    let is_negative = attribute("sign").is_some_and(|sign| sign.trim() == "-");
    let decimals = attribute("decimals").unwrap_or_default();
    let at = shown.binary_search_by_key(&id, |shown| shown.by).ok();
    Some(TaggedFact {
        concept: attribute("name")?.trim().to_owned(),
        value: if is_negative { -magnitude } else { magnitude },
        unit: unit.clone(),
        start: context.start,
        end: context.end,
        dimensions: context.dimensions.clone(),
        decimals: decimals.trim().parse().ok(),
        shown_at: at
            .and_then(|at| shown.get(at))
            .map(|shown| (shown.start, shown.end)),
    })
}

/// The characters of a figure, shown or not, without what its tag excludes.
fn printed_number(page: Page<'_>, id: NodeId) -> String {
    let tree = page.tree;
    let mut text = String::new();
    for node in tree.subtree(id) {
        let above = tree.ancestors(node).take_while(|above| *above != id);
        let is_excluded = above
            .into_iter()
            .any(|above| tree.tag(above) == Tag::IxExclude);
        if !is_excluded && !tree.is_element(node) {
            text.push_str(tree.text(node));
        }
    }
    squeezed(&text)
}

/// What the cover page tags about the document itself.
struct Cover {
    entity: Option<String>,
    form: Option<String>,
    period: Option<String>,
    period_end: Option<Date>,
}

impl Cover {
    fn of(page: Page<'_>, contexts: &BTreeMap<String, Context>) -> Self {
        let tree = page.tree;
        let tagged = |name: &str| {
            let mut all = tree.ids().filter(|id| tree.tag(*id) == Tag::IxNonNumeric);
            all.find_map(|id| {
                let is_it = tree.attribute(id, "name") == Some(name);
                let text = is_it.then(|| squeezed(&tree.whole_text(id)))?;
                (!text.is_empty()).then_some((id, text))
            })
        };
        let period = tagged("dei:DocumentPeriodEndDate");
        let form = tagged("dei:DocumentType");
        let end_of_context = |id: NodeId| {
            let context = tree.attribute(id, "contextref")?;
            Some(contexts.get(context.trim())?.end)
        };
        let stated = period.as_ref().and_then(|(_, text)| first_date(text));
        let context = || {
            let (id, _) = period.as_ref().or(form.as_ref())?;
            end_of_context(*id)
        };
        Self {
            entity: tagged("dei:EntityRegistrantName").map(|(_, text)| text),
            period_end: stated.or_else(context),
            form: form.map(|(_, text)| text),
            period: period.map(|(_, text)| text),
        }
    }

    /// `Tesla, Inc. 10-K (December 31, 2024)`: the `title` of a filing is only a file name.
    fn title(&self) -> Option<String> {
        let (entity, form) = (self.entity.as_ref()?, self.form.as_ref()?);
        Some(match &self.period {
            Some(period) => format!("{entity} {form} ({period})"),
            None => format!("{entity} {form}"),
        })
    }

    fn subject(self) -> DocumentSubject {
        DocumentSubject {
            entity: self.entity,
            form: self.form,
            period_end: self.period_end,
            ticker: None,
        }
    }
}
