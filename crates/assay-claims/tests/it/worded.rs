//! Sentences without numbers: who does it, how sure, how wide, why and which way.

use assay_claims::Standing;

use crate::about::About;

const NOTICE: &str = "Harrow Lennard purchases flax from Lindgren Fibre and sells yarn to weavers in Portugal. \
Rival spinners have closed several plants and postponed their expansion programmes. In March, Ostrava Textiles sued us \
in a Brno court, alleging infringement of a dyeing patent. We believe that the complaint is without foundation. If the \
court grants an injunction, we will halt the sale of indigo yarn. We have an obligation to refund a deposit to \
Lindgren Fibre, which we expect to settle in the spring. The decline in yarn margins was due in part to higher freight \
rates, partially offset by cheaper electricity. Some weavers often order from only one spinner. The new tariff weighs \
more heavily on knitted goods than on woven goods. The rules apply to all importers, excluding Norway. Drought could \
reduce the harvest, effectively limiting our output.";

const TABLE: &str = "Sales by region, in millions of euros:

| | Year Ended | | |
| --- | --- | --- | --- |
| | June 30, 2024 | June 30, 2023 | Opening |
| Saxony | 310 | 275 | Dresden |
| Moravia | 120 | 165 | TBD |
";

fn standing(text: &str, sentence: &str) -> Standing {
    let about = About {
        company: Some("Harrow Lennard Plc"),
        headings: &[],
        text,
    };
    about.proof(sentence).standing
}

#[track_caller]
fn check(text: &str, stand: &[&str], fall: &[&str]) {
    let holds = |sentence: &&&str| standing(text, sentence) != Standing::Unsupported;
    let refused: Vec<&&str> = stand.iter().filter(|one| !holds(one)).collect();
    let passed: Vec<&&str> = fall.iter().filter(holds).collect();
    assert!(
        refused.is_empty() && passed.is_empty(),
        "true and refused: {refused:#?}\nfalse and passed: {passed:#?}"
    );
}

#[test]
fn who_does_it_is_who_does_it_in_the_evidence() {
    check(
        NOTICE,
        &[
            "Harrow Lennard purchases flax from Lindgren Fibre.",
            "Ostrava Textiles sued Harrow Lennard in a Brno court.",
            "Harrow Lennard was sued by Ostrava Textiles in Brno.",
            "Rival spinners have postponed their expansion programmes.",
            "Harrow Lennard has an obligation to refund a deposit to Lindgren Fibre.",
        ],
        &[
            "Lindgren Fibre purchases flax from Harrow Lennard.",
            "Harrow Lennard sued Ostrava Textiles in a Brno court.",
            "Harrow Lennard has closed several plants and postponed its expansion programmes.",
            "Lindgren Fibre has an obligation to refund a deposit to Harrow Lennard.",
            "Auditors believe that the complaint is without foundation.",
        ],
    );
}

#[test]
fn what_is_done_must_be_spoken_of() {
    check(
        NOTICE,
        &["Ostrava Textiles alleges infringement of a dyeing patent."],
        &[
            "Harrow Lennard licensed the dyeing patent to Ostrava Textiles.",
            "The Brno court dismissed the complaint of Ostrava Textiles.",
        ],
    );
}

#[test]
fn nothing_is_surer_or_wider_than_the_evidence() {
    check(
        NOTICE,
        &[
            "Harrow Lennard maintains that the complaint is without foundation.",
            "If the court grants an injunction, Harrow Lennard will halt the sale of indigo yarn.",
            "Drought could limit the output of Harrow Lennard.",
            "The rules apply to all importers, excluding Norway.",
        ],
        &[
            "Harrow Lennard will halt the sale of indigo yarn.",
            "Harrow Lennard has refunded the deposit to Lindgren Fibre.",
            "Drought has limited the output of Harrow Lennard.",
            "All weavers order from only one spinner.",
            "Some weavers never order from only one spinner.",
            "The rules apply to all importers, including Norway.",
            "Importers must order from only one spinner.",
            "The complaint proves that the dyeing patent is infringed.",
        ],
    );
}

#[test]
fn causes_and_comparisons_keep_their_sides() {
    check(
        NOTICE,
        &[
            "Higher freight rates were part of the reason for the decline in yarn margins.",
            "The new tariff weighs more heavily on knitted goods than on woven goods.",
        ],
        &[
            "The decline in yarn margins was due to cheaper electricity.",
            "The decline in yarn margins was due solely to higher freight rates.",
            "The decline in yarn margins was due to a strike of dockers.",
            "The new tariff weighs more heavily on woven goods than on knitted goods.",
        ],
    );
}

#[test]
fn two_statements_may_be_told_in_one_sentence() {
    check(
        NOTICE,
        &[
            "Harrow Lennard sells yarn to weavers in Portugal, while rival spinners have closed several plants.",
            "Although drought could reduce the harvest, Harrow Lennard sells yarn to weavers in Portugal.",
        ],
        &[
            "Harrow Lennard sells yarn to weavers in Portugal, while Harrow Lennard has closed several plants.",
            "Harrow Lennard sells yarn to weavers in Portugal, while rival spinners have opened several plants.",
        ],
    );
}

#[test]
fn a_row_says_which_way_it_went() {
    check(
        TABLE,
        &[
            "Sales in Saxony rose in fiscal 2024.",
            "Sales in Moravia declined in fiscal 2024.",
            "The table names no opening for Moravia.",
        ],
        &[
            "Sales in Saxony declined in fiscal 2024.",
            "Sales in Moravia rose in fiscal 2024.",
            "The table names no opening for Saxony.",
        ],
    );
}

#[test]
fn a_conclusion_is_modest() {
    check(
        NOTICE,
        &["This suggests that freight rates will weigh on the margins of Harrow Lennard."],
        &["This means that Harrow Lennard will leave Portugal."],
    );
}
