//! The words of a claim against the span in which a verifier found it stated.

use std::ops::Range;

use assay_domain::EvidenceId;
use assay_figures::cut;

use super::cover::{Laid, laid, weight};
use super::names::Names;
use super::statement::Statement;
use super::term::{Kind, Term};
use super::{Bound, Claim, WordProblem, Wording, polarity, roles};
use crate::numeral::Page;
use crate::proof::Span;

/// Share of what the statement that has the most words of a claim has of them, which the span must have
/// that a verifier found it in.
const LEAST_IN_SPAN: f64 = 0.5;

/// Holds the words of a claim against the statements that a span touches. That they say it was
/// judged; that they say it of the same names, with the same certainty, width and direction, is
/// looked at here.
pub(crate) fn confirm(
    claim: Claim<'_>,
    pages: &[&Page<'_>],
    span: &Span,
    bound: &[Bound],
) -> Wording {
    let claim = Claim {
        is_judged: true,
        ..claim
    };
    let mut spans = Vec::new();
    let mut laids = Vec::new();
    for page in pages
        .iter()
        .filter(|page| *page.source.evidence == span.evidence)
    {
        let touches = |statement: &&Statement| {
            statement.range.start < span.range.end && span.range.start < statement.range.end
        };
        for statement in page.statements().iter().filter(touches) {
            laids.push(laid(claim.terms, page.source.text, statement));
            spans.push((span.evidence.clone(), statement.range.clone()));
        }
    }
    let mut problems = Vec::new();
    let mut names = Names::of(claim, pages);
    let mut strange = names.strange();
    strange.extend(other_codes(claim, &laids));
    if !strange.is_empty() {
        problems.push(WordProblem::Names(strange));
    }
    if !claim.is_conclusion && !claim.says_missing {
        problems.extend(said_elsewhere(claim, pages, &laids, bound));
        laids.extend(with_figures(claim, pages, &spans, bound));
        let laids: Vec<&Laid<'_>> = laids.iter().collect();
        let mut found = polarity::problems(claim, &laids, 0);
        let main = laids.iter().max_by(|a, b| a.weight.total_cmp(&b.weight));
        found.extend(main.and_then(|main| roles::problem(claim, main, &names)));
        problems.extend(found.into_iter().filter(WordProblem::is_veto));
    }
    Wording {
        problems,
        is_conclusion: claim.is_conclusion,
        says_missing: claim.says_missing,
        spans,
    }
}

/// `CVT-204` where the span speaks of CVT-101.
fn other_codes(claim: Claim<'_>, span: &[Laid<'_>]) -> Vec<String> {
    let is_code = |text: &str, term: &Term| {
        let written = cut(text, term.range.clone());
        term.kind == Kind::Name && written.contains(|c: char| c.is_ascii_digit())
    };
    let has_other = span.iter().any(|laid| {
        let text = cut(laid.source, laid.statement.range.clone());
        let mut theirs = laid.statement.terms.iter();
        theirs.any(|own| is_code(text, own) && !claim.terms.iter().any(|term| term.means(own)))
    });
    let own = claim.terms.iter().enumerate();
    let lost = own.filter(|(at, term)| {
        has_other && is_code(claim.text, term) && !span.iter().any(|laid| laid.covers(*at))
    });
    lost.map(|(_, term)| cut(claim.text, term.range.clone()).to_owned())
        .collect()
}

/// The statements that the claim's numbers were found in, beside those of its span.
fn with_figures<'s>(
    claim: Claim<'_>,
    pages: &[&'s Page<'s>],
    spans: &[(EvidenceId, Range<usize>)],
    bound: &[Bound],
) -> Vec<Laid<'s>> {
    let mut found = Vec::new();
    for (place, page) in pages.iter().enumerate() {
        let holds = |statement: &&Statement| {
            let is_known = |(evidence, range): &(EvidenceId, Range<usize>)| {
                evidence == page.source.evidence && *range == statement.range
            };
            let mut bound = bound.iter().filter(|bound| bound.page == place);
            bound.any(|bound| statement.range.contains(&bound.at)) && !spans.iter().any(is_known)
        };
        let statements = page.statements().iter().filter(holds);
        found.extend(statements.map(|statement| laid(claim.terms, page.source.text, statement)));
    }
    found
}

/// Words of the claim that its span does not have, where the figures of the claim, or far more of its words,
/// stand elsewhere: the span is not where it is said.
fn said_elsewhere(
    claim: Claim<'_>,
    pages: &[&Page<'_>],
    span: &[Laid<'_>],
    bound: &[Bound],
) -> Option<WordProblem> {
    let is_held = |bound: &Bound| {
        let page = pages.get(bound.page).map(|page| page.source.text);
        span.iter().any(|laid| {
            page.is_some_and(|text| std::ptr::eq(text, laid.source))
                && laid.statement.range.contains(&bound.at)
        })
    };
    let weigh = |covers: &dyn Fn(usize) -> bool| -> f64 {
        let terms = claim.terms.iter().enumerate();
        let covered = terms.filter(|(at, term)| term.kind != Kind::Name && covers(*at));
        covered.map(|(_, term)| weight(term)).sum()
    };
    let is_covered = |at: usize| span.iter().any(|laid| laid.covers(at));
    let has_most_words = || {
        let all = pages.iter().flat_map(|page| {
            let statements = page.statements().iter();
            statements.map(|statement| laid(claim.terms, page.source.text, statement))
        });
        let most = all.map(|laid| weigh(&|at| laid.covers(at)));
        let most = most.max_by(f64::total_cmp).unwrap_or_default();
        weigh(&is_covered) >= most * LEAST_IN_SPAN
    };
    let is_there = match bound.is_empty() {
        true => has_most_words(),
        false => bound.iter().any(is_held) || has_most_words(),
    };
    let lost = claim.terms.iter().enumerate();
    let lost = lost.filter(|(at, term)| weight(term) > 0.0 && !is_covered(*at));
    let lost = lost.map(|(_, term)| cut(claim.text, term.range.clone()).to_owned());
    (!is_there).then(|| WordProblem::NotStated(lost.collect()))
}
