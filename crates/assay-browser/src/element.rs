use std::fmt;

/// An element of a page: the first that a CSS selector finds, or the first of them with this text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selector {
    css: String,
    text: Option<String>,
}

impl Selector {
    pub fn css(css: impl Into<String>) -> Self {
        Self {
            css: css.into(),
            text: None,
        }
    }

    /// Only elements whose text, or accessible name, contains this.
    #[must_use]
    pub fn with_text(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
    }

    /// An expression for the element, or null.
    pub(crate) fn script(&self) -> String {
        let css = quoted(&self.css);
        match &self.text {
            None => format!("document.querySelector({css})"),
            Some(text) => {
                let text = quoted(text);
                format!(
                    "([...document.querySelectorAll({css})].find((one) => ((one.innerText ?? one.textContent ?? '') + (one.getAttribute('aria-label') ?? '')).includes({text})) ?? null)"
                )
            }
        }
    }
}

impl From<&str> for Selector {
    fn from(css: &str) -> Self {
        Self::css(css)
    }
}

impl From<&Selector> for Selector {
    fn from(selector: &Selector) -> Self {
        selector.clone()
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.text {
            None => write!(f, "`{}`", self.css),
            Some(text) => write!(f, "`{}` with the text `{text}`", self.css),
        }
    }
}

/// A text as a literal of the page's language: JSON is one, but for two line ends that may stand
/// in JSON strings and could not in older scripts.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text)
        .to_string()
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}
