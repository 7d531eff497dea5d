use std::collections::BTreeMap;

use assay_domain::{
    Budget, CallKey, CallKind, Event, Failure, FailureCode, MicroUsd, Role, Spend, Usage,
};

/// What a call is for. Writing may use the reserve; looking further may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Research,
    Writing,
}

/// What becomes of a call that may still fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Admission {
    /// It has its promise.
    Granted,
    /// It is to be asked for again when a call under way has settled.
    Wait,
}

/// What a run has spent and has promised to calls under way. Asked before each call.
#[derive(Clone, Debug)]
pub struct Ledger {
    budget: Budget,
    spent: Spend,
    promised: Spend,
    roles: BTreeMap<Role, RoleCost>,
    /// Calls that were started and neither answered nor given up.
    open: BTreeMap<CallKey, Open>,
}

/// A call under way: who makes it, and what it counts for if nothing more is heard of it.
#[derive(Clone, Copy, Debug)]
struct Open {
    role: Role,
    estimate: Spend,
}

/// What the calls of one role may cost, and do.
#[derive(Clone, Copy, Debug)]
struct RoleCost {
    ceiling: MicroUsd,
    spent: MicroUsd,
    promised: MicroUsd,
}

impl Ledger {
    pub fn new(budget: Budget) -> Self {
        Self {
            budget,
            spent: Spend::default(),
            promised: Spend::default(),
            roles: BTreeMap::new(),
            open: BTreeMap::new(),
        }
    }

    /// The same with ceilings for what single roles cost.
    #[must_use]
    pub fn with_role_ceilings(mut self, ceilings: &BTreeMap<Role, MicroUsd>) -> Self {
        let cost = |ceiling: MicroUsd| RoleCost {
            ceiling,
            spent: MicroUsd::default(),
            promised: MicroUsd::default(),
        };
        let roles = ceilings.iter();
        self.roles = roles.map(|(role, limit)| (*role, cost(*limit))).collect();
        self
    }

