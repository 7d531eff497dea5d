//! What a writer says in other words, and what is only like it.

use crate::probe::check_sentences;

#[test]
fn a_month_is_the_month() {
    check_sentences(
        "Our harvest ends on the second Monday of October.",
        &[
            (
                "The company's harvest ends on the second Monday of October.",
                true,
            ),
            (
                "The company's harvest ends on the second Monday of November.",
                false,
            ),
            ("公司的收割于10月第二个星期一结束。", true),
        ],
    );
}

#[test]
fn what_goes_to_one_does_not_go_to_the_other() {
    check_sentences(
        "In May 2031 we moved $4.2 million of inventory from Norvale to Easthold. The Works Council regularly reports \
         its findings to the Harbour Board.",
        &[
            (
                "In May 2031 inventory of $4.2 million was moved from Norvale to Easthold.",
                true,
            ),
            (
                "In May 2031 inventory of $4.2 million was moved from Easthold to Norvale.",
                false,
            ),
            (
                "The Works Council reports its findings to the Harbour Board.",
                true,
            ),
            (
                "The Harbour Board reports its findings to the Works Council.",
                false,
            ),
        ],
    );
}

#[test]
fn who_gives_notice_is_who_notifies() {
    check_sentences(
        "Norvale notified Easthold in June 2030 of its intent to sell its own boats. The tenant of the pier paid a \
         deposit of $18 thousand in 2031.",
        &[
            (
                "Norvale gave Easthold notice in June 2030 of its intent to sell its own boats.",
                true,
            ),
            (
                "Easthold gave Norvale notice in June 2030 of its intent to sell its own boats.",
                false,
            ),
            (
                "In 2031 the tenant of the pier paid a deposit of $18 thousand.",
                true,
            ),
        ],
    );
}

#[test]
fn a_row_is_not_the_narrower_row_beside_it() {
    check_sentences(
        "Provisions in millions of euros:

| | 2031 | 2030 |
| --- | --- | --- |
| Specific provision for repairs | 52 | 48 |
| General provision for repairs | 17 | 21 |
| Total provision for repairs | 69 | 69 |",
        &[
            (
                "The specific provision for repairs was €52 million in 2031.",
                true,
            ),
            (
                "The specific provision for repairs was €69 million in 2031.",
                false,
            ),
            (
                "The total provision for repairs was €69 million in 2031.",
                true,
            ),
        ],
    );
}

#[test]
fn a_doubt_about_a_thing_is_none_about_the_deed() {
    check_sentences(
        "The review of potential sites for the quarry resulted in the purchase of Norvale. The lease is due to expire in \
         March 2032.",
        &[
            (
                "The review of potential sites resulted in the purchase of Norvale.",
                true,
            ),
            ("The lease is due to expire in March 2032.", true),
            ("The lease expired in March 2032.", false),
        ],
    );
    check_sentences(
        "Our road map includes the integration of solar drying into our mills by 2034.",
        &[("The company already uses solar drying in its mills.", false)],
    );
}

#[test]
fn a_condition_may_be_turned_round() {
    check_sentences(
        "If freight rates rise, the company may be required to close its northern depot.",
        &[
            (
                "Should freight rates rise, the company may have to close its northern depot.",
                true,
            ),
            (
                "Freight rates have risen and the company will close its northern depot.",
                false,
            ),
        ],
    );
}

#[test]
fn words_that_come_near_each_other_say_the_same() {
    check_sentences(
        "Violations of harbour rules could result in significant costs or penalties. We borrowed $7.4 million under our \
         credit line during 2031.",
        &[
            (
                "Breaches of harbour rules could result in significant costs or fines.",
                true,
            ),
            (
                "Breaches of harbour rules resulted in significant costs and fines.",
                false,
            ),
            (
                "During 2031 the company drew $7.4 million on its credit line.",
                true,
            ),
            (
                "During 2031 the company repaid $7.4 million on its credit line.",
                false,
            ),
        ],
    );
}

#[test]
fn clauses_that_are_only_joined_are_proven_one_by_one() {
    check_sentences(
        "The northern yard builds ferries for island councils.

The southern yard repairs tugs for harbour authorities.

Ticket sales rose to £61 million in 2031.",
        &[
            (
                "The northern yard builds ferries for island councils, while the southern yard repairs tugs for harbour authorities.",
                true,
            ),
            (
                "The northern yard builds ferries for island councils, while the southern yard sells tugs to harbour authorities.",
                false,
            ),
            (
                "The northern yard builds ferries for island councils, and ticket sales rose to £61 million in 2031.",
                true,
            ),
            (
                "The northern yard builds ferries for island councils, and ticket sales rose to £71 million in 2031.",
                false,
            ),
        ],
    );
}

#[test]
fn what_may_not_be_done_is_not_done() {
    check_sentences(
        "The interest on the bridge loan is deductible for tax purposes.",
        &[
            ("过桥贷款的利息可在税前扣除。", true),
            ("过桥贷款的利息不得在税前扣除。", false),
        ],
    );
    check_sentences(
        "The board is considering whether to sell the northern yard; no decision has been taken.",
        &[
            (
                "The board is considering whether to sell the northern yard.",
                true,
            ),
            ("The board has decided to sell the northern yard.", false),
        ],
    );
    check_sentences(
        "The deposit is held in trust and restricted from general use.",
        &[(
            "The deposit is held in trust and cannot be used freely.",
            true,
        )],
    );
}

#[test]
fn the_number_of_a_note_is_no_part_of_a_label() {
    check_sentences(
        "Ferry results in millions of dollars:

| | 2031 | 2030 | Change (%) |
| --- | --- | --- | --- |
| Free cash flow6 | 100.1 | 50.9 | 96.7 |
| Adjusted operating margin3 (%) | 18.4 | 16.2 | 2.2 |",
        &[
            ("Free cash flow was $100.1 million in 2031.", true),
            ("The adjusted operating margin was 18.4% in 2031.", true),
            ("The adjusted operating margin was 16.2% in 2031.", false),
        ],
    );
}

#[test]
fn what_is_pushed_up_is_not_reduced() {
    check_sentences(
        "The entire amount, if recognized, would reduce our berth fees.",
        &[
            (
                "If recognized, the amount would reduce the berth fees.",
                true,
            ),
            (
                "If recognized, the amount would push up the berth fees.",
                false,
            ),
        ],
    );
}
