//! Every sentence that cites is held against what it cites, whoever wrote it.

use std::ops::Range;

use assay_analyst::DraftClaim;
use assay_claims::{
    ClaimText, ClaimVerdict, Finding, QuotationWeight, QuoteVerdict, ReadSource, Span,
    Standing as Proven, check_claim, check_quotation, check_quote, prove, quotations,
};
use assay_domain::{
    CheckedFigure, ClaimCheck, ClaimKind, Evidence, EvidenceId, FigureBasis, Language, Standing,
};

/// Characters below which a sentence says too little to be called a quotation.
const SHORTEST_QUOTATION: usize = 20;
/// Longest stretch of a quotation that a message repeats, in characters.
const SHOWN: usize = 80;

/// Evidence that a sentence cites, with its numbers read.
#[derive(Clone, Copy)]
pub(crate) struct Cited<'a> {
    pub(crate) evidence: &'a Evidence,
    pub(crate) read: &'a ReadSource<'a>,
}

/// Checks one sentence, figures, quotations and words. `None` for one that cites nothing: there is
/// nothing to hold it against.
pub(crate) fn check(
    claim: &DraftClaim,
    sources: &[Cited<'_>],
    language: Language,
) -> Option<ClaimCheck> {
    let is_computed = matches!(claim.kind, ClaimKind::Computed { .. });
    let standing = match () {
        () if sources.is_empty() => return None,
        () if verbatim(claim, sources).is_some() => Standing::Quoted,
        () if is_reckoned(claim, sources) => return Some(reckoned()),
        () if is_computed => Standing::Computed,
        () => return Some(check_words(claim, sources, language)),
    };
    let figures = check_claim(&text_of(claim), &passages_of(sources));
    Some(verdict(
        claim,
        sources,
        Some(standing),
        figures,
        Vec::new(),
        language,
    ))
}

/// Whether code wrote the sentence around arithmetic that can be followed from the evidence.
fn is_reckoned(claim: &DraftClaim, sources: &[Cited<'_>]) -> bool {
    let ClaimKind::Computed { formula } = &claim.kind else {
        return false;
    };
    let passages: Vec<&str> = sources
        .iter()
        .map(|cited| cited.evidence.quote.as_str())
        .collect();
    assay_claims::is_reckoned(&claim.text, formula, &passages)
}

fn reckoned() -> ClaimCheck {
    ClaimCheck::Supported {
        standing: Some(Standing::Computed),
        figures: Vec::new(),
        span: None,
    }
}

/// Checks the figures and quotations of one sentence and leaves its words alone.
pub(crate) fn check_figures(
    claim: &DraftClaim,
    sources: &[Cited<'_>],
    language: Language,
) -> Option<ClaimCheck> {
    let figures = prove(&text_of(claim), &passages_of(sources)).numerals;
    let is_cited = !sources.is_empty();
    is_cited.then(|| verdict(claim, sources, None, figures, Vec::new(), language))
}

/// A sentence that cites nothing, beside what the other sentences of its text rest on: it may
/// conclude from that, or say what it lacks.
pub(crate) fn check_uncited(
    claim: &DraftClaim,
    sources: &[Cited<'_>],
    language: Language,
) -> ClaimCheck {
    let check = check_words(claim, sources, language);
    let may_stand = match &check {
        ClaimCheck::Supported {
            standing, figures, ..
        } => match standing {
            // a figure beside what is missing is a statement, and so needs its source
            Some(Standing::Gap) => figures.iter().all(|figure| is_year(&figure.printed)),
            Some(Standing::Conclusion) => !sources.is_empty(),
            _ => false,
        },
        ClaimCheck::Unsupported { .. } => false,
    };
    if may_stand {
        return check;
    }
    let problem = match claim.evidence_ids.as_slice() {
        [] => language
            .pick(
                "it states something and cites nothing; cite the evidence that says it, or leave it out",
                "该句陈述了事实却没有引用；请引用说明它的证据，或删去",
            )
            .to_owned(),
        [unknown, ..] => language.pick(
            format!("{unknown} is not an evidence id you were given; cite one that says it"),
            format!("{unknown} 不是给出的证据编号；请引用说明它的证据"),
        ),
    };
    ClaimCheck::Unsupported {
        problems: vec![problem],
    }
}

fn is_year(printed: &str) -> bool {
    let digits: String = printed.chars().filter(char::is_ascii_digit).collect();
    digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"))
}

/// A sentence in words of its own, by what code alone can prove of it.
fn check_words(claim: &DraftClaim, sources: &[Cited<'_>], language: Language) -> ClaimCheck {
    let proof = prove(&text_of(claim), &passages_of(sources));
    let standing = match proof.standing {
        Proven::Computed => Some(Standing::Computed),
        Proven::Worded | Proven::Judged => Some(Standing::Wording),
        Proven::Conclusion => Some(Standing::Conclusion),
        Proven::Gap => Some(Standing::Gap),
        Proven::Unsupported => None,
    };
    let words = proof.word_problems(language);
    verdict(claim, sources, standing, proof.numerals, words, language)
}

/// Supported unless a quotation, a figure or a word speaks against it.
fn verdict(
    claim: &DraftClaim,
    sources: &[Cited<'_>],
    standing: Option<Standing>,
    figures: ClaimVerdict,
    words: Vec<String>,
    language: Language,
) -> ClaimCheck {
    let mut problems = quotation_problems(&claim.text, sources, language);
    if !figures.is_supported() {
        problems.push(figures.reason(language));
    }
    problems.extend(words);
    if problems.is_empty() {
        ClaimCheck::Supported {
            standing,
            figures: figures_of(figures),
            span: None,
        }
    } else {
        ClaimCheck::Unsupported { problems }
    }
}

fn text_of(claim: &DraftClaim) -> ClaimText<'_> {
    ClaimText {
        text: &claim.text,
        formula: claim.kind.formula(),
    }
}

fn passages_of<'a>(sources: &[Cited<'a>]) -> Vec<&'a ReadSource<'a>> {
    sources.iter().map(|cited| cited.read).collect()
}

/// Confirms what a verifier says: the span stands in the evidence that it names, and code finds
/// nothing in the way.
pub(crate) fn confirm(
    claim: &DraftClaim,
    sources: &[Cited<'_>],
    evidence: &EvidenceId,
    span: &str,
    language: Language,
) -> ClaimCheck {
    let quotes: Vec<&str> = sources
        .iter()
        .map(|cited| cited.evidence.quote.as_str())
        .collect();
    let place = match check_quote(span, &quotes) {
        QuoteVerdict::Verbatim { source, range, .. } => {
            let stands = sources.get(source).map(|cited| cited.evidence.id.clone());
            stands.map(|evidence| Span { evidence, range })
        }
        QuoteVerdict::NotFound { .. } | QuoteVerdict::AltersMeaning { .. } => None,
    };
    let Some(place) = place else {
        let problem = language.pick(
            format!("the verifier's span is not in {evidence} word by word"),
            format!("核对者给出的原文并不在 {evidence} 中"),
        );
        return ClaimCheck::Unsupported {
            problems: vec![problem],
        };
    };
    let text = text_of(claim);
    let proof = assay_claims::confirm(&text, &passages_of(sources), &place);
    let words = proof.word_problems(language);
    verdict(claim, sources, None, proof.numerals, words, language)
}

fn figures_of(verdict: ClaimVerdict) -> Vec<CheckedFigure> {
    let figures = verdict.numerals.into_iter().filter_map(|numeral| {
        let basis = match numeral.finding {
            Finding::Observed(_) => FigureBasis::Observed,
            Finding::Prospective(_) => FigureBasis::Prospective,
            Finding::ThirdParty(_) => FigureBasis::ThirdParty,
            Finding::Derived { formula } => FigureBasis::Derived { formula },
            Finding::Exempt(_) | Finding::Problem(_) => return None,
        };
        Some(CheckedFigure {
            printed: numeral.printed,
            basis,
        })
    });
    figures.collect()
}

/// What of the evidence bears a sentence that passed: bytes of its quote.
pub(crate) fn bearing<'a>(
    claim: &DraftClaim,
    sources: &[Cited<'a>],
) -> Vec<(&'a Evidence, Range<usize>)> {
    if let Some((place, range)) = verbatim(claim, sources) {
        let quoted = sources.get(place).map(|cited| (cited.evidence, range));
        return quoted.into_iter().collect();
    }
    let text = text_of(claim);
    let passages = passages_of(sources);
    let spans = prove(&text, &passages).wording.spans.into_iter();
    let spans = spans.filter_map(|(id, range)| {
        let mut all = sources.iter().map(|cited| cited.evidence);
        Some((all.find(|evidence| evidence.id == id)?, range))
    });
    spans.collect()
}

/// Where the whole sentence stands in a cited passage, but for case, blanks and quotation marks; of a
/// sentence that code made around a quotation, where the quotation stands.
fn verbatim(claim: &DraftClaim, sources: &[Cited<'_>]) -> Option<(usize, Range<usize>)> {
    let all = quotations(&claim.text);
    let longest = all.iter().max_by_key(|quotation| quotation.text.len());
    let quoted = longest.filter(|_| claim.kind == ClaimKind::Quoted);
    let text = quoted.map_or(claim.text.as_str(), |quotation| quotation.text.as_str());
    let bare = text
        .trim()
        .trim_matches(['“', '”', '"', '「', '」', '.', '。']);
    if bare.chars().count() <= SHORTEST_QUOTATION {
        return None;
    }
    let passages = sources.iter().map(|cited| cited.evidence.quote.as_str());
    match check_quote(bare, &passages.collect::<Vec<_>>()) {
        QuoteVerdict::Verbatim { source, range, .. } => Some((source, range)),
        QuoteVerdict::NotFound { .. } | QuoteVerdict::AltersMeaning { .. } => None,
    }
}

fn quotation_problems(text: &str, sources: &[Cited<'_>], language: Language) -> Vec<String> {
    let quotations = quotations(text);
    if quotations.is_empty() {
        return Vec::new();
    }
    let passages: Vec<&str> = sources
        .iter()
        .map(|cited| cited.evidence.quote.as_str())
        .collect();
    let mut problems = Vec::new();
    for quotation in quotations {
        let shown: String = quotation.text.chars().take(SHOWN).collect();
        let problem = match check_quotation(&quotation, &passages) {
            QuoteVerdict::Verbatim { .. } => continue,
            QuoteVerdict::NotFound { .. } if quotation.weight == QuotationWeight::Term => continue,
            QuoteVerdict::NotFound { .. } => language.pick(
                format!("“{shown}” is not in the cited passage word by word"),
                format!("“{shown}”并非所引段落中的原文"),
            ),
            QuoteVerdict::AltersMeaning { .. } => language.pick(
                format!("“{shown}” is quoted so that its meaning changes"),
                format!("“{shown}”的引用改变了原意"),
            ),
        };
        problems.push(problem);
    }
    problems
}
