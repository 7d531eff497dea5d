//! What a section worker's tool calls do.

use assay_domain::{
    DataBlock, DocumentId, Evidence, EvidenceId, Failure, FailureCode, PassageId, ToolCall,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::compute_tool::{COMPUTE, ComputeCall};
use super::outgoing::repeats;
use super::section_prompt::MOST_PASSAGES;
use super::section_writer::Writer;
use super::tool_answer::ToolAnswer;
use super::tool_room::ToolRoom;
use crate::memory::SEARCH_TOOL;
use crate::outside::{
    CallReply, FoundPage, READ_PASSAGE, SearchReply, VISIT_URL, VisitReply, WEB_SEARCH,
};
use crate::workshop::WorkError;

/// Neighbours on each side that `read_passage` shows.
const NEIGHBOURS: usize = 2;

pub(super) const SECRET: &str = "the call holds a key or password; nothing was sent";

#[derive(Deserialize)]
struct SearchCall {
    query: String,
    limit: Option<usize>,
}

#[derive(Deserialize)]
struct ReadCall {
    id: String,
}

#[derive(Deserialize)]
struct VisitCall {
    url: String,
}

impl Writer<'_> {
    /// Answers the calls of a turn, as far as the conversation has room for what they bring.
    pub(super) async fn use_tools(
        &mut self,
        calls: Vec<ToolCall>,
        room: &mut ToolRoom,
    ) -> Result<Vec<(ToolCall, String)>, WorkError> {
        let mut results = Vec::with_capacity(calls.len());
        for call in calls {
            let answer = if room.is_full() {
                ToolAnswer::Refused("there is no room for more; write from what you have")
            } else {
                self.use_tool(&call).await?
            };
            let text = answer.into_text();
            room.note(&text);
            results.push((call, text));
        }
        if let (Some(told), Some((_, text))) = (room.told(), results.last_mut()) {
            *text = format!("{text}\n{told}");
        }
        Ok(results)
    }

    /// Answers a tool call. Wrong arguments, unknown tools and what the outside refused are told to
    /// the model, not guessed.
    pub(super) async fn use_tool(&mut self, call: &ToolCall) -> Result<ToolAnswer, WorkError> {
        match call.name.as_str() {
            SEARCH_TOOL => match arguments::<SearchCall>(call) {
                Ok(wanted) => self.search_library(wanted).await,
                Err(answer) => Ok(answer),
            },
            READ_PASSAGE => match arguments::<ReadCall>(call) {
                Ok(wanted) => self.read_passage(&wanted.id),
                Err(answer) => Ok(answer),
            },
            COMPUTE => match arguments::<ComputeCall>(call) {
                Ok(wanted) => self.compute(&wanted),
                Err(answer) => Ok(answer),
            },
            WEB_SEARCH => match arguments::<SearchCall>(call) {
                Ok(wanted) => told(self.web_search(call, &wanted).await),
                Err(answer) => Ok(answer),
            },
            VISIT_URL => match arguments::<VisitCall>(call) {
                Ok(wanted) => told(self.visit_url(call, &wanted.url).await),
                Err(answer) => Ok(answer),
            },
            name if self.researchers.outside.offers_tool(name).await => {
                told(self.call_server(call).await)
            }
            _ => Ok(ToolAnswer::Refused("you have no tool of that name")),
        }
    }

    async fn search_library(&mut self, wanted: SearchCall) -> Result<ToolAnswer, WorkError> {
        self.doing(&wanted.query);
        let limit = wanted
            .limit
            .unwrap_or(MOST_PASSAGES)
            .clamp(1, MOST_PASSAGES);
        let found = self.retrieve(&[wanted.query], limit).await?;
        Ok(self.show(&found))
    }

    fn read_passage(&mut self, id: &str) -> Result<ToolAnswer, WorkError> {
        let evidence = EvidenceId::new(id);
        let passage = self
            .citable
            .passage(&evidence)
            .unwrap_or_else(|| PassageId::new(id));
        let found = self.researchers.library.around(&passage, NEIGHBOURS)?;
        self.citable.add(&found);
        if found.is_empty() {
            return Ok(ToolAnswer::Refused("there is no passage of that id"));
        }
        Ok(self.show_asked_for(&found, None))
    }

    async fn web_search(
        &mut self,
        call: &ToolCall,
        wanted: &SearchCall,
    ) -> Result<ToolAnswer, WorkError> {
        self.doing(&wanted.query);
        if let Some(refused) = self.kept_in(&wanted.query) {
            return Ok(refused);
        }
        let limit = wanted.limit.unwrap_or(MOST_PASSAGES);
        let outside = &self.researchers.outside;
        let context = &self.job.context;
        let text = context
            .tool(&mut self.scope, WEB_SEARCH, &call.arguments, || async {
                json(
                    &outside
                        .search(&wanted.query, limit, context.clock())
                        .await?,
                )
            })
            .await?;
        let reply: SearchReply = serde_json::from_str(&text)?;
        Ok(ToolAnswer::blocks(reply.results.iter().map(shown)))
    }

    async fn visit_url(&mut self, call: &ToolCall, url: &str) -> Result<ToolAnswer, WorkError> {
        self.doing(url);
        if self.researchers.names_own_secret(url) {
            return Ok(ToolAnswer::Refused(SECRET));
        }
        let (outside, library) = (&self.researchers.outside, &self.researchers.library);
        let context = &self.job.context;
        let provenance = context.memory().provenance(&context.request.question)?;
        let text = context
            .tool(&mut self.scope, VISIT_URL, &call.arguments, || async {
                json(
                    &outside
                        .visit(url, &provenance, library, context.clock())
                        .await?,
                )
            })
            .await?;
        let reply: VisitReply = serde_json::from_str(&text)?;
        let links = DataBlock::new(&[("links", url)], &reply.links.join("\n"));
        self.show_document(&reply.stored.document, Some(links))
    }

    async fn call_server(&mut self, call: &ToolCall) -> Result<ToolAnswer, WorkError> {
        self.doing(&call.name);
        if self.researchers.names_own_secret(&call.arguments) {
            return Ok(ToolAnswer::Refused(SECRET));
        }
        let (outside, library) = (&self.researchers.outside, &self.researchers.library);
        let context = &self.job.context;
        let text = context
            .tool(&mut self.scope, &call.name, &call.arguments, || async {
                let clock = context.clock();
                json(
                    &outside
                        .call(&call.name, &call.arguments, library, clock)
                        .await?,
                )
            })
            .await?;
        let reply: CallReply = serde_json::from_str(&text)?;
        match reply.stored {
            Some(stored) => self.show_document(&stored.document, None),
            None => Ok(ToolAnswer::Nothing),
        }
    }

    /// Why a query may not go to a search engine, if it may not: a model that was talked into it
    /// could carry keys or the user's own papers out in its searches.
    pub(super) fn kept_in(&self, query: &str) -> Option<ToolAnswer> {
        if self.researchers.names_any_secret(query) {
            return Some(ToolAnswer::Refused(SECRET));
        }
        let repeats = self.citable.house_texts().any(|text| repeats(query, text));
        repeats.then_some(ToolAnswer::Refused(
            "the query repeats a passage of the user's library; search with a few words of your own",
        ))
    }

    /// The passages of a document that fit the task best, citable from now on.
    pub(super) fn show_document(
        &mut self,
        document: &DocumentId,
        links: Option<DataBlock>,
    ) -> Result<ToolAnswer, WorkError> {
        let task = &self.job.task;
        let query = format!("{} {}", self.job.plan.topic, task.description);
        let library = &self.researchers.library;
        let found = library.best_of(document, &query, MOST_PASSAGES)?;
        self.citable.add(&found);
        Ok(self.show_asked_for(&found, links))
    }

    /// What a search found, as an answer. What the model has before it is named and not sent again;
    /// what only repeats it is left out.
    fn show(&mut self, found: &[Evidence]) -> ToolAnswer {
        let parted = self.shown.as_ref().map(|shown| shown.part(found));
        self.showing(found, parted, None)
    }

    /// The same for passages that were asked for by their place: one like another is another.
    fn show_asked_for(&mut self, found: &[Evidence], more: Option<DataBlock>) -> ToolAnswer {
        let parted = self.shown.as_ref().map(|shown| shown.part_by_id(found));
        self.showing(found, parted, more)
    }

    fn showing<'e>(
        &mut self,
        found: &'e [Evidence],
        parted: Option<(Vec<&'e Evidence>, Vec<&'e EvidenceId>)>,
        more: Option<DataBlock>,
    ) -> ToolAnswer {
        let Some((new, known)) = parted else {
            return ToolAnswer::passages_and(found, more);
        };
        let known = known.into_iter().cloned().collect();
        let mut answer = ToolAnswer::passages_and(new.iter().copied(), more);
        if !found.is_empty() {
            answer = answer.beside(known);
        }
        if let (Some(shown), ToolAnswer::Data(block) | ToolAnswer::Known(block, _)) =
            (&mut self.shown, &answer)
        {
            shown.note(block.as_str(), new);
        }
        answer
    }
}

fn arguments<T: DeserializeOwned>(call: &ToolCall) -> Result<T, ToolAnswer> {
    serde_json::from_str(&call.arguments).map_err(|error| ToolAnswer::unreadable(&error))
}

/// A failure out there is an answer; one of the store stops the run.
pub(super) fn told(result: Result<ToolAnswer, WorkError>) -> Result<ToolAnswer, WorkError> {
    match result {
        Err(WorkError::Failed(failure)) if !failure.code.is_storage() => {
            Ok(ToolAnswer::failed(&failure))
        }
        result => result,
    }
}

pub(super) fn json(reply: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(reply)
        .map_err(|error| Failure::new(FailureCode::ToolRefused, error.to_string()))
}

fn shown(page: &FoundPage) -> DataBlock {
    let published = page.published.map(|date| date.to_string());
    let attributes = [
        ("url", page.url.as_str()),
        ("title", page.title.to_check()),
        ("date", published.as_deref().unwrap_or_default()),
    ];
    page.snippet.as_data(&attributes)
}
