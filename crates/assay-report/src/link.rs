/// The address as both formats may carry it, or `None` where it must not become a link.
pub(crate) fn safe_link(address: &str) -> Option<String> {
    let address = address.trim();
    let scheme = address.split_once(':')?.0.to_ascii_lowercase();
    let allowed = match scheme.as_str() {
        "http" | "https" => address.get(scheme.len()..)?.starts_with("://"),
        "mailto" => true,
        _ => false,
    };
    allowed.then(|| percent_encode(address))
}

fn percent_encode(address: &str) -> String {
    let mut out = String::with_capacity(address.len());
    for c in address.chars() {
        let breaks_out = c.is_control()
            || c.is_whitespace()
            || matches!(c, '<' | '>' | '"' | '\'' | '`' | '\\' | '(' | ')' | '|');
        if breaks_out {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::safe_link;

    #[test]
    fn only_plain_links_pass() {
        for address in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "java\tscript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "//example.com",
            "https:example.com",
            "#source-1",
            "relative/path",
            "",
        ] {
            assert_eq!(safe_link(address), None, "{address}");
        }
        for (address, expected) in [
            ("https://example.com/a?b=c&d", "https://example.com/a?b=c&d"),
            ("HTTP://example.com", "HTTP://example.com"),
            ("mailto:a@example.com", "mailto:a@example.com"),
            (
                "https://example.com/\"onload=x <(",
                "https://example.com/%22onload=x%20%3C%28",
            ),
        ] {
            assert_eq!(safe_link(address).as_deref(), Some(expected));
        }
    }
}
