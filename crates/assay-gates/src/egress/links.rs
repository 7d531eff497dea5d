use super::outgoing::EgressPolicy;

/// Whether an address may be a link: a place in the document itself, or the exact address of a
/// piece of evidence. Anything else could carry words of the report away in its path or query.
pub(crate) fn is_allowed(address: &str, policy: &EgressPolicy) -> bool {
    let address = address.trim();
    if let Some(place) = address.strip_prefix('#') {
        return !place.contains(|c: char| c.is_control());
    }
    let Some(address) = canonical(address) else {
        return false;
    };
    let mut allowed = policy
        .allowed_links
        .iter()
        .filter_map(|link| canonical(link));
    allowed.any(|link| link == address)
}

/// Scheme and host in small letters, the rest with its percent signs resolved.
fn canonical(address: &str) -> Option<Vec<u8>> {
    let (scheme, rest) = address.trim().split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    if !matches!(scheme.as_str(), "http" | "https") {
        return None;
    }
    let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    let mut whole = format!("{scheme}://{}", host.to_lowercase()).into_bytes();
    let path = match path {
        "" => "/",
        path => path,
    };
    let bytes = path.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let digits = path.get(at + 1..at + 3).filter(|_| *byte == b'%');
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        whole.push(code.unwrap_or(*byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    Some(whole)
}
