use scraper::node::Element;
use scraper::{ElementRef, Html, Node, Selector};

use super::html_table::table_text;
use super::{Body, ReadError, squeezed};

/// Deeper nesting is refused rather than risking the stack.
const MAX_DEPTH: usize = 256;
/// A longer bold paragraph is emphasis, not a heading.
const HEADING_CHARS: usize = 120;
/// Filings mark headings by bold type alone; their level is not known, so they rank below `h1`–`h3`.
const BOLD_HEADING: &str = "####";

/// Headings, paragraphs, lists and tables of a page as Markdown-like text. What a reader of the page
/// cannot see is left out.
pub(super) fn read(source: &str) -> Result<Body, ReadError> {
    let page = Html::parse_document(source);
    let mut writer = Writer::default();
    writer.walk_children(page.root_element(), Style::default(), 0)?;
    writer.end_block();
    let title = filing_title(&page)
        .or_else(|| first_text(&page, "title"))
        .or_else(|| first_text(&page, "h1"));
    Ok(Body {
        title,
        text: writer.out,
        ..Body::default()
    })
}

/// `Tesla, Inc. 10-K (December 31, 2024)`, from the tags of an inline-XBRL filing, whose `title` is
/// only a file name.
fn filing_title(page: &Html) -> Option<String> {
    let tagged = |tag: &str| first_text(page, &format!(r#"[name="dei:{tag}"]"#));
    let company = tagged("EntityRegistrantName")?;
    let form = tagged("DocumentType")?;
    Some(match tagged("DocumentPeriodEndDate") {
        Some(period) => format!("{company} {form} ({period})"),
        None => format!("{company} {form}"),
    })
}

fn first_text(page: &Html, selector: &str) -> Option<String> {
    let selector = Selector::parse(selector).ok()?;
    let texts = page
        .select(&selector)
        .map(|element| squeezed(&visible_text(element)));
    texts.into_iter().find(|text| !text.is_empty())
}

/// The text of an element on one line of reading: blocks inside it are separated by spaces.
pub(super) fn visible_text(element: ElementRef<'_>) -> String {
    let mut text = String::new();
    collect_text(element, 0, &mut text);
    text
}

fn collect_text(element: ElementRef<'_>, depth: usize, text: &mut String) {
    if depth > MAX_DEPTH {
        return;
    }
    for child in element.children() {
        if let Node::Text(content) = child.value() {
            text.push_str(content);
        } else if let Some(inner) = ElementRef::wrap(child)
            && !is_invisible(inner.value())
        {
            let separates = matches!(role_of(inner.value().name()), Role::Inline);
            let gap = if separates { "" } else { " " };
            text.push_str(gap);
            collect_text(inner, depth + 1, text);
            text.push_str(gap);
        }
    }
}

pub(super) fn is_invisible(element: &Element) -> bool {
    const DROPPED: [&str; 13] = [
        "script",
        "style",
        "noscript",
        "template",
        "nav",
        "svg",
        "iframe",
        "object",
        "head",
        "select",
        "button",
        "ix:header",
        "canvas",
    ];
    let style = element.attr("style").unwrap_or_default();
    let style: String = style.to_ascii_lowercase().split_whitespace().collect();
    DROPPED.contains(&element.name())
        || element.attr("hidden").is_some()
        || element.attr("aria-hidden") == Some("true")
        || ["display:none", "visibility:hidden", "font-size:0"]
            .iter()
            .any(|hiding| hides(&style, hiding))
}

/// Whether a style without spaces says `hiding`; `font-size:0` must not take in `font-size:0.9em`.
fn hides(style: &str, hiding: &str) -> bool {
    style.split(';').any(|rule| {
        rule.strip_prefix(hiding).is_some_and(|rest| {
            rest.is_empty() || rest.starts_with('!') || matches!(rest, "px" | "pt" | "em" | "rem")
        })
    })
}

enum Role {
    Heading(usize),
    Item,
    List,
    Table,
    Break,
    Preformatted,
    Block,
    Inline,
}

fn role_of(tag: &str) -> Role {
    match tag {
        "h1" => Role::Heading(1),
        "h2" => Role::Heading(2),
        "h3" => Role::Heading(3),
        "h4" => Role::Heading(4),
        "h5" => Role::Heading(5),
        "h6" => Role::Heading(6),
        "li" => Role::Item,
        "ul" | "ol" => Role::List,
        "table" => Role::Table,
        "br" => Role::Break,
        "pre" => Role::Preformatted,
        "p" | "div" | "section" | "article" | "main" | "header" | "footer" | "blockquote"
        | "figure" | "figcaption" | "dl" | "dt" | "dd" | "address" | "body" | "html" | "center"
        | "fieldset" | "details" | "summary" | "aside" | "hr" | "form" | "tr" | "td" | "th"
        | "tbody" | "thead" | "tfoot" | "caption" | "title" => Role::Block,
        _ => Role::Inline,
    }
}

#[derive(Clone, Copy, Default)]
struct Style {
    bold: bool,
    preformatted: bool,
    list_depth: usize,
}

impl Style {
    fn inside(self, element: &Element) -> Self {
        let style = element.attr("style").unwrap_or_default();
        let style: String = style.to_ascii_lowercase().split_whitespace().collect();
        let weight = style
            .split(';')
            .find_map(|r| r.strip_prefix("font-weight:"));
        let bold = match (element.name(), weight) {
            (_, Some(weight)) => weight == "bold" || weight.parse().is_ok_and(|w: u32| w >= 600),
            ("b" | "strong", None) => true,
            (_, None) => self.bold,
        };
        Self { bold, ..self }
    }
}

#[derive(Default)]
struct Writer {
    out: String,
    /// The block being read. `\n` is a line break that a reader sees.
    block: String,
    /// False as soon as the block holds a letter that is not bold.
    has_plain: bool,
    /// What the next block begins with: a heading's marks or a list item's bullet.
    prefix: Option<String>,
    after_item: bool,
}

impl Writer {
    fn walk_children(
        &mut self,
        element: ElementRef<'_>,
        style: Style,
        depth: usize,
    ) -> Result<(), ReadError> {
        if depth > MAX_DEPTH {
            return Err(ReadError::Malformed {
                format: "HTML",
                reason: format!("elements are nested deeper than {MAX_DEPTH} levels"),
            });
        }
        for child in element.children() {
            if let Node::Text(text) = child.value() {
                self.push_text(text, style);
            } else if let Some(inner) = ElementRef::wrap(child)
                && !is_invisible(inner.value())
            {
                self.walk(inner, style.inside(inner.value()), depth)?;
            }
        }
        Ok(())
    }

    fn walk(
        &mut self,
        element: ElementRef<'_>,
        style: Style,
        depth: usize,
    ) -> Result<(), ReadError> {
        match role_of(element.value().name()) {
            Role::Inline => return self.walk_children(element, style, depth + 1),
            Role::Break => self.block.push('\n'),
            Role::Heading(level) => {
                self.end_block();
                self.write(&squeezed(&visible_text(element)), &"#".repeat(level));
            }
            Role::Table => {
                self.end_block();
                match table_text(element) {
                    Some(table) => self.write(&table, ""),
                    None => self.walk_children(element, style, depth + 1)?,
                }
            }
            Role::Item => {
                self.end_block();
                let indent = "  ".repeat(style.list_depth.saturating_sub(1));
                self.prefix = Some(format!("{indent}-"));
                self.walk_children(element, style, depth + 1)?;
                self.end_block();
                self.prefix = None;
                return Ok(());
            }
            role => {
                let style = Style {
                    list_depth: style.list_depth + usize::from(matches!(role, Role::List)),
                    preformatted: style.preformatted || matches!(role, Role::Preformatted),
                    ..style
                };
                self.end_block();
                self.walk_children(element, style, depth + 1)?;
            }
        }
        if !matches!(role_of(element.value().name()), Role::Break) {
            self.end_block();
        }
        Ok(())
    }

    fn push_text(&mut self, text: &str, style: Style) {
        self.has_plain |= !style.bold && text.contains(|c: char| !c.is_whitespace());
        if style.preformatted {
            self.block.push_str(text);
        } else {
            let flat = text.chars().map(|c| if c == '\n' { ' ' } else { c });
            self.block.extend(flat);
        }
    }

    fn end_block(&mut self) {
        let block = std::mem::take(&mut self.block);
        let is_bold = !std::mem::take(&mut self.has_plain);
        let text = lines_squeezed(&block);
        if text.is_empty() {
            return;
        }
        let prefix = match self.prefix.take() {
            Some(bullet) => bullet,
            None if is_bold && reads_as_heading(&text) => BOLD_HEADING.to_owned(),
            None => String::new(),
        };
        self.write(&text, &prefix);
    }

    /// Items of a list follow each other line by line; every other block stands apart.
    fn write(&mut self, text: &str, prefix: &str) {
        if text.is_empty() {
            return;
        }
        let is_item = prefix.ends_with('-');
        if !self.out.is_empty() {
            let gap = if is_item && self.after_item {
                "\n"
            } else {
                "\n\n"
            };
            self.out.push_str(gap);
        }
        if !prefix.is_empty() {
            self.out.push_str(prefix);
            self.out.push(' ');
        }
        self.out.push_str(text);
        self.after_item = is_item;
    }
}

fn reads_as_heading(text: &str) -> bool {
    text.chars().count() <= HEADING_CHARS
        && !text.contains('\n')
        && text.contains(char::is_alphabetic)
        && !text.ends_with(['.', '。', ';', '；', ',', '，', ':', '：'])
}

/// Each line squeezed; several empty lines are one.
fn lines_squeezed(block: &str) -> String {
    let mut text = String::new();
    let mut gap = "";
    for line in block.split('\n').map(squeezed) {
        if line.is_empty() {
            if !text.is_empty() {
                gap = "\n\n";
            }
            continue;
        }
        text.push_str(gap);
        text.push_str(&line);
        gap = "\n";
    }
    text
}
