//! What other sources and other vintages say about a chosen value.

use assay_domain::{Decimal, Language};

use crate::amount::is_equal_when_rounded;
use crate::change::{ChangeClass, ChangeReason};
use crate::metric::Attribution;
use crate::period::days_between;
use crate::point::{Reconciliation, ReconciliationPeer, ReconciliationVerdict};
use crate::series::{Figure, Observation, Origin};
use crate::{Analysis, Basis, Fact, metric};

/// Vendors date a period by the end of its month.
const END_SLACK: i32 = 7;
/// Rounding of a vendor's value where it does not say: a relative difference of 0.05 %.
const RELATIVE: Decimal = Decimal::from_parts(5, 0, 0, false, 4);

const RULE: &str = "filing before vendor; periodic form before others; magnitude; latest filed";

impl Analysis<'_> {
    pub(crate) fn reconcile(&self, figure: &Figure<'_>, language: Language) -> Reconciliation {
        let mut peers = Vec::new();
        let mut has_other_source = false;
        let mut has_two_values = false;
        if let Origin::Filed(chosen) = &figure.origin {
            has_two_values = self.own_vintages(chosen, language, &mut peers);
            for other in &chosen.others {
                has_other_source |= other.source != chosen.fact.source;
                let (class, reason) = self.view.classify(other, chosen.fact, &[]);
                let class = (other.value != chosen.fact.value).then_some(class);
                peers.push(peer(chosen.value, other, class, reason.text(language)));
            }
        }
        let independent_from = peers.len();
        for other in self.other_publishers(figure) {
            has_other_source = true;
            let (class, reason) = self.explain(figure, &other);
            peers.push(peer(figure.value, other.fact, class, reason.text(language)));
        }
        let independent = peers.get(independent_from..).unwrap_or_default();
        let classes = || independent.iter().map(|peer| peer.diff_class);
        let verdict = if has_two_values || classes().any(|c| c == Some(ChangeClass::Unexplained)) {
            ReconciliationVerdict::Conflict
        } else if !has_other_source {
            ReconciliationVerdict::SingleSource
        } else if classes().all(|c| c.is_none()) {
            ReconciliationVerdict::Match
        } else {
            ReconciliationVerdict::Explained
        };
        Reconciliation {
            verdict,
            chosen_by_rule: RULE.to_owned(),
            peers,
        }
    }

    /// Earlier vintages that state something else, each different value once. Says whether the
    /// chosen filing itself states two values.
    fn own_vintages(
        &self,
        chosen: &Observation<'_>,
        language: Language,
        peers: &mut Vec<ReconciliationPeer>,
    ) -> bool {
        let mut has_two_values = false;
        let mut seen = vec![chosen.fact.value];
        for vintage in chosen.vintages.iter().rev() {
            if seen.contains(&vintage.fact.value) {
                continue;
            }
            seen.push(vintage.fact.value);
            let (class, reason) = self.view.classify(vintage.fact, chosen.fact, &[]);
            has_two_values |= reason == ChangeReason::TwoValuesInOneFiling;
            peers.push(peer(
                chosen.fact.value,
                vintage.fact,
                Some(class),
                reason.text(language),
            ));
        }
        has_two_values
    }

    /// The same period of the same metric from another publisher.
    fn other_publishers(&self, figure: &Figure<'_>) -> Vec<Observation<'_>> {
        let Some(series) = self.series.get(figure.metric) else {
            return Vec::new();
        };
        let observations = figure.observations();
        let Some(own) = observations.first().map(|o| o.fact.publisher) else {
            return Vec::new();
        };
        let length = figure.period.length();
        if figure.basis == Basis::Ttm {
            return Vec::new();
        }
        series
            .concepts
            .iter()
            .flat_map(|concept| &concept.periods)
            .filter(|((of, end), other)| {
                *of == length
                    && days_between(*end, figure.period.end).abs() <= END_SLACK
                    && other.fact.publisher != own
            })
            .map(|(_, other)| (**other).clone())
            .collect()
    }

    fn explain(
        &self,
        figure: &Figure<'_>,
        other: &Observation<'_>,
    ) -> (Option<ChangeClass>, ChangeReason) {
        let near = |a: Decimal, b: Decimal| {
            is_equal_when_rounded(a, 0, b, 0) || (a - b).abs() <= a.abs() * RELATIVE
        };
        if near(figure.value, other.value) {
            let class = (figure.value != other.value).then_some(ChangeClass::Rounding);
            return (class, ChangeReason::WithinRounding);
        }
        if let Origin::Filed(chosen) = &figure.origin {
            // A vendor that still shows an earlier vintage, or is off by sign, scale or split.
            let earlier = chosen.vintages.iter().find(|v| near(v.value, other.value));
            if let Some(vintage) = earlier {
                let (class, reason) = self.view.classify(vintage.fact, chosen.fact, &[]);
                return (Some(class), reason);
            }
        }
        if near(figure.value, -other.value) {
            return (Some(ChangeClass::Sign), ChangeReason::SignReversed);
        }
        if let Some(factor) = crate::amount::scale_factor(figure.value, other.value) {
            return (
                Some(ChangeClass::Scale),
                ChangeReason::PowerOfThousand { factor },
            );
        }
        if let Some(found) = self.other_definition(figure, other.value, &near) {
            return (Some(ChangeClass::Basis), found);
        }
        let percent = (other.value - figure.value)
            .checked_div(figure.value.abs())
            .map(|change| (change * Decimal::ONE_HUNDRED).round_dp(1));
        let reason = ChangeReason::TooLargeForRecast { percent };
        (Some(ChangeClass::Unexplained), reason)
    }

    /// Net income and equity have several definitions; another one may be what the other source
    /// means.
    fn other_definition(
        &self,
        figure: &Figure<'_>,
        value: Decimal,
        near: &impl Fn(Decimal, Decimal) -> bool,
    ) -> Option<ChangeReason> {
        let spec = metric(figure.metric)?;
        if spec.attribution == Attribution::Whole {
            return None;
        }
        let family: &[&str] = if spec.is_stock {
            &["equity", "equity_incl_nci"]
        } else {
            &[
                "net_income",
                "net_income_incl_nci",
                "net_income_to_common",
                "net_income_recurring",
            ]
        };
        let found = family.iter().find(|name| {
            **name != figure.metric
                && self
                    .value(name, figure.basis, figure.period.end)
                    .is_ok_and(|other| near(other, value))
        })?;
        Some(ChangeReason::OtherKindOfReport {
            from: figure.metric.to_owned(),
            to: (*found).to_owned(),
        })
    }
}

fn peer(
    chosen: Decimal,
    other: &Fact,
    diff_class: Option<ChangeClass>,
    reason: String,
) -> ReconciliationPeer {
    let diff_abs = other.value - chosen;
    ReconciliationPeer {
        source: other.source.to_string(),
        form: other.form.to_string(),
        filed: other.filed,
        value: other.value,
        diff_abs,
        diff_pct: diff_abs
            .checked_div(chosen.abs())
            .map(|share| (share * Decimal::ONE_HUNDRED).round_dp(4).normalize()),
        diff_class,
        reason,
    }
}
