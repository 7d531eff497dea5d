mod lines;

use assay_domain::Language;

use lines::LINES;

/// What a line is called. An id without a name of its own is its own name.
pub fn label(id: &str, language: Language) -> String {
    if let Some(name) = name(id, language) {
        return name.to_owned();
    }
    let Some((family, year)) = id.rsplit_once(".y") else {
        return id.to_owned();
    };
    let is_year = !year.is_empty() && year.bytes().all(|b| b.is_ascii_digit());
    match name(family, language).filter(|_| is_year) {
        Some(name) => language.pick(
            format!("{name}, year {year}"),
            format!("{name}（第 {year} 年）"),
        ),
        None => id.to_owned(),
    }
}

fn name(id: &str, language: Language) -> Option<&'static str> {
    let mut rows = LINES.iter().filter(|(known, ..)| *known == id);
    rows.next()
        .map(|(_, english, chinese)| language.pick(*english, *chinese))
}
