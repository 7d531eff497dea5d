/// The address as every format may carry it, or `None` where it is no http or https address.
pub(crate) fn safe_link(address: &str) -> Option<String> {
    let address = address.trim();
    let (scheme, rest) = address.split_once("://")?;
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let has_host = rest.starts_with(|c: char| c.is_alphanumeric() || c == '[');
    if !is_web || !has_host {
        return None;
    }
    let mut out = String::with_capacity(address.len());
    for c in address.chars() {
        let breaks_out = c.is_control()
            || c.is_whitespace()
            || matches!(
                c,
                '<' | '>' | '"' | '\'' | '`' | '\\' | '(' | ')' | '|' | '{' | '}'
            )
            || !(c.is_ascii() || c.is_alphanumeric());
        if breaks_out {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        } else {
            out.push(c);
        }
    }
    Some(out)
}
