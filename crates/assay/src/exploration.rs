//! From a title and a purpose to an autonomous run.

use assay_analyst::{PlanRequest, company_names, plan, subject_names};
use assay_domain::{Autonomy, Date, Investment, Language, ResearchType};
use assay_engine::{Assignment, Filter, Library, NewRun};
use assay_plan::ProfileSpec;

use crate::config::{RunFlags, Settings};
use crate::inquiry::{MarketFrom, judgement, known_by};
use crate::sources::refuse_without_sources;

/// Passages that are looked at to tell a name from a word.
const LOOKED_AT: usize = 20;

/// What somebody wants an autonomous agent to find out, from the command line or the workbench.
pub(crate) struct Exploration {
    pub(crate) profile: &'static ProfileSpec,
    pub(crate) title: String,
    pub(crate) purpose: String,
    pub(crate) kind: Option<ResearchType>,
    pub(crate) autonomy: Autonomy,
    pub(crate) judged: Option<Judged>,
    pub(crate) without_web: bool,
    pub(crate) flags: RunFlags,
}

/// The company that is judged at the end.
pub(crate) struct Judged {
    /// Ticker, name or number of one whose facts are in the library; another is an error.
    pub(crate) company: String,
    pub(crate) as_of: Option<Date>,
    pub(crate) market: MarketFrom,
}

impl Exploration {
    /// The run to be created. Whether its models are there is for the caller to find out.
    pub(crate) fn new_run(self, settings: &Settings, library: &Library) -> anyhow::Result<NewRun> {
        let mut made = settings.for_run(&self.title, &self.flags)?;
        made.as_of = self.judged.as_ref().and_then(|judged| judged.as_of);
        made.web = !self.without_web && made.as_of.is_none();
        refuse_without_sources(settings, library, &made, self.profile.worker)?;
        let research_type = match &self.judged {
            Some(judged) => {
                made.investment = Some(Box::new(judged.investment(settings, library)?));
                Some(ResearchType::Company)
            }
            None => kind(&self.title, self.kind, made.language, library)?,
        };
        let assignment = Assignment {
            title: self.title,
            purpose: self.purpose,
            research_type,
        };
        let known_by = made.as_of.map(|day| known_by(day, made.language));
        let mut run = NewRun::autonomous(self.profile, assignment, self.autonomy, made);
        run.assumptions.extend(known_by);
        Ok(run)
    }
}

impl Judged {
    fn investment(&self, settings: &Settings, library: &Library) -> anyhow::Result<Investment> {
        let file = library.companies()?.open(&self.company)?;
        judgement(settings, &file.company, self.as_of, &self.market)
    }
}

/// The kind of research, where it is known before the plan is made. A title that names nobody is about no company, nor is one that begins with
/// a word that the library knows only as a word, or not at all: `Pressure sensors`.
fn kind(
    title: &str,
    said: Option<ResearchType>,
    language: Language,
    library: &Library,
) -> anyhow::Result<Option<ResearchType>> {
    if said.is_some() {
        return Ok(said);
    }
    let guessed = plan(&PlanRequest {
        question: title,
        research_type: None,
        language,
    });
    let guessed = guessed.plan;
    if guessed.research_type != ResearchType::Company {
        return Ok(None);
    }
    let names = subject_names(&guessed);
    let first = title.split_whitespace().next().unwrap_or_default();
    let others = company_names(first);
    let is_first_word = |name: &String| {
        let is_other = others.iter().any(|other| other.eq_ignore_ascii_case(name));
        first.is_ascii() && (name == first || is_other)
    };
    let is_about_nobody =
        names.iter().all(is_first_word) && (names.is_empty() || !is_called(first, library)?);
    Ok(is_about_nobody.then_some(ResearchType::Industry))
}

/// Whether the library speaks of something by this name: with a capital, and never without.
fn is_called(name: &str, library: &Library) -> anyhow::Result<bool> {
    let hits = library.search(name, &Filter::default(), LOOKED_AT)?;
    let common = name.to_lowercase();
    let mut is_name = false;
    for (passage, _) in &hits {
        let text = &passage.quote;
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        if common != name && words.clone().any(|word| word == common) {
            return Ok(false);
        }
        is_name |= words.any(|word| word == name);
    }
    Ok(is_name)
}
