#[cfg(test)]
#[path = "budget_tests.rs"]
mod tests;

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
