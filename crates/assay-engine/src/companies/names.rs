use assay_domain::{Date, is_legal_form};
use assay_facts::Company;

/// Words of one question that are looked up together: `Snowflake Inc`, `JPMorgan Chase & Co`.
const MOST_WORDS: usize = 5;

/// What a question may call a company: runs of words, longest first, and Han runs as they stand.
pub(super) fn names_in(question: &str) -> Vec<String> {
    let words: Vec<&str> = question
        .split(|c: char| c.is_whitespace() || "?？，。,;；:：()（）\"“”'’".contains(c))
        .filter(|word| !word.is_empty())
        .map(|word| word.trim_end_matches("'s"))
        .collect();
    let mut names = Vec::new();
    for length in (1..=MOST_WORDS.min(words.len())).rev() {
        for run in words.windows(length) {
            // a ticker or a name begins with a capital, a digit or a Han character
            let begins = run.first().and_then(|word| word.chars().next());
            if begins.is_some_and(|c| c.is_uppercase() || !c.is_ascii() || c.is_ascii_digit()) {
                names.push(run.join(" "));
            }
        }
    }
    let mut han = String::new();
    for c in question.chars().chain([' ']) {
        if is_han(c) {
            han.push(c);
        } else if !han.is_empty() {
            // names stand at the beginning of a run: 贵州茅台的盈利质量
            let characters: Vec<char> = han.chars().collect();
            for length in (2..=characters.len().min(8)).rev() {
                names.push(characters.iter().take(length).collect());
            }
            han.clear();
        }
    }
    names
}

/// The file that an origin names: behind the last slash, or behind the `#` of an address whose own
/// path does not tell.
pub(super) fn file_of(origin: &str) -> &str {
    origin.rsplit(['/', '\\', '#']).next().unwrap_or(origin)
}

/// What a file is named after, piece by piece: `600519_贵州茅台_利润表.csv`.
pub(super) fn names_of_file(origin: &str) -> Vec<String> {
    let file = file_of(origin);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let pieces = stem.split(['_', '-', ' ', '.', '（', '）', '(', ')']);
    let names = pieces.filter(|piece| !piece.is_empty()).map(str::to_owned);
    std::iter::once(stem.to_owned()).chain(names).collect()
}

/// Whether a title names the company, with or without its legal form.
pub(crate) fn is_about(title: &str, company: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let split = text.split(|c: char| !c.is_alphanumeric() && c != '&');
        let words = split.filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let mut name = words(company);
    while name.len() > 1
        && name.last().is_some_and(|last| {
            is_legal_form(last) || matches!(last.as_str(), "&" | "holdings" | "group")
        })
    {
        name.pop();
    }
    let title_words = words(title);
    let is_han = company.chars().any(is_han);
    !name.is_empty()
        && (title_words
            .windows(name.len())
            .any(|run| run == name.as_slice())
            || (is_han && title.contains(company)))
}

/// A day that a file is named after: `nvda-10-k-2025-02-26.html`.
pub(super) fn day_in(origin: &str) -> Option<Date> {
    let file = file_of(origin);
    let starts = file.char_indices().map(|(at, _)| at);
    starts
        .filter_map(|at| file.get(at..at + 10))
        .find_map(|text| text.parse().ok())
}

/// The company of a file that no other document knows: a Han name, and a stock code as its ticker.
pub(super) fn company_of(names: &[String]) -> Option<Company> {
    let pieces = names.iter().skip(1);
    let name = pieces.clone().find(|piece| piece.chars().all(is_han))?;
    let code = pieces
        .clone()
        .find(|piece| piece.len() == 6 && piece.bytes().all(|b| b.is_ascii_digit()));
    Some(Company {
        tickers: code.cloned().into_iter().collect(),
        ..Company::named(name.clone())
    })
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}')
}

#[cfg(test)]
mod tests {
    use super::{company_of, day_in, is_about, names_in, names_of_file};

    #[test]
    fn a_title_names_a_company_with_or_without_its_legal_form() {
        assert!(is_about(
            "Velmora Sensing Annual Report FY2024",
            "Velmora Sensing Inc."
        ));
        assert!(is_about("How JPMorgan Chase lends", "JPMORGAN CHASE & CO"));
        assert!(is_about("贵州茅台 2024 年年度报告", "贵州茅台"));
        assert!(!is_about("Pineapple growers of the year", "Apple Inc."));
        assert!(!is_about("Velmora", "Velmora Sensing Inc."));
    }

    #[test]
    fn questions_offer_names_and_files_offer_companies() {
        assert!(names_in("How healthy is Snowflake Inc?").contains(&"Snowflake Inc".to_owned()));
        assert!(names_in("NVDA").contains(&"NVDA".to_owned()));
        assert!(names_in("贵州茅台的盈利质量如何").contains(&"贵州茅台".to_owned()));
        let names = names_of_file("data/600519_贵州茅台_利润表.csv");
        let company = company_of(&names).unwrap();
        assert_eq!(company.name, "贵州茅台");
        assert_eq!(company.tickers, ["600519"]);
        assert!(company_of(&names_of_file("prices.csv")).is_none());
        let day = day_in("filings/nvda-10-k-2025-02-26.html").unwrap();
        assert_eq!(day.to_string(), "2025-02-26");
        assert_eq!(day_in("filings/report.html"), None);
    }
}
