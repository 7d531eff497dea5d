use crate::lab::*;
use assay_appraisal::*;
use assay_domain::Language;
use assay_gates::{RuleSet, decide, explain};

#[test]
fn explore() {
    for (name, price) in [
        ("AAPL_2025-03", "230"),
        ("NVDA_2025-03", "115"),
        ("SNOW", "150"),
        ("JPM_trimmed", "240"),
        ("WMT_trimmed", "90"),
    ] {
        let Some(book) = real(name) else { continue };
        let on = book.last_filed().unwrap();
        let d = dossier(&book, Language::En);
        println!(
            "==== {name} {on} kind {:?} frame {:?} sector {:?} points {}",
            d.kind(),
            d.frame(),
            d.sector().sector,
            d.package().data_points.len()
        );
        let t = thesis(&d, &[], &[], None);
        for c in &t.claims {
            println!(
                "  [{:?} {}] {} {:?} wrong_if {:?}",
                c.role,
                c.id,
                plain(&c.text),
                c.standing,
                c.wrong_if
                    .as_ref()
                    .map(|w| format!("{} {} {}", w.metric, w.operator, w.threshold))
            );
        }
        for c in &t.mechanisms {
            println!("  [M] {}", plain(&c.text));
        }
        for c in &t.hypotheses {
            println!("  [H] {}", c.statement);
        }
        for c in &t.catalysts {
            println!("  [C] {} {}", c.date, plain(&c.text));
        }
        println!(
            "  problems {:?}",
            verify(
                &t,
                &Ground {
                    package: d.package(),
                    outcome: None,
                    passages: &[]
                }
            )
        );
        let m = measure(&t, &d, &[], passed());
        let dec = decide(&m, &RuleSet::defaults().unwrap());
        println!(
            "  {:?} {:?} reasons {:?}",
            dec.verdict,
            dec.output_type,
            dec.gate
                .reasons
                .iter()
                .map(|r| (&r.code, &r.text.en, &r.ids))
                .collect::<Vec<_>>()
        );
        for c in &m.conflicts {
            println!("   conflict {} {:?}", c.about, c.sides);
        }
        let q = quote(price, "USD", on);
        let r = valuation_request(&d, Some(&q), &market(on), &[]).unwrap();
        println!("  absent {:?} peers {:?}", r.absent, r.peers);
        for i in r.request.inputs.iter() {
            println!(
                "    {} = {} {}",
                i.name(),
                i.value(),
                i.basis().is_assumption()
            );
        }
        let o = assay_valuation::value(&r.request, assay_domain::Timestamp::UNIX_EPOCH).unwrap();
        match &o {
            assay_valuation::Outcome::Valued(v) => {
                println!("  VALUED {:?} flags {:?}", v.value_per_share(), v.flags)
            }
            assay_valuation::Outcome::NotRunnable(n) => {
                println!("  NOT {:?}", n.missing);
                for v in &n.verdicts {
                    println!("     {:?}", v);
                }
            }
        }
        let t2 = thesis(&d, &[], &[], Some(&o));
        println!(
            "  problems2 {:?}",
            verify(
                &t2,
                &Ground {
                    package: d.package(),
                    outcome: Some(&o),
                    passages: &[]
                }
            )
        );
        println!(
            "  {}",
            t2.claims
                .iter()
                .filter(|c| c.id == "claim_value")
                .map(|c| plain(&c.text))
                .collect::<String>()
        );
        let _ = explain;
    }
}
pub(crate) fn plain(parts: &[Part]) -> String {
    parts
        .iter()
        .map(|p| match p {
            Part::Text { text } | Part::Figure { text, .. } => text.as_str(),
            _ => "",
        })
        .collect()
}
