use assay_domain::{
    Author, Budget, Date, Event, Failure, FailureCode, Investment, JOURNAL_FORMAT, Language,
    Outcome, Plan, PlanOrigin, Request, ResearchType, RunSettings, Sampling, SectionLength, Spend,
    Task, TaskId, ToolMode,
};
use proptest::prelude::*;

use super::*;
use crate::profiles::{ANSWER, DEEP, PLAIN};

fn created(concurrency: usize) -> Event {
    let settings = settings(concurrency);
    let request = Request {
        question: "q".to_owned(),
        research_type: None,
    };
    Event::RunCreated {
        format: JOURNAL_FORMAT,
        request,
        settings: Box::new(settings),
        base: None,
    }
}

pub(crate) fn settings(concurrency: usize) -> RunSettings {
    RunSettings {
        language: Language::En,
        models: Default::default(),
        sampling: Sampling {
            temperature: 0.3,
            top_p: 0.85,
            effort: None,
        },
        concurrency,
        section_length: SectionLength { min: 100, max: 200 },
        budget: Budget {
            max_tokens: None,
            max_cost: None,
            reserve_percent: 20,
        },
        max_steps: 8,
        max_attempts: 2,
        stream: false,
        tool_mode: ToolMode::Native,
        max_output_tokens: 1_000,
        stand_in: true,
        investment: None,
        profile: Default::default(),
        hold_plan: false,
        may_ask: false,
        web: true,
        browser: false,
        as_of: None,
        kill_switch: None,
        graph_policy: None,
        max_rounds: 1,
        efforts: std::collections::BTreeMap::new(),
        role_ceilings: std::collections::BTreeMap::new(),
    }
}

/// A run of a profile, about a company where one is named.
fn created_for(profile: ProfileSpec, company: Option<&str>) -> Event {
    let mut event = created(8);
    if let Event::RunCreated { settings, .. } = &mut event {
        settings.profile = profile.chosen();
        settings.investment = company.map(|company| {
            Box::new(Investment {
                company: company.to_owned(),
                as_of: Date::constant(2026, 11, 15),
                price: None,
                market: BTreeMap::new(),
            })
        });
    }
    event
}

fn planned(dependencies: &[&[u32]]) -> Event {
    let tasks = dependencies
        .iter()
        .zip(1..)
        .map(|(dependencies, id)| Task {
            id: TaskId(id),
            description: format!("task {id}"),
            dependencies: dependencies.iter().copied().map(TaskId).collect(),
            hints: None,
        })
        .collect();
    let plan = Plan {
        research_type: ResearchType::Company,
        topic: "t".to_owned(),
        objectives: Vec::new(),
        tasks,
    };
    Event::PlanAccepted {
        plan,
        origin: PlanOrigin::User,
        repairs: Vec::new(),
    }
}

fn started(task: u32) -> Event {
    Event::TaskStarted {
        task: TaskId(task),
        attempt: 1,
    }
}

fn finished(task: u32) -> Event {
    Event::TaskFinished {
        task: TaskId(task),
        author: Author::OfflineAnalyst,
        notes: Vec::new(),
    }
}

fn failed(task: u32) -> Event {
    let failure = Failure::new(FailureCode::NoEvidence, "nothing found");
    Event::TaskFailed {
        task: TaskId(task),
        failure,
    }
}

fn stepped(step: IntegrationStep, next: IntegrationStep) -> Event {
    Event::StepFinished {
        step,
        next,
        brought: Vec::new(),
    }
}

fn starts(state: &RunState) -> Vec<u32> {
    state
        .next_actions()
        .iter()
        .filter_map(|action| match action {
            Action::StartTask { task, .. } => Some(task.0),
            _ => None,
        })
        .collect()
}

/// S0's plan: three tasks side by side, then one that needs them all.
const S0: &[&[u32]] = &[&[], &[], &[], &[1, 2, 3]];

#[test]
fn a_run_plans_works_integrates_and_ends() {
    let mut state = RunState::from_events([&created(8)]);
    assert_eq!(state.next_actions(), vec![Action::MakePlan]);
    state.apply(&planned(S0));
    assert_eq!(starts(&state), [1, 2, 3]);
    for task in 1..=3 {
        state.apply(&started(task));
        state.apply(&finished(task));
    }
    assert_eq!(starts(&state), [4]);
    state.apply(&started(4));
    assert_eq!(state.next_actions(), Vec::new());
    state.apply(&finished(4));
    let step = |step| {
        vec![Action::Integrate {
            step,
            outcome: Outcome::Completed,
            reasons: Vec::new(),
        }]
    };
    assert_eq!(state.next_actions(), step(IntegrationStep::Examine));
    assert_eq!(state.step_started(), Some(Event::IntegrationStarted));
    assert_eq!(state.next_actions(), Vec::new());
    state.apply(&stepped(IntegrationStep::Examine, IntegrationStep::Compose));
    assert_eq!(state.next_actions(), step(IntegrationStep::Compose));
    assert_eq!(state.step_started(), None, "announced already");
    assert_eq!(state.next_actions(), Vec::new());
    state.apply(&Event::RunFinished {
        outcome: Outcome::Completed,
        reasons: Vec::new(),
    });
    assert_eq!(state.next_actions(), Vec::new());
}

