//! What is asked of a page in its own language. A page can answer what it likes: nothing that these
//! scripts say lets a request out, which is for the filter alone.

use super::browser::ClickTarget;

/// Finds the element that a script has marked.
pub(super) const MARK: &str = "[data-assay-mark]";

/// The document, and the names of its buttons and fields.
pub(super) fn read_page(largest: usize) -> String {
    format!("({READ})({largest})")
}

/// Marks what is to be clicked. A link opens in the page itself.
pub(super) fn find_target(target: &ClickTarget) -> String {
    let (css, words) = match target {
        ClickTarget::Selector(css) => (quoted(css), "null".to_owned()),
        ClickTarget::Text(words) => ("null".to_owned(), quoted(words)),
    };
    format!("({TARGET})({css}, {words})")
}

/// Marks what is to be typed into.
pub(super) fn find_field(field: &str) -> String {
    format!("({FIELD})({})", quoted(field))
}

/// A text as a literal of the page's language.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text)
        .to_string()
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

const READ: &str = "(largest) => {
  const clean = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const isShown = (one) => one.getClientRects().length > 0;
  const nameOf = (one) => clean(one.labels?.[0]?.innerText || one.getAttribute('aria-label') || one.getAttribute('placeholder') || one.getAttribute('name') || one.id);
  for (const one of document.querySelectorAll('[data-assay-mark]')) one.removeAttribute('data-assay-mark');
  const buttons = [...document.querySelectorAll('button, input[type=submit], input[type=button], [role=button], summary')].filter(isShown);
  const fields = [...document.querySelectorAll('input, textarea')].filter((one) => isShown(one) && !['hidden', 'submit', 'button', 'image', 'reset', 'password', 'file'].includes(one.type));
  const controls = [
    ...fields.map((one) => ({ kind: 'field', name: nameOf(one) })),
    ...buttons.map((one) => ({ kind: 'button', name: clean(one.innerText || one.value || one.getAttribute('aria-label')) })),
  ].filter((one) => one.name);
  const html = document.documentElement.outerHTML;
  return { url: location.href, html: html.length > largest ? null : html, length: html.length, controls: controls.slice(0, 200) };
}";

const TARGET: &str = "(css, words) => {
  for (const one of document.querySelectorAll('[data-assay-mark]')) one.removeAttribute('data-assay-mark');
  const clean = (text) => (text ?? '').replace(/\\s+/g, ' ').trim().toLowerCase();
  const isShown = (one) => one.getClientRects().length > 0;
  let found = null;
  if (css !== null) {
    try { found = document.querySelector(css); } catch { return null; }
  } else {
    const wanted = clean(words);
    const said = (one) => clean(one.innerText || one.value || one.getAttribute('aria-label') || one.title);
    const all = [...document.querySelectorAll('a[href], area[href], button, input[type=submit], input[type=button], [role=button], [role=link], [role=tab], summary, label, [onclick]')].filter(isShown);
    found = all.find((one) => said(one) === wanted) ?? all.find((one) => wanted && said(one).includes(wanted)) ?? null;
  }
  if (!found) return null;
  found.setAttribute('data-assay-mark', '');
  const link = found.closest('a[href], area[href]');
  if (link) link.setAttribute('target', '_self');
  const web = link && /^https?:$/.test(link.protocol);
  const here = web && link.href.split('#')[0] === location.href.split('#')[0];
  const control = found.closest('button, input');
  const form = control?.form ?? null;
  const sends = Boolean(form) && ['submit', 'image'].includes(control.type);
  return {
    href: web && !here ? link.href : null,
    sends_form: sends,
    asks_password: Boolean(form?.querySelector('input[type=password]')),
    refused: null,
  };
}";

const FIELD: &str = "(wanted) => {
  for (const one of document.querySelectorAll('[data-assay-mark]')) one.removeAttribute('data-assay-mark');
  const clean = (text) => (text ?? '').replace(/\\s+/g, ' ').trim().toLowerCase();
  const word = clean(wanted);
  const isShown = (one) => one.getClientRects().length > 0;
  const all = [...document.querySelectorAll('input, textarea')].filter((one) => one.type !== 'hidden' && isShown(one));
  const names = (one) => [one.labels?.[0]?.innerText, one.getAttribute('aria-label'), one.getAttribute('placeholder'), one.getAttribute('name'), one.id].map(clean).filter(Boolean);
  let found = all.find((one) => names(one).includes(word)) ?? all.find((one) => word && names(one).some((name) => name.includes(word))) ?? null;
  if (!found) {
    try { found = document.querySelector(wanted); } catch { found = null; }
  }
  if (!found) return null;
  const isText = found.localName === 'textarea' || (found.localName === 'input' && ['text', 'search', 'number', 'url', 'date', 'month', 'week', 'time'].includes(found.type));
  const use = found.getAttribute('autocomplete') ?? '';
  const isSecret = found.type === 'password' || /password|one-time-code|^cc-/.test(use);
  found.setAttribute('data-assay-mark', '');
  return {
    href: null,
    sends_form: Boolean(found.form),
    asks_password: Boolean(found.form?.querySelector('input[type=password]')),
    refused: isSecret ? 'it asks for a secret' : isText ? null : 'it is no field for text',
  };
}";
