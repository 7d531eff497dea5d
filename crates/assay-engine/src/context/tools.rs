use std::time::Instant;

use assay_domain::{CallKind, Event, Failure, MicroUsd, Spend};

use super::{RunContext, without_keys};
use crate::WorkError;
use crate::scope::Scope;

impl RunContext {
    /// Uses a local tool, or repeats what it answered before the crash. A tool that times out is
    /// tried once more.
    pub async fn tool<F>(
        &self,
        scope: &mut Scope,
        tool: &str,
        arguments: &str,
        perform: impl Fn() -> F,
    ) -> Result<String, WorkError>
    where
        F: Future<Output = Result<String, Failure>>,
    {
        let key = scope.key(format!("{tool}\n{arguments}").as_bytes());
        if let Some(body) = self.replies.get(&key) {
            return Ok(self.store.text_of(body)?);
        }
        if let Some(failure) = self.failures.get(&key).filter(|_| scope.repeats_failures) {
            return Err(WorkError::Failed(failure.clone()));
        }
        let begun = Instant::now();
        let call = CallKind::Tool {
            tool: tool.to_owned(),
        };
        let request = self.store.body(arguments.to_owned()).await?;
        let started = Event::CallStarted {
            key: key.clone(),
            task: scope.task,
            call,
            request,
            estimate: Spend::default(),
        };
        let mut events = vec![started];
        let mut attempt = 1;
        let text = loop {
            match perform().await {
                Ok(text) => break text,
                Err(failure) => {
                    let failure = without_keys(failure);
                    let will_retry = attempt == 1 && failure.code.is_transient();
                    let key = key.clone();
                    events.push(Event::CallFailed {
                        key,
                        failure: failure.clone(),
                        attempt,
                        will_retry,
                        counted: Spend::default(),
                    });
                    if !will_retry {
                        self.append(events).await?;
                        return Err(WorkError::Failed(failure));
                    }
                    attempt += 1;
                }
            }
        };
        events.push(Event::CallReplied {
            key,
            reply: self.store.body(text.clone()).await?,
            usage: None,
            usage_estimated: false,
            cost: MicroUsd::default(),
            millis: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        });
        self.append(events).await?;
        Ok(text)
    }
}
