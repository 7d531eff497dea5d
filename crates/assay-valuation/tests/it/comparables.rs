use assay_valuation::{ExclusionReason, Implied, Method, Multiple, PeriodBasis, Reason};

use crate::fixture::{day, number, peer, reason_of, request, set, valued};

#[test]
fn quartiles_of_what_is_comparable_and_a_list_of_what_is_not() {
    let mut request = request();
    let mut forward = peer("forward", "90", "10", "40");
    forward.basis = PeriodBasis::Ntm;
    let mut old = peer("old", "90", "10", "40");
    old.as_of = day("2025-10-01");
    let mut gone = peer("gone", "90", "10", "40");
    gone.excluded = Some("sold its largest business".to_owned());
    request.peers = vec![
        peer("A", "80", "10", "40"),
        peer("B", "100", "10", "40"),
        peer("C", "120", "10", "40"),
        peer("loss", "50", "-5", "40"),
        forward,
        old,
        gone,
    ];
    let valuation = valued(&request);
    let comparables = valuation.comparables.as_ref().unwrap();
    let ebitda = &comparables.distributions[0];
    assert_eq!(ebitda.multiple, Multiple::EvToEbitda);
    assert_eq!(ebitda.peers.len(), 3);
    let found = [
        &ebitda.first_quartile,
        &ebitda.median,
        &ebitda.third_quartile,
    ];
    assert_eq!(found.map(|line| line.value), ["9", "10", "11"].map(number));
    let Implied::Values(values) = &ebitda.implied else {
        panic!("{:?}", ebitda.implied);
    };
    // 250 × 10 less 130 net of claims, over 100 shares
    assert_eq!(values.median.value, number("23.7"));
    let reason = |name: &str| {
        let excluded = comparables.excluded.iter();
        let mut of_peer = excluded.filter(|exclusion| exclusion.peer == name);
        of_peer
            .next()
            .map(|exclusion| exclusion.reason.clone())
            .unwrap()
    };
    assert_eq!(
        reason("loss"),
        ExclusionReason::NotMeaningful {
            metric: number("-5")
        }
    );
    assert_eq!(reason("forward"), ExclusionReason::OtherBasis);
    assert_eq!(
        reason("old"),
        ExclusionReason::OtherDay {
            as_of: day("2025-10-01")
        }
    );
    assert!(matches!(reason("gone"), ExclusionReason::TakenOut { .. }));
    // the peer with a loss still has sales
    assert_eq!(comparables.distributions[1].multiple, Multiple::EvToSales);
    assert_eq!(comparables.distributions[1].peers.len(), 4);
    valuation.audit().unwrap();
}

#[test]
fn two_peers_are_no_distribution() {
    let mut request = request();
    request.peers = vec![peer("A", "80", "10", "40"), peer("B", "100", "10", "40")];
    let valuation = valued(&request);
    assert!(valuation.comparables.is_none());
    let reason = reason_of(&valuation.verdicts, Method::Comparables);
    assert_eq!(reason, Reason::TooFewPeers { usable: 2 });
}

#[test]
fn a_loss_of_the_company_itself_is_not_meaningful() {
    let mut request = request();
    request.peers = ["A", "B", "C"]
        .map(|name| peer(name, "80", "10", "40"))
        .to_vec();
    set(&mut request, "ebitda.base", "-4");
    let valuation = valued(&request);
    let implied = &valuation.comparables.unwrap().distributions[0].implied;
    assert_eq!(
        *implied,
        Implied::NotMeaningful {
            value: number("-4")
        }
    );
}