    /// Counts what the journal says was paid, or may have been. Safe to feed every event of the run.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::CallStarted {
                key,
                call: CallKind::Model { role, .. },
                estimate,
                ..
            } => {
                let (role, estimate) = (*role, *estimate);
                let earlier = self.open.insert(key.clone(), Open { role, estimate });
                // The same call of an earlier process was sent as well.
                if let Some(earlier) = earlier {
                    self.count(Some(earlier.role), earlier.estimate);
                }
            }
            Event::CallReplied {
                key, usage, cost, ..
            } => {
                let role = self.open.remove(key).map(|open| open.role);
                let tokens = usage.map_or(0, Usage::total);
                let cost = *cost;
                self.count(role, Spend { tokens, cost });
            }
            Event::CallFailed {
                key,
                will_retry,
                counted,
                ..
            } => {
                self.count(self.open.get(key).map(|open| open.role), *counted);
                if !will_retry {
                    self.open.remove(key);
                }
            }
            Event::RunResumed { .. } => {
                self.end_all();
            }
            _ => {}
        }
    }

    fn count(&mut self, role: Option<Role>, spend: Spend) {
        self.spent = self.spent + spend;
        if let Some(of_role) = role.and_then(|role| self.roles.get_mut(&role)) {
            of_role.spent = of_role.spent + spend.cost;
        }
    }

    /// The process that made the calls under way is gone: they count at their estimates, which is
    /// what comes back.
    pub fn end_all(&mut self) -> Spend {
        let open = std::mem::take(&mut self.open);
        for call in open.values() {
            self.count(Some(call.role), call.estimate);
        }
        open.into_values().map(|call| call.estimate).sum()
    }

    /// Nobody waits for this call any longer. Where it is under way, it counts at its estimate.
    pub fn end(&mut self, key: &CallKey) {
        if let Some(call) = self.open.remove(key) {
            self.count(Some(call.role), call.estimate);
        }
    }

    /// Nobody will send the next try of this call.
    pub fn give_up(&mut self, key: &CallKey) {
        self.open.remove(key);
    }

    /// As [`Ledger::admit`], for a call of a role, which may have a ceiling of its own.
    pub fn admit_for(
        &mut self,
        role: Role,
        estimate: Spend,
        purpose: Purpose,
    ) -> Result<Admission, Failure> {
        if let Some(of_role) = self.roles.get(&role) {
            let RoleCost {
                ceiling,
                spent,
                promised,
            } = *of_role;
            if spent + estimate.cost > ceiling {
                return Err(exhausted(&format!(
                    "{spent} is spent by the role {role} and the call may need {}, of {ceiling} allowed to it",
                    estimate.cost
                )));
            }
            if spent + promised + estimate.cost > ceiling {
                return Ok(Admission::Wait);
            }
        }
        let admission = self.admit(estimate, purpose)?;
        if let (Admission::Granted, Some(of_role)) = (admission, self.roles.get_mut(&role)) {
            of_role.promised = of_role.promised + estimate.cost;
        }
        Ok(admission)
    }

    /// Takes a promise to a role back.
    pub fn release_for(&mut self, role: Role, estimate: Spend) {
        self.release(estimate);
        if let Some(of_role) = self.roles.get_mut(&role) {
            of_role.promised = MicroUsd(of_role.promised.0.saturating_sub(estimate.cost.0));
        }
    }

    /// Promises `estimate` to a call, lets it wait for the calls under way, which seldom use all
    /// they were promised, or refuses it because no outcome of theirs would make room for it.
    pub fn admit(&mut self, estimate: Spend, purpose: Purpose) -> Result<Admission, Failure> {
        self.refuse_what_never_fits(estimate, purpose)?;
        let (tokens, cost) = self.ceilings(purpose);
        let taken = self.spent + self.promised + estimate;
        if tokens.is_some_and(|limit| taken.tokens > limit)
            || cost.is_some_and(|limit| taken.cost > limit)
        {
            return Ok(Admission::Wait);
        }
        self.promised = self.promised + estimate;
        Ok(Admission::Granted)
    }

    /// What is spent stays spent: a call that does not fit beside it never will.
    fn refuse_what_never_fits(&self, estimate: Spend, purpose: Purpose) -> Result<(), Failure> {
        let (tokens, cost) = self.ceilings(purpose);
        let (spent, needed) = (self.spent, self.spent + estimate);
        if let Some(limit) = tokens.filter(|limit| needed.tokens > *limit) {
            let reserve = self.budget.max_tokens.unwrap_or_default() - limit;
            return Err(exhausted(&format!(
                "{} tokens are spent and the call may need {}, of {limit} allowed{}",
                spent.tokens,
                estimate.tokens,
                kept(reserve > 0, &format!("{reserve} tokens"))
            )));
        }
        if let Some(limit) = cost.filter(|limit| needed.cost > *limit) {
            let reserve = MicroUsd(self.budget.max_cost.unwrap_or_default().0 - limit.0);
            return Err(exhausted(&format!(
                "{} is spent and the call may need {}, of {limit} allowed{}",
                spent.cost,
                estimate.cost,
                kept(reserve.0 > 0, &reserve.to_string())
            )));
        }
        Ok(())
    }

    /// Takes a promise back: the call ended, well or badly.
    pub fn release(&mut self, estimate: Spend) {
        self.promised.tokens = self.promised.tokens.saturating_sub(estimate.tokens);
        self.promised.cost = MicroUsd(self.promised.cost.0.saturating_sub(estimate.cost.0));
    }

    pub fn spent(&self) -> Spend {
        self.spent
    }

    /// Tokens and money that calls of this purpose may use, where there is a limit.
    fn ceilings(&self, purpose: Purpose) -> (Option<u64>, Option<MicroUsd>) {
        let (tokens, cost) = (self.budget.max_tokens, self.budget.max_cost);
        (
            tokens.map(|limit| self.ceiling(limit, purpose)),
            cost.map(|limit| MicroUsd(self.ceiling(limit.0, purpose))),
        )
    }

    fn ceiling(&self, limit: u64, purpose: Purpose) -> u64 {
        let percent = u64::from(self.budget.reserve_percent.min(100));
        match purpose {
            Purpose::Writing => limit,
            Purpose::Research => limit - limit.saturating_mul(percent) / 100,
        }
    }
}

fn exhausted(figures: &str) -> Failure {
    Failure::new(
        FailureCode::BudgetExhausted,
        format!("the next call would not fit the budget of this run: {figures}"),
    )
}

