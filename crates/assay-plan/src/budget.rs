use assay_domain::{Budget, Event, Failure, FailureCode, MicroUsd, Usage};

/// What a call is for. Writing may use the reserve; looking further may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Research,
    Writing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Spend {
    pub tokens: u64,
    pub cost: MicroUsd,
}

/// What a run has spent and has promised to calls under way. Asked before each call.
#[derive(Clone, Debug)]
pub struct Ledger {
    budget: Budget,
    spent: Spend,
    promised: Spend,
}

impl Ledger {
    pub fn new(budget: Budget) -> Self {
        Self {
            budget,
            spent: Spend::default(),
            promised: Spend::default(),
        }
    }

    /// Counts what the journal says was paid. Safe to feed every event of the run.
    pub fn apply(&mut self, event: &Event) {
        if let Event::CallReplied { usage, cost, .. } = event {
            self.spent.tokens += usage.map_or(0, Usage::total);
            self.spent.cost = self.spent.cost + *cost;
        }
    }

    /// Promises `estimate` to a call, or refuses because a ceiling would be crossed.
    pub fn admit(&mut self, estimate: Spend, purpose: Purpose) -> Result<(), Failure> {
        let taken = Spend {
            tokens: self.spent.tokens + self.promised.tokens,
            cost: self.spent.cost + self.promised.cost,
        };
        if let Some(limit) = self
            .budget
            .max_tokens
            .map(|limit| self.ceiling(limit, purpose))
            && taken.tokens + estimate.tokens > limit
        {
            let reserve = self.budget.max_tokens.unwrap_or_default() - limit;
            return Err(exhausted(&format!(
                "{} tokens are spent or promised and this call may need {}, of {limit} allowed{}",
                taken.tokens,
                estimate.tokens,
                kept(reserve > 0, &format!("{reserve} tokens"))
            )));
        }
        if let Some(limit) = self
            .budget
            .max_cost
            .map(|limit| self.ceiling(limit.0, purpose))
            && (taken.cost + estimate.cost).0 > limit
        {
            let reserve = self.budget.max_cost.unwrap_or_default().0 - limit;
            return Err(exhausted(&format!(
                "{} is spent or promised and this call may need {}, of {} allowed{}",
                taken.cost,
                estimate.cost,
                MicroUsd(limit),
                kept(reserve > 0, &MicroUsd(reserve).to_string())
            )));
        }
        self.promised.tokens += estimate.tokens;
        self.promised.cost = self.promised.cost + estimate.cost;
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
        format!("the budget of this run is used up: {figures}"),
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

    #[test]
    fn the_reserve_is_kept_for_writing() {
        let mut ledger = ledger(1_000);
        assert!(ledger.admit(tokens(801), Purpose::Research).is_err());
        assert!(ledger.admit(tokens(800), Purpose::Research).is_ok());
        assert!(ledger.admit(tokens(1), Purpose::Research).is_err());
        assert!(ledger.admit(tokens(200), Purpose::Writing).is_ok());
        assert!(ledger.admit(tokens(1), Purpose::Writing).is_err());
        ledger.release(tokens(200));
        assert!(ledger.admit(tokens(150), Purpose::Writing).is_ok());
    }

    proptest::proptest! {
        /// Whatever is asked for in whatever order, what was admitted never exceeds the ceiling.
        #[test]
        fn admitted_calls_stay_under_the_ceiling(
            ceiling in 0u64..10_000,
            asks in proptest::collection::vec((0u64..3_000, proptest::bool::ANY), 0..40),
        ) {
            let mut ledger = ledger(ceiling);
            let mut admitted = 0;
            for (amount, writing) in asks {
                let purpose = if writing { Purpose::Writing } else { Purpose::Research };
                if ledger.admit(tokens(amount), purpose).is_ok() {
                    admitted += amount;
                }
            }
            proptest::prop_assert!(admitted <= ceiling);
        }
    }
}
