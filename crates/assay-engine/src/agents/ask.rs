use assay_domain::{
    ChatRequest, DataBlock, Failure, FailureCode, Finish, Message, OutputFormat, Role,
};
use assay_llm::read_json;
use assay_plan::Purpose;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::ceiling::Writing;
use crate::prompts::{Fill, Prompt, bullets, clip};
use crate::workshop::WorkError;
use crate::{Brain, RunContext, Scope};

/// Who is asked, and for what.
pub(super) struct Asking<'a> {
    pub(super) context: &'a RunContext,
    pub(super) brain: &'a Brain,
    pub(super) role: Role,
    pub(super) purpose: Purpose,
    /// Name and schema of the answer; `None` for running text.
    pub(super) schema: Option<(&'static str, Value)>,
    pub(super) writing: Writing,
}

/// An answer, or what is wrong with it.
pub(super) type Reading<T> = Result<T, Vec<String>>;

impl Asking<'_> {
    /// Asks until `read` takes the answer, a bounded number of times; what is wrong goes back with
    /// it. On the last try `read` is told so, and may take what there is.
    pub(super) async fn ask<T>(
        &self,
        scope: &mut Scope,
        prompt: String,
        read: impl FnMut(&str, bool) -> Result<Reading<T>, WorkError>,
    ) -> Result<T, WorkError> {
        let attempts = self.context.settings.max_attempts;
        self.ask_within(attempts, scope, prompt, read).await
    }

    /// As [`Self::ask`], at most so many times.
    pub(super) async fn ask_within<T>(
        &self,
        attempts: u32,
        scope: &mut Scope,
        prompt: String,
        mut read: impl FnMut(&str, bool) -> Result<Reading<T>, WorkError>,
    ) -> Result<T, WorkError> {
        let mut request = self.request(prompt);
        let was_asking_again = scope.asks_again;
        scope.begin_again();
        let attempts = attempts.max(1);
        let mut attempt = 1;
        loop {
            let reply = self
                .context
                .model(scope, self.brain, &request, self.purpose)
                .await?;
            let is_last = attempt >= attempts;
            let cut = reply.finish == Finish::Length;
            let read = if cut && !is_last {
                Err(Vec::new())
            } else {
                read(&reply.text, is_last)?
            };
            let problems = match read {
                Ok(answer) => {
                    scope.asks_again = was_asking_again;
                    return Ok(answer);
                }
                Err(_) if cut && is_last => vec![self.was_cut()],
                Err(_) if cut => vec![self.cut()],
                Err(problems) => problems,
            };
            if is_last {
                let message = format!("no usable answer in {attempt} tries: {}", told(&problems));
                let failure = Failure::new(FailureCode::ModelMalformed, message);
                return Err(WorkError::Failed(failure));
            }
            let list = DataBlock::new(&[], &clip(&bullets(&problems), 4_000));
            let language = self.context.settings.language;
            let text = Prompt::DeepRetry.render(language, &[("problems", Fill::Data(&list))])?;
            request.messages.push(Message::Assistant {
                text: reply.text,
                tool_calls: Vec::new(),
            });
            request.messages.push(Message::User { text });
            scope.asks_again = true;
            attempt += 1;
        }
    }

    /// As the reader is told of it.
    fn was_cut(&self) -> String {
        let language = self.context.settings.language;
        let text = language.pick(
            "the answer was cut at the output limit",
            "回答超出输出上限而被截断",
        );
        text.to_owned()
    }

    /// As the model is told of it.
    fn cut(&self) -> String {
        let language = self.context.settings.language;
        let text = language.pick(
            "your answer was cut at the output limit; answer again, shorter",
            "你的回答超出输出上限而被截断；请重新作答并更简短",
        );
        text.to_owned()
    }

    fn request(&self, text: String) -> ChatRequest {
        let output = match &self.schema {
            Some((name, schema)) => OutputFormat::Json {
                name: (*name).to_owned(),
                schema: schema.clone(),
            },
            None => OutputFormat::Text,
        };
        ChatRequest {
            role: self.role,
            model: self.brain.model.clone(),
            system: String::new(),
            tools: Vec::new(),
            messages: vec![Message::User { text }],
            output,
            sampling: self.context.settings.sampling,
            max_output_tokens: self.writing.ceiling(&self.context.settings),
        }
    }
}

/// Problems as a reader is told of them: what a model wrote must not come back as the reason why it
/// was not taken.
fn told(problems: &[String]) -> String {
    let is_quoting = |problem: &&String| problem.starts_with('“');
    let (quoting, other): (Vec<_>, Vec<_>) = problems.iter().partition(is_quoting);
    let other = other.into_iter().cloned();
    let count = quoting.len();
    let quoting = (count > 0).then(|| format!("{count} sentences that no evidence bears out"));
    other.chain(quoting).collect::<Vec<_>>().join("; ")
}

/// Reads an answer that should be JSON.
pub(super) fn json<T: DeserializeOwned>(text: &str) -> Reading<T> {
    read_json(text).map_err(|problem| vec![problem.to_string()])
}
