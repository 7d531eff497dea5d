use std::collections::BTreeMap;

use super::xml::Element;

/// Styles that inherit from one another are followed this far.
const MAX_INHERITANCE: usize = 16;

/// What a document's styles and numbering say of its paragraphs.
#[derive(Default)]
pub(super) struct Styles {
    styles: BTreeMap<String, Style>,
    /// List id and level to whether it counts.
    numbered: BTreeMap<(String, usize), bool>,
    counters: BTreeMap<(String, usize), u32>,
}

#[derive(Default)]
struct Style {
    name: String,
    based_on: Option<String>,
    outline_level: Option<usize>,
    list: Option<String>,
    is_hidden: bool,
}

/// What a paragraph is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Role {
    Title,
    Heading(usize),
    Item { depth: usize, marker: String },
    Text,
}

impl Styles {
    pub(super) fn of(styles: Option<&Element>, numbering: Option<&Element>) -> Self {
        let styles = styles.map(|root| {
            let styles = root.children_named("style");
            let named = styles.filter_map(|style| {
                let id = style.attribute("styleId")?.to_owned();
                Some((id, Style::of(style)))
            });
            named.collect()
        });
        Self {
            styles: styles.unwrap_or_default(),
            numbered: numbering.map(numbered_levels).unwrap_or_default(),
            counters: BTreeMap::new(),
        }
    }

    pub(super) fn role_of(&mut self, properties: Option<&Element>) -> Role {
        let style = properties.and_then(|p| p.value_of("pStyle"));
        let own_level = properties
            .and_then(|p| p.value_of("outlineLvl"))
            .and_then(level_of);
        if self
            .first(style, |style| {
                style.name.eq_ignore_ascii_case("title").then_some(())
            })
            .is_some()
        {
            return Role::Title;
        }
        let heading = own_level.or_else(|| self.first(style, Style::heading_level));
        if let Some(level) = heading {
            return Role::Heading(level.min(6));
        }
        let own_list = properties.and_then(|p| p.child("numPr"));
        let depth = own_list
            .and_then(|list| list.value_of("ilvl"))
            .and_then(|l| l.parse().ok());
        let list = own_list
            .and_then(|list| list.value_of("numId"))
            .map(str::to_owned);
        let list = list.or_else(|| self.first(style, |style| style.list.clone()));
        match list {
            Some(list) if list != "0" => self.item(list, depth.unwrap_or(0)),
            Some(_) => Role::Text,
            None => self.item_by_name(style),
        }
    }

    /// Whether a character style hides its text.
    pub(super) fn hides(&self, style: Option<&str>) -> bool {
        self.first(style, |style| style.is_hidden.then_some(()))
            .is_some()
    }

    fn item(&mut self, list: String, depth: usize) -> Role {
        let key = (list, depth);
        if self.numbered.get(&key).copied().unwrap_or(false) {
            let list = &key.0;
            self.counters
                .retain(|(of, level), _| of != list || *level <= depth);
            let count = self.counters.entry(key).or_insert(0);
            *count += 1;
            let marker = format!("{count}.");
            return Role::Item { depth, marker };
        }
        Role::Item {
            depth,
            marker: "-".to_owned(),
        }
    }

    fn item_by_name(&self, style: Option<&str>) -> Role {
        let is_list = |style: &Style| {
            let name = style.name.to_ascii_lowercase();
            (name.starts_with("list bullet") || name.starts_with("list number")).then_some(())
        };
        match self.first(style, is_list) {
            Some(()) => Role::Item {
                depth: 0,
                marker: "-".to_owned(),
            },
            None => Role::Text,
        }
    }

    /// What the style says, or else the one it is based on.
    fn first<T>(&self, style: Option<&str>, says: impl Fn(&Style) -> Option<T>) -> Option<T> {
        let mut id = style?;
        for _ in 0..MAX_INHERITANCE {
            let style = self.styles.get(id)?;
            if let Some(said) = says(style) {
                return Some(said);
            }
            id = style.based_on.as_deref()?;
        }
        None
    }
}

impl Style {
    fn of(style: &Element) -> Self {
        let paragraph = style.child("pPr");
        let list = paragraph.and_then(|p| p.at(&["numPr"])?.value_of("numId"));
        Self {
            name: style.value_of("name").unwrap_or_default().to_owned(),
            based_on: style.value_of("basedOn").map(str::to_owned),
            outline_level: paragraph
                .and_then(|p| p.value_of("outlineLvl"))
                .and_then(level_of),
            list: list.map(str::to_owned),
            is_hidden: style.child("rPr").is_some_and(|run| run.is_on("vanish")),
        }
    }

    /// The name is the same in every language of the program: `heading 2`.
    fn heading_level(&self) -> Option<usize> {
        let name = self.name.to_ascii_lowercase();
        let of_name = name
            .strip_prefix("heading ")
            .and_then(|n| n.trim().parse().ok());
        self.outline_level.or(of_name)
    }
}

/// Outline levels count from 0; 9 is body text.
fn level_of(text: &str) -> Option<usize> {
    let level: usize = text.parse().ok()?;
    (level < 9).then_some(level + 1)
}

fn numbered_levels(root: &Element) -> BTreeMap<(String, usize), bool> {
    let mut abstracts = BTreeMap::new();
    for definition in root.children_named("abstractNum") {
        if let Some(id) = definition.attribute("abstractNumId") {
            abstracts.insert(id, definition);
        }
    }
    let mut levels = BTreeMap::new();
    for list in root.children_named("num") {
        let definition = list
            .value_of("abstractNumId")
            .and_then(|id| abstracts.get(id));
        let (Some(id), Some(definition)) = (list.attribute("numId"), definition) else {
            continue;
        };
        for level in definition.children_named("lvl") {
            let Some(depth) = level.attribute("ilvl").and_then(|depth| depth.parse().ok()) else {
                continue;
            };
            let format = level.value_of("numFmt").unwrap_or("bullet");
            levels.insert((id.to_owned(), depth), !matches!(format, "bullet" | "none"));
        }
    }
    levels
}
