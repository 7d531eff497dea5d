//! Sentences that speak of all rows or all periods of a table, and arithmetic over all of its years.

use crate::about::check;

const FERRIES: &str = "Passengers and fares of the island ferries\n\n\
    | | Year ended June 30, | | |\n| --- | --- | --- | --- |\n\
    | In Thousands | 2024 | 2023 | 2022 |\n\
    | North line | 412 | 398 | 371 |\n| South line | 655 | 690 | 702 |\n| Night line | 88 | 81 | 60 |\n\
    | Total | 1,155 | 1,169 | 1,133 |\n";

#[test]
fn the_highest_is_above_all_others() {
    check(
        FERRIES,
        &[
            "The South line was the largest in 2024.",
            "Passengers of the North line were at their highest in 2024.",
            "The Night line was the smallest line in 2024.",
            "Total passengers were at their highest in 2023.",
        ],
        &[
            "The North line was the largest in 2024.",
            "Passengers of the South line were at their highest in 2024.",
            "Passengers of the North line were at their lowest in 2024.",
            "Total passengers were at their highest in 2024.",
        ],
    );
}

#[test]
fn what_is_said_of_one_alone_or_of_all_is_so_of_every_row() {
    check(
        FERRIES,
        &["The South line was the only line whose passengers fell in 2024."],
        &[
            "The Night line was the only line whose passengers fell in 2024.",
            "The Night line was the only line whose passengers rose in 2024.",
            "Passengers fell on every line in 2024.",
            "Passengers rose on all lines in 2024.",
        ],
    );
}

#[test]
fn years_are_taken_together_as_many_as_are_said() {
    check(
        FERRIES,
        &[
            "Over the three years, the Night line carried 229 thousand passengers.",
            "The North line carried on average about 394 thousand passengers a year over the three years.",
        ],
        &[
            "Over the three years, the Night line carried 169 thousand passengers.",
            "Over the two years, the Night line carried 229 thousand passengers.",
        ],
    );
}

const CREWS: &str = "As of March 31, 2024 and 2023, the line employed 1,250 and 1,000 seamen, respectively, of whom 310 \
    and 240, respectively, worked ashore. Fares were $84 million in 2024, an increase of 12 percent.";

#[test]
fn lists_with_one_noun_behind_them_pair_off() {
    check(
        CREWS,
        &[
            "The number of seamen rose 25% in the year to March 31, 2024.",
            "The line employed 1,250 seamen as of March 31, 2024.",
            "Fares in 2023 were about $75 million.",
        ],
        &[
            "The line employed 1,250 seamen as of March 31, 2023.",
            "The number of seamen fell 25% in the year to March 31, 2024.",
            "Fares in 2023 were about $94 million.",
        ],
    );
}
