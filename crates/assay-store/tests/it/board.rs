//! The board is exactly what the committed events say, at every version of it.

use std::collections::BTreeMap;

use assay_domain::{
    ArtifactName, Board, Body, Claim, ClaimId, ClaimKind, Confidence, DocumentId, Event, Evidence,
    EvidenceId, GateName, PassageId, RunId, SchemaVersion, TaskId, Tier, Verdict,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::place::{Place, run};

#[derive(Clone, Debug)]
enum Op {
    /// Creates an artifact or revises it.
    Write {
        artifact: u8,
        claims: Vec<u8>,
    },
    /// Attaches evidence, again with another tier if it is there already.
    Attach {
        evidence: u8,
        tier: u8,
    },
    /// Makes a claim or words it anew.
    Claim {
        claim: u8,
        text: u8,
        cites: Vec<u8>,
    },
    Gate {
        passes: bool,
    },
}

fn op() -> impl Strategy<Value = Op> {
    let few = || vec(0u8..4, 0..3);
    prop_oneof![
        (0u8..3, few()).prop_map(|(artifact, claims)| Op::Write { artifact, claims }),
        (0u8..4, 0u8..4).prop_map(|(evidence, tier)| Op::Attach { evidence, tier }),
        (0u8..4, 0u8..9, few()).prop_map(|(claim, text, cites)| Op::Claim { claim, text, cites }),
        any::<bool>().prop_map(|passes| Op::Gate { passes }),
    ]
}

fn artifact(number: u8) -> ArtifactName {
    ArtifactName::section(TaskId(u32::from(number)))
}

fn claim(number: u8) -> ClaimId {
    ClaimId::numbered(TaskId(1), usize::from(number))
}

fn evidence(number: u8) -> EvidenceId {
    EvidenceId::new(format!("ev_{number}"))
}

fn tier(number: u8) -> Tier {
    [Tier::A, Tier::B, Tier::C, Tier::D][usize::from(number)]
}

fn events(ops: &[Op]) -> Vec<Event> {
    let mut versions: BTreeMap<u8, u32> = BTreeMap::new();
    let event = |op: &Op| match op {
        Op::Write {
            artifact: number,
            claims,
        } => {
            let version = versions.entry(*number).or_default();
            *version += 1;
            Event::ArtifactWritten {
                artifact: artifact(*number),
                version: *version,
                schema: SchemaVersion::default(),
                agent: "tester".to_owned(),
                claim_ids: claims.iter().copied().map(claim).collect(),
                body: Body::Inline(String::new()),
            }
        }
        Op::Attach {
            evidence: number,
            tier: level,
        } => Event::EvidenceAttached {
            evidence: Evidence {
                id: evidence(*number),
                passage: PassageId::new("doc_0:0-1"),
                document: DocumentId::new("doc_0"),
                source: "a source".to_owned(),
                origin: "a file".to_owned(),
                headings: Vec::new(),
                place: None,
                quote: "q".to_owned(),
                tier: tier(*level),
                as_of: None,
            },
        },
        Op::Claim {
            claim: number,
            text,
            cites,
        } => Event::ClaimRegistered {
            claim: Claim {
                id: claim(*number),
                text: format!("wording {text}"),
                task: TaskId(1),
                source_agent: "tester".to_owned(),
                evidence_ids: cites.iter().copied().map(evidence).collect(),
                confidence: Confidence::Weak,
                kind: ClaimKind::Written,
                check: None,
            },
        },
        Op::Gate { passes } => Event::GateDecided {
            gate: GateName::QualityGate,
            verdict: if *passes {
                Verdict::Pass
            } else {
                Verdict::Fail
            },
            reasons: Vec::new(),
        },
    };
    ops.iter().map(event).collect()
}

/// What a board must show after `ops`, said without folding: the last write of each thing counts.
fn assert_board_shows(board: &Board, ops: &[Op]) -> Result<(), TestCaseError> {
    let numbered = || ops.iter().enumerate();
    for number in 0..3 {
        let writes: Vec<&Vec<u8>> = ops
            .iter()
            .filter_map(|op| match op {
                Op::Write { artifact, claims } if *artifact == number => Some(claims),
                _ => None,
            })
            .collect();
        let shown = board.artifacts.get(&artifact(number));
        prop_assert_eq!(
            shown.map_or(0, |record| record.version as usize),
            writes.len()
        );
        let claims: Option<Vec<ClaimId>> = writes
            .last()
            .map(|claims| claims.iter().copied().map(claim).collect());
        prop_assert_eq!(shown.map(|record| record.claim_ids.clone()), claims);
    }
    for number in 0..4 {
        let last = ops.iter().rev().find_map(|op| match op {
            Op::Claim { claim, text, .. } if *claim == number => Some(format!("wording {text}")),
            _ => None,
        });
        let shown = board.claim_registry.get(&claim(number));
        prop_assert_eq!(shown.map(|record| record.text.clone()), last);
    }
    for number in 0..4 {
        let attached = numbered()
            .find(|(_, op)| matches!(op, Op::Attach { evidence, .. } if *evidence == number));
        let shown = board.evidence_registry.get(&evidence(number));
        prop_assert_eq!(shown.is_some(), attached.is_some());
        let (Some(shown), Some((since, _))) = (shown, attached) else {
            continue;
        };
        let level = ops.iter().rev().find_map(|op| match op {
            Op::Attach { evidence, tier } if *evidence == number => Some(tier),
            _ => None,
        });
        prop_assert_eq!(Some(shown.tier), level.copied().map(tier));
        let mut linked: Vec<ClaimId> = numbered()
            .filter_map(|(at, op)| match op {
                Op::Claim {
                    claim: of, cites, ..
                } if at > since && cites.contains(&number) => Some(claim(*of)),
                _ => None,
            })
            .collect();
        let mut seen = Vec::new();
        linked.retain(|id| {
            !seen.contains(id) && {
                seen.push(id.clone());
                true
            }
        });
        prop_assert_eq!(&shown.linked_claims, &linked);
    }
    let gates = ops
        .iter()
        .filter(|op| matches!(op, Op::Gate { .. }))
        .count();
    prop_assert_eq!(board.gate_history.len(), gates);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn a_board_shows_the_latest_committed_version_of_everything(
        ops in vec(op(), 1..40),
        step in 1usize..6,
        at in 0usize..40,
    ) {
        let place = Place::new();
        let one: RunId = run("r-1");
        for batch in events(&ops).chunks(step) {
            place.append(&one, batch.to_vec()).unwrap();
        }
        assert_board_shows(&place.store.board(&one, None).unwrap(), &ops)?;
        let at = at.min(ops.len());
        let then = place.store.board(&one, Some(at as u64)).unwrap();
        assert_board_shows(&then, &ops[..at])?;
    }
}
