use std::collections::BTreeSet;

use assay_domain::{Language, TaskId};
use unicode_width::UnicodeWidthStr;

use super::super::{Estimate, downstream, draw, estimate, parse, waves};
use super::{TESLA, ids, plan};

#[test]
fn the_picture_of_s0s_example() {
    let tesla = parse(TESLA).unwrap();
    insta::assert_snapshot!(format!(
        "{}\n{}",
        draw(&tesla, Language::Zh),
        draw(&tesla, Language::En)
    ));
}

#[test]
fn long_texts_many_tasks_and_cycles_are_drawn_within_80_columns() {
    let mut wide = plan(&[
        (1, &[]),
        (2, &[]),
        (3, &[1]),
        (4, &[1]),
        (5, &[3]),
        (6, &[1, 3, 4, 5]),
        (7, &[8]),
        (8, &[7]),
        (9, &[]),
        (10, &[2, 6, 9]),
    ]);
    wide.topic = "A topic that goes on and on, with a clause about margins, a clause about \
                  deliveries and one about regulation in three jurisdictions"
        .to_owned();
    wide.tasks[2].description = "竞争格局与市场地位，".repeat(9) + "end";
    wide.tasks[3].description = format!("a word without an end: {}", "x".repeat(150));
    wide.tasks[4].description = "escape \u{1b}[31mred\u{1b}[0m\nand a second line".to_owned();
    let picture = draw(&wide, Language::En);
    for line in picture.lines() {
        assert!(line.width() <= 80, "{line}");
    }
    assert!(!picture.contains('\u{1b}'));
    insta::assert_snapshot!(picture);
}

#[test]
fn waves_critical_path_and_time() {
    let diamond = plan(&[(1, &[]), (2, &[1]), (3, &[1]), (4, &[2, 3]), (5, &[])]);
    assert_eq!(waves(&diamond), [ids(&[1, 5]), ids(&[2, 3]), ids(&[4])]);
    assert_eq!(
        estimate(&diamond),
        Estimate {
            waves: 3,
            critical_path: ids(&[1, 2, 4]),
            low_minutes: 6,
            high_minutes: 12,
        }
    );
}

#[test]
fn downstream_is_the_task_and_all_that_hangs_on_it() {
    let plan = plan(&[(1, &[]), (2, &[1]), (3, &[]), (4, &[2, 3]), (5, &[3])]);
    for (from, expected) in [(1, &[1, 2, 4][..]), (3, &[3, 4, 5]), (4, &[4]), (9, &[])] {
        let expected: BTreeSet<TaskId> = ids(expected).into_iter().collect();
        assert_eq!(downstream(&plan, TaskId(from)), expected, "{from}");
    }
}