#[test]
fn a_resumed_integration_goes_on_at_the_step_that_was_named_last() {
    use IntegrationStep::{Compose, Examine, Judge, Model, ReadOn, Value};
    let deep: &[IntegrationStep] = &[ReadOn, Model, Examine, Compose];
    let judged: &[IntegrationStep] = &[Examine, Judge, Judge, Judge, Value, Compose];
    let plain: &[IntegrationStep] = &[Examine, Compose];
    for (profile, company, steps) in [
        (PLAIN, None, plain),
        (ANSWER, None, plain),
        (DEEP, None, deep),
        (DEEP, Some("Acme"), judged),
    ] {
        let mut events = vec![created_for(profile, company), planned(&[&[]])];
        events.extend([started(1), finished(1), Event::IntegrationStarted]);
        for (at, step) in steps.iter().enumerate() {
            events.push(Event::RunResumed {
                process: 2,
                unanswered: Spend::default(),
            });
            let mut state = RunState::from_events(&events);
            let actions = state.next_actions();
            let is_next = |action: &Action| matches!(action, Action::Integrate { step: next, .. } if next == step);
            assert!(
                actions.iter().all(is_next) && actions.len() == 1,
                "{actions:?}"
            );
            events.extend(state.step_started());
            events.extend(steps.get(at + 1).map(|next| stepped(*step, *next)));
        }
    }
}

/// Steps in an order that no profile of the program has.
static TOY: [ProfileSpec; 1] = [ProfileSpec {
    id: "toy",
    steps: &[DEEP.steps[0], DEEP.steps[2], PLAIN.steps[1]],
    needs_section: false,
    ..DEEP
}];

#[test]
fn a_run_of_another_list_of_profiles_takes_the_steps_of_its_own() {
    let [toy] = TOY;
    let events = [
        created_for(toy, None),
        planned(&[&[]]),
        started(1),
        failed(1),
    ];
    let mut state = RunState::among(Profiles::new(&TOY));
    events.iter().for_each(|event| state.apply(event));
    let step = Action::Integrate {
        step: IntegrationStep::ReadOn,
        outcome: Outcome::Failed,
        reasons: state.verdict().1,
    };
    assert_eq!(state.next_actions(), [step]);
    let elsewhere = RunState::from_events(&events);
    assert_eq!(elsewhere.next_actions(), [], "no profile of the program");
    assert!(elsewhere.profile().is_some_and(|known| known.is_err()));
}

#[test]
fn a_task_starts_when_its_own_dependencies_are_done_not_when_a_wave_is() {
    let mut state = RunState::from_events([&created(8), &planned(&[&[], &[], &[1]])]);
    state.apply(&started(1));
    state.apply(&started(2));
    state.apply(&finished(1));
    assert_eq!(starts(&state), [3]);
}

#[test]
fn the_concurrency_limit_holds() {
    let mut state = RunState::from_events([&created(2), &planned(&[&[], &[], &[], &[]])]);
    assert_eq!(starts(&state), [1, 2]);
    state.apply(&started(1));
    assert_eq!(starts(&state), [2]);
    state.apply(&started(2));
    assert!(starts(&state).is_empty());
}

#[test]
fn each_task_failed_in_turn_blocks_its_dependants_and_never_completes() {
    for broken in 1..=4 {
        let mut state = RunState::from_events([&created(8), &planned(S0)]);
        loop {
            let next = starts(&state);
            if next.is_empty() {
                break;
            }
            for task in next {
                state.apply(&started(task));
                if task == broken {
                    let blocked = state.blocked_by(TaskId(task));
                    state.apply(&failed(task));
                    blocked.iter().for_each(|event| state.apply(event));
                } else {
                    state.apply(&finished(task));
                }
            }
        }
        let (outcome, reasons) = state.verdict();
        assert_eq!(outcome, Outcome::Partial, "task {broken}");
        assert_eq!(
            reasons.len(),
            if broken == 4 { 1 } else { 2 },
            "task {broken}"
        );
    }
}