fn kept(has_reserve: bool, reserve: &str) -> String {
    if has_reserve {
        format!(" ({reserve} are kept for writing)")
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger(max_tokens: u64) -> Ledger {
        Ledger::new(Budget {
            max_tokens: Some(max_tokens),
            max_cost: None,
            reserve_percent: 20,
        })
    }

    fn tokens(tokens: u64) -> Spend {
        Spend {
            tokens,
            cost: MicroUsd::default(),
        }
    }

    fn replied(tokens: u64) -> Event {
        Event::CallReplied {
            key: assay_domain::CallKey::new_for("task-1", b"", 0),
            reply: assay_domain::Body::Inline(String::new()),
            usage: Some(Usage {
                input_tokens: tokens,
                cached_input_tokens: 0,
                output_tokens: 0,
            }),
            usage_estimated: false,
            cost: MicroUsd(tokens),
            millis: 1,
        }
    }

    #[test]
    fn the_reserve_is_kept_for_writing() {
        use Admission::{Granted, Wait};
        use Purpose::{Research, Writing};
        let mut ledger = ledger(1_000);
        assert!(ledger.admit(tokens(801), Research).is_err());
        assert_eq!(ledger.admit(tokens(800), Research), Ok(Granted));
        assert_eq!(ledger.admit(tokens(1), Research), Ok(Wait));
        assert_eq!(ledger.admit(tokens(200), Writing), Ok(Granted));
        assert_eq!(ledger.admit(tokens(1), Writing), Ok(Wait));
        ledger.release(tokens(200));
        assert_eq!(ledger.admit(tokens(150), Writing), Ok(Granted));
    }

    #[test]
    fn a_refusal_says_what_would_not_fit() {
        let mut ledger = Ledger::new(Budget {
            max_tokens: Some(22_000),
            max_cost: Some(MicroUsd(20_000)),
            reserve_percent: 20,
        });
        ledger.apply(&replied(13_089));
        let mut says = |estimate, purpose| match ledger.admit(estimate, purpose) {
            Err(failure) => failure.message,
            Ok(admission) => format!("{admission:?}"),
        };
        let cases = [
            (tokens(4_511), Purpose::Research, "Granted"),
            (tokens(4_511), Purpose::Research, "Wait"),
            (
                tokens(4_512),
                Purpose::Research,
                "the next call would not fit the budget of this run: 13089 tokens are spent and the \
                 call may need 4512, of 17600 allowed (4400 tokens are kept for writing)",
            ),
            (
                tokens(8_912),
                Purpose::Writing,
                "the next call would not fit the budget of this run: 13089 tokens are spent and the \
                 call may need 8912, of 22000 allowed",
            ),
            (
                Spend {
                    tokens: 1,
                    cost: MicroUsd(6_912),
                },
                Purpose::Writing,
                "the next call would not fit the budget of this run: $0.0130 is spent and the call \
                 may need $0.0069, of $0.0200 allowed",
            ),
        ];
        for (estimate, purpose, expected) in cases {
            assert_eq!(says(estimate, purpose), expected, "{estimate:?}");
        }
    }

    #[test]
    fn a_role_has_a_ceiling_of_its_own() {
        use Admission::{Granted, Wait};
        let ceilings = BTreeMap::from([(Role::Verifier, MicroUsd(100))]);
        let mut ledger = ledger(1_000_000).with_role_ceilings(&ceilings);
        let call = |cost| Spend {
            tokens: 1,
            cost: MicroUsd(cost),
        };
        let key = CallKey::new_for("task-1", b"", 0);
        ledger.apply(&Event::CallStarted {
            key,
            task: None,
            call: CallKind::Model {
                role: Role::Verifier,
                model: String::new(),
                asks_again: false,
            },
            request: assay_domain::Body::Inline(String::new()),
            estimate: call(70),
        });
        ledger.apply(&replied(40));
        let mut admit = |role, cost| ledger.admit_for(role, call(cost), Purpose::Research);
        assert_eq!(admit(Role::Search, 5_000), Ok(Granted));
        assert_eq!(admit(Role::Verifier, 50), Ok(Granted));
        assert_eq!(admit(Role::Verifier, 20), Ok(Wait));
        let refused = admit(Role::Verifier, 61).unwrap_err();
        assert!(refused.message.contains("role verifier"), "{refused}");
        ledger.release_for(Role::Verifier, call(50));
        let now = ledger.admit_for(Role::Verifier, call(20), Purpose::Research);
        assert_eq!(now, Ok(Granted));
    }

    fn started(occurrence: u32, estimate: u64) -> Event {
        Event::CallStarted {
            key: CallKey::new_for("task-1", b"", occurrence),
            task: None,
            call: CallKind::Model {
                role: Role::Search,
                model: String::new(),
                asks_again: false,
            },
            request: assay_domain::Body::Inline(String::new()),
            estimate: tokens(estimate),
        }
    }

    fn failed(occurrence: u32, counted: u64, will_retry: bool) -> Event {
        Event::CallFailed {
            key: CallKey::new_for("task-1", b"", occurrence),
            failure: Failure::new(FailureCode::ModelTruncated, "cut"),
            attempt: 1,
            will_retry,
            counted: tokens(counted),
        }
    }

    #[test]
    fn what_was_sent_counts_until_a_reply_says_better() {
        let resumed = Event::RunResumed {
            process: 7,
            unanswered: Spend::default(),
        };
        let cases: [(&str, Vec<Event>, u64); 7] = [
            ("answered", vec![started(0, 500), replied(40)], 40),
            ("failed", vec![started(0, 500), failed(0, 500, false)], 500),
            ("refused", vec![started(0, 500), failed(0, 90, false)], 90),
            (
                "tried again and answered",
                vec![started(0, 500), failed(0, 500, true), replied(40)],
                540,
            ),
            (
                "under way at a kill, answered after it",
                vec![
                    started(0, 500),
                    resumed.clone(),
                    started(0, 500),
                    replied(40),
                ],
                540,
            ),
            (
                "two under way at a kill",
                vec![started(0, 500), started(1, 300), resumed.clone()],
                800,
            ),
            (
                "a try that a kill met behind a failed one",
                vec![started(0, 500), failed(0, 500, true), resumed],
                1_000,
            ),
        ];
        for (case, events, expected) in cases {
            let mut ledger = ledger(10_000);
            events.iter().for_each(|event| ledger.apply(event));
            assert_eq!(
                ledger.spent(),
                Spend {
                    cost: ledger.spent().cost,
                    ..tokens(expected)
                },
                "{case}"
            );
        }
    }

    #[test]
    fn a_call_that_nobody_waits_for_counts_if_it_was_sent() {
        let mut ledger = ledger(10_000);
        ledger.apply(&started(0, 500));
        ledger.end(&CallKey::new_for("task-1", b"", 0));
        ledger.end(&CallKey::new_for("task-1", b"", 0));
        ledger.apply(&started(1, 300));
        ledger.apply(&failed(1, 300, true));
        ledger.give_up(&CallKey::new_for("task-1", b"", 1));
        assert_eq!(ledger.spent(), tokens(800));
        assert_eq!(ledger.end_all(), Spend::default());
    }

    proptest::proptest! {
        /// Whatever is asked for in whatever order: what is spent and promised never exceeds the
        /// ceiling, whoever waits has somebody to wait for, and whoever is refused would be refused
        /// too if every call under way came back without cost.
        #[test]
        fn calls_stay_under_the_ceiling_and_none_is_refused_that_could_fit(
            ceiling in 0u64..10_000,
            asks in proptest::collection::vec(
                (0u64..3_000, proptest::bool::ANY, 0u64..=100, 0usize..3), 0..60),
        ) {
            let mut ledger = ledger(ceiling);
            let mut under_way: Vec<(u64, u64)> = Vec::new();
            for (amount, writing, used_percent, settled) in asks {
                for _ in 0..settled {
                    if let Some((promised, used)) = under_way.pop() {
                        ledger.apply(&replied(used));
                        ledger.release(tokens(promised));
                    }
                }
                let purpose = if writing { Purpose::Writing } else { Purpose::Research };
                match ledger.admit(tokens(amount), purpose) {
                    Ok(Admission::Granted) => {
                        under_way.push((amount, amount * used_percent / 100));
                    }
                    Ok(Admission::Wait) => proptest::prop_assert!(!under_way.is_empty()),
                    Err(_) => {
                        let mut idle = ledger.clone();
                        under_way.iter().for_each(|(promised, _)| idle.release(tokens(*promised)));
                        proptest::prop_assert!(idle.admit(tokens(amount), purpose).is_err());
                    }
                }
                let promised: u64 = under_way.iter().map(|(promised, _)| promised).sum();
                proptest::prop_assert!(ledger.spent().tokens + promised <= ceiling);
            }
        }
    }
}
