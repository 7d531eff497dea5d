use std::collections::BTreeMap;

use assay_domain::{Language, Plan, TaskId};
use proptest::prelude::*;

use super::super::{
    PlanProblemKind, check, downstream, draw, estimate, lint, parse, repair, waves,
};
use super::{json, plan, task};

/// A plan whose tasks depend on tasks before them, in a shuffled file.
fn acyclic() -> impl Strategy<Value = Plan> {
    (1_usize..24)
        .prop_flat_map(|count| {
            let edges = proptest::collection::vec(any::<(u32, u32)>(), 0..count * 2);
            let order = Just((1..=count as u32).collect::<Vec<_>>()).prop_shuffle();
            (order.clone(), order, edges)
        })
        .prop_map(|(names, places, edges)| {
            let count = names.len();
            let mut dependencies = vec![Vec::new(); count];
            for (a, b) in edges {
                let (a, b) = (a as usize % count, b as usize % count);
                let name = names[a.min(b)];
                if a != b && !dependencies[a.max(b)].contains(&name) {
                    dependencies[a.max(b)].push(name);
                }
            }
            let mut plan = plan(&[]);
            plan.tasks = names
                .iter()
                .zip(&dependencies)
                .map(|(id, after)| task(*id, after))
                .collect();
            let place = |id: TaskId| places.iter().position(|p| *p == id.0);
            plan.tasks.sort_by_key(|task| place(task.id));
            plan
        })
}

/// Anything a planner could dream up with small numbers.
fn any_graph() -> impl Strategy<Value = Plan> {
    let task_shape = (0_u32..9, proptest::collection::vec(0_u32..9, 0..5));
    proptest::collection::vec(task_shape, 0..9).prop_map(|tasks| {
        let mut plan = plan(&[]);
        plan.tasks = tasks.iter().map(|(id, after)| task(*id, after)).collect();
        plan
    })
}

fn wave_of(plan: &Plan) -> BTreeMap<TaskId, usize> {
    waves(plan)
        .into_iter()
        .enumerate()
        .flat_map(|(wave, ids)| ids.into_iter().map(move |id| (id, wave)))
        .collect()
}

proptest! {
    #[test]
    fn every_acyclic_plan_is_accepted_and_its_waves_respect_it(plan in acyclic()) {
        prop_assert_eq!(parse(&json(&plan)), Ok(plan.clone()));
        prop_assert_eq!(check(&plan), vec![]);
        let wave = wave_of(&plan);
        prop_assert_eq!(wave.len(), plan.tasks.len());
        for task in &plan.tasks {
            let expected = task.dependencies.iter().map(|d| wave[d] + 1).max().unwrap_or(0);
            prop_assert_eq!(wave[&task.id], expected);
        }
        let estimate = estimate(&plan);
        prop_assert_eq!(estimate.waves, waves(&plan).len());
        for pair in estimate.critical_path.windows(2) {
            prop_assert!(plan.task(pair[1]).unwrap().dependencies.contains(&pair[0]));
        }
    }

    #[test]
    fn a_repaired_plan_keeps_its_order_and_needs_no_second_repair(plan in acyclic()) {
        let (mended, _) = repair(&json(&plan)).unwrap();
        prop_assert_eq!(wave_of(&mended), wave_of(&plan));
        for task in &plan.tasks {
            prop_assert_eq!(downstream(&mended, task.id), downstream(&plan, task.id));
        }
        prop_assert_eq!(repair(&json(&mended)), Ok((mended, vec![])));
    }

    #[test]
    fn an_edge_back_makes_a_cycle_and_the_cycle_named_is_real(
        plan in acyclic(),
        from in any::<prop::sample::Index>(),
        to in any::<prop::sample::Index>(),
    ) {
        let mut plan = plan;
        let from = plan.tasks[from.index(plan.tasks.len())].id;
        let below: Vec<TaskId> = downstream(&plan, from).into_iter().filter(|id| *id != from).collect();
        prop_assume!(!below.is_empty());
        let to = below[to.index(below.len())];
        plan.tasks.iter_mut().find(|t| t.id == from).unwrap().dependencies.push(to);

        let problems = check(&plan);
        prop_assert!(!problems.is_empty());
        prop_assert_eq!(&repair(&json(&plan)).unwrap_err(), &problems);
        for problem in &problems {
            let PlanProblemKind::Cycle { tasks } = &problem.kind else {
                return Err(TestCaseError::fail(problem.to_string()));
            };
            let next = tasks.iter().cycle().skip(1);
            for (before, after) in tasks.iter().zip(next) {
                prop_assert!(plan.task(*after).unwrap().dependencies.contains(before));
            }
        }
    }

    #[test]
    fn no_graph_makes_any_reading_panic(plan in any_graph()) {
        let refused = check(&plan);
        prop_assert_eq!(parse(&json(&plan)).err().unwrap_or_default(), refused);
        if let Ok((mended, _)) = repair(&json(&plan)) {
            prop_assert_eq!(check(&mended), vec![]);
        }
        for advice in lint(&plan) {
            prop_assert!(!advice.text(Language::Zh).is_empty());
        }
        for language in [Language::En, Language::Zh] {
            prop_assert!(draw(&plan, language).lines().count() > 2);
        }
        estimate(&plan);
        downstream(&plan, TaskId(1));
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,200}", inner in "[\\[\\]{}:,\"0-9a-z_ \n#*`-]{0,80}") {
        let _ = (parse(&text), repair(&text), super::super::import_markdown(&text));
        let wrapped = format!("# t\n## Phase 1\n{inner}");
        let _ = (parse(&inner), repair(&inner), super::super::import_markdown(&wrapped));
    }
}

#[test]
fn two_thousand_tasks_are_no_matter() {
    let mut dense = plan(&[]);
    dense.tasks = (1..=2000)
        .map(|id| task(id, &(1.max(id - 60.min(id - 1))..id).collect::<Vec<_>>()))
        .collect();
    assert_eq!(check(&dense), []);
    let (chain, repairs) = repair(&json(&dense)).unwrap();
    assert!(repairs.len() > 100_000);
    assert_eq!(waves(&chain).len(), 2000);
    assert!(!lint(&dense).is_empty());
    assert!(draw(&chain, Language::En).lines().count() > 4000);

    dense.tasks[0].dependencies.push(TaskId(2000));
    let problems = check(&dense);
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].kind.name(), "cycle");
}