#[test]
fn a_run_with_no_section_fails_and_one_with_a_stand_in_is_degraded() {
    let one: &[&[u32]] = &[&[]];
    let mut state = RunState::from_events([&created(1), &planned(one), &started(1)]);
    let mut fallback = state.clone();
    state.apply(&failed(1));
    assert!(matches!(
        state.next_actions()[..],
        [Action::Finish {
            outcome: Outcome::Failed,
            ..
        }]
    ));
    let because = Failure::new(FailureCode::ModelTimeout, "no answer");
    let author = Author::Fallback {
        instead_of: "p/m".to_owned(),
        because,
    };
    fallback.apply(&Event::TaskFinished {
        task: TaskId(1),
        author,
        notes: Vec::new(),
    });
    assert_eq!(fallback.verdict().0, Outcome::Degraded);
}

#[test]
fn resume_starts_the_work_in_flight_again_and_nothing_else() {
    let mut state = RunState::from_events([
        &created(8),
        &planned(S0),
        &started(1),
        &started(2),
        &finished(1),
    ]);
    state.apply(&Event::RunResumed {
        process: 7,
        unanswered: Spend::default(),
    });
    assert_eq!(starts(&state), [2, 3]);
}

#[test]
fn a_cancelled_run_starts_nothing_more() {
    let mut state = RunState::from_events([&created(8), &planned(S0), &started(1)]);
    state.apply(&Event::CancelRequested {
        reason: "user".to_owned(),
    });
    assert!(matches!(
        state.next_actions()[..],
        [Action::Finish {
            outcome: Outcome::Cancelled,
            ..
        }]
    ));
}

proptest! {
    /// On any graph, in any order of finishing: no task starts before its dependencies, every task
    /// is started once, and the run comes to its end.
    #[test]
    fn every_graph_runs_to_its_end_in_order(
        edges in proptest::collection::vec(proptest::collection::vec(any::<prop::sample::Index>(), 0..4), 1..40),
        picks in proptest::collection::vec(any::<prop::sample::Index>(), 200),
        concurrency in 1usize..6,
    ) {
        let dependencies: Vec<Vec<u32>> = edges.iter().enumerate().map(|(at, edges)| {
            let mut found: Vec<u32> = if at == 0 { Vec::new() } else {
                edges.iter().map(|edge| u32::try_from(edge.index(at)).unwrap() + 1).collect()
            };
            found.sort_unstable();
            found.dedup();
            found
        }).collect();
        let borrowed: Vec<&[u32]> = dependencies.iter().map(Vec::as_slice).collect();
        let mut state = RunState::from_events([&created(concurrency), &planned(&borrowed)]);
        let mut done = BTreeSet::new();
        let mut running: Vec<u32> = Vec::new();
        for pick in picks {
            for task in starts(&state) {
                prop_assert!(dependencies[task as usize - 1].iter().all(|needed| done.contains(needed)));
                state.apply(&started(task));
                running.push(task);
            }
            prop_assert!(running.len() <= concurrency);
            if running.is_empty() { break; }
            let task = running.remove(pick.index(running.len()));
            state.apply(&finished(task));
            prop_assert!(done.insert(task));
        }
        prop_assert_eq!(done.len(), dependencies.len());
        prop_assert_eq!(state.verdict().0, Outcome::Completed);
    }
}

fn held() -> Event {
    let Event::RunCreated {
        format,
        request,
        mut settings,
        base,
    } = created(2)
    else {
        unreachable!("created() makes a run")
    };
    settings.hold_plan = true;
    Event::RunCreated {
        format,
        request,
        settings,
        base,
    }
}

#[test]
fn a_held_plan_runs_only_when_approved_and_may_be_replaced_until_then() {
    let mut state = RunState::from_events(&[held(), planned(&[&[], &[1]])]);
    assert!(state.is_held());
    assert_eq!(state.next_actions(), Vec::new());
    state.apply(&planned(&[&[], &[], &[]]));
    assert!(state.is_held());
    assert_eq!(state.tasks().len(), 3);
    state.apply(&Event::PlanApproved);
    assert!(!state.is_held());
    assert_eq!(state.next_actions().len(), 2, "two at once, three ready");
}

#[test]
fn a_held_run_can_be_cancelled() {
    let reason = "not wanted".to_owned();
    let cancel = Event::CancelRequested { reason };
    let state = RunState::from_events(&[held(), planned(&[&[]]), cancel]);
    assert!(!state.is_held());
    assert!(matches!(
        state.next_actions().as_slice(),
        [Action::Finish {
            outcome: Outcome::Cancelled,
            ..
        }]
    ));
}
