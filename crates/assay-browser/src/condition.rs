use crate::Selector;

/// What a page is waited for.
#[derive(Clone, Debug)]
pub struct Condition {
    pub(crate) what: String,
    /// An expression for a function that returns what was waited for, or null or false.
    pub(crate) probe: String,
}

impl Condition {
    /// An element is there and can be seen.
    pub fn visible(selector: impl Into<Selector>) -> Self {
        let selector = selector.into();
        let element = selector.script();
        Self {
            what: format!("the element {selector}"),
            probe: format!(
                "() => {{ const one = {element}; return one !== null && one.getClientRects().length > 0; }}"
            ),
        }
    }

    /// No such element is there, or it cannot be seen.
    pub fn gone(selector: impl Into<Selector>) -> Self {
        let selector = selector.into();
        let element = selector.script();
        Self {
            what: format!("the end of the element {selector}"),
            probe: format!(
                "() => {{ const one = {element}; return one === null || one.getClientRects().length === 0; }}"
            ),
        }
    }

    /// An expression of the page becomes true.
    pub fn holds(expression: impl AsRef<str>) -> Self {
        let expression = expression.as_ref();
        Self {
            what: format!("`{expression}`"),
            probe: format!("() => Boolean({expression})"),
        }
    }

    /// The place to click at: an element that is there, enabled, at rest, and in front.
    pub(crate) fn clickable(selector: &Selector) -> Self {
        let element = selector.script();
        Self {
            what: format!("a clickable element {selector}"),
            probe: format!("({CLICKABLE})(() => {element})"),
        }
    }
}

impl From<&str> for Condition {
    fn from(css: &str) -> Self {
        Self::visible(css)
    }
}

impl From<Selector> for Condition {
    fn from(selector: Selector) -> Self {
        Self::visible(selector)
    }
}

const CLICKABLE: &str = "(find) => {
  let last = '';
  return () => {
    const one = find();
    if (!one || one.disabled) return null;
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = one.getClientRects()[0];
    if (!box || !box.width || !box.height) return null;
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const before = last;
    last = `${x} ${y}`;
    if (before !== last) return null;
    const hit = document.elementFromPoint(x, y);
    return hit && (one.contains(hit) || hit.contains(one) && hit.control === one) ? { x, y } : null;
  };
}";

/// Looks again and again until the probe gives something or the time is up.
pub(crate) const WAIT: &str = "(probe, limit) => new Promise((resolve) => {
  const begun = performance.now();
  const look = () => {
    let found;
    try {
      found = probe();
    } catch (fault) {
      resolve({ fault: String(fault) });
      return;
    }
    if (found !== null && found !== undefined && found !== false) resolve({ found });
    else if (performance.now() - begun >= limit) resolve({ url: location.href, shown: (document.body?.innerText ?? '').slice(0, 800) });
    else setTimeout(look, 20);
  };
  look();
})";
