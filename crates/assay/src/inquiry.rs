//! From a question to a run: which company it judges, which steps it takes, with what settings.

use std::path::PathBuf;

use anyhow::bail;
use assay_analyst::{PlanRequest, plan, subject_names};
use assay_answer::{Frame, Kind, Known, frame};
use assay_domain::{
    Date, Investment, Language, Plan, Request, ResearchType, Role, RunSettings, Understood,
};
use assay_engine::{Companies, Library, NewRun};
use assay_facts::{Company, Resolution};
use assay_plan::profiles::{ANSWER, DEEP, PLAIN};
use assay_plan::{ProfileChoice, ProfileSpec};

use crate::commands::data::today;
use crate::config::{Market, RunFlags, Settings};
use crate::sources::refuse_without_sources;

/// What somebody wants to know, from the command line or from the workbench.
#[derive(Default)]
pub(crate) struct Inquiry {
    pub(crate) question: String,
    pub(crate) kind: Option<ResearchType>,
    /// What its user chose; found by the question where nobody did.
    pub(crate) profile: Option<ProfileChoice>,
    /// Whether it is researched though an answer would do.
    pub(crate) in_full: bool,
    pub(crate) as_of: Option<Date>,
    pub(crate) market: MarketFrom,
    pub(crate) hold: bool,
    /// Whether somebody is there whom the planner may ask back.
    pub(crate) may_ask: bool,
    pub(crate) without_web: bool,
    pub(crate) flags: RunFlags,
}

/// Where rates, premium, beta and price come from.
pub(crate) enum MarketFrom {
    /// A file, or the one in the home.
    File(Option<PathBuf>),
    Given(Market),
}

impl Default for MarketFrom {
    fn default() -> Self {
        Self::File(None)
    }
}

impl Inquiry {
    /// The run to be created. Whether its models are there is for the caller to find out.
    pub(crate) fn new_run(self, settings: &Settings, library: &Library) -> anyhow::Result<NewRun> {
        let mut made = settings.for_run(&self.question, &self.flags)?;
        // what the web says today is no evidence of what was known then
        made.web = !self.without_web && self.as_of.is_none();
        // an empty library knows no company, so there the question alone decides
        let fitting = self.fitting(settings, &self.question, made.language);
        refuse_without_sources(settings, library, &made, fitting.worker)?;
        made.hold_plan = self.hold;
        let companies = library.companies()?;
        let known = companies.known()?;
        let frame = frame(&self.question, made.language, &known);
        let understood = frame.understood(&known);
        if self.is_answered(settings, &companies, &known, &frame, &made)? {
            made.as_of = self.as_of;
            made.profile = ANSWER.chosen();
            return Ok(self.answered(made, understood));
        }
        let about = self.subject(settings, library)?;
        if about.is_none() && self.profile.is_some_and(|chosen| chosen.judges()) {
            bail!(Refusal::NoCompany);
        }
        let question = about
            .as_ref()
            .map_or_else(|| self.question.clone(), |about| about.question.clone());
        made.investment = about.map(|about| Box::new(about.investment));
        let mut kind = self.kind;
        if made.investment.is_none() {
            made.as_of = self.as_of;
            let language = made.language;
            made.profile = self.fitting(settings, &question, language).chosen();
            // the workflow for a company has nobody to be about
            if self.is_open(settings, &question, language)
                && guessed(&question, made.language).research_type == ResearchType::Company
            {
                kind = kind.or(Some(ResearchType::Industry));
            }
        }
        made.may_ask = self.may_ask;
        Ok(NewRun {
            request: Request {
                question,
                research_type: kind,
            },
            understood: Some(understood),
            assumptions: made
                .as_of
                .map(|day| known_by(day, made.language))
                .into_iter()
                .collect(),
            settings: made,
            plan: None,
            reuse: None,
        })
    }

    /// Whether the question is answered as it was asked: nobody wants it researched section by section,
    /// or judged where there is nothing to judge by.
    fn is_answered(
        &self,
        settings: &Settings,
        companies: &Companies,
        known: &Known,
        frame: &Frame,
        run: &RunSettings,
    ) -> anyhow::Result<bool> {
        if let Some(chosen) = self.profile {
            return Ok(chosen.answers());
        }
        if self.kind.is_some() || self.hold || self.in_full {
            return Ok(false);
        }
        if is_ticker(&self.question) {
            return Ok(false);
        }
        // a model can judge without a price
        if frame.kind == Kind::Judge && run.models.contains_key(&Role::Search) {
            return Ok(false);
        }
        let (Kind::Judge, [subject]) = (frame.kind, frame.subjects.as_slice()) else {
            let judges_nobody = frame.kind == Kind::Judge && frame.subjects.is_empty();
            return Ok(judges_nobody || !frame.wants_research());
        };
        let Some(company) = known.company(*subject) else {
            return Ok(false);
        };
        let Resolution::Found(_) = companies.resolve(&company.name) else {
            return Ok(true);
        };
        let file = companies.open(&company.name)?;
        let judged = judgement(settings, &file.company, self.as_of, &self.market)?;
        Ok(judged.price.is_none() && file.price(judged.as_of).is_none())
    }

    fn answered(self, settings: RunSettings, understood: Understood) -> NewRun {
        NewRun {
            request: Request {
                question: self.question,
                research_type: None,
            },
            understood: Some(understood),
            assumptions: settings
                .as_of
                .map(|day| known_by(day, settings.language))
                .into_iter()
                .collect(),
            settings,
            plan: None,
            reuse: None,
        }
    }

    /// A question about one company gets a section for each side of it, any other a model of its
    /// drivers.
    fn fitting(&self, settings: &Settings, question: &str, language: Language) -> &ProfileSpec {
        match self.profile {
            Some(chosen) => chosen.0,
            None if self.is_open(settings, question, language) => &DEEP,
            None => &PLAIN,
        }
    }

    /// Whether nobody chose a profile, and the question is about no one company.
    fn is_open(&self, settings: &Settings, question: &str, language: Language) -> bool {
        // a question that speaks for no kind of research counts as one about a company only if it
        // names somebody
        let names_company = || {
            let guessed = guessed(question, language);
            guessed.research_type == ResearchType::Company && !subject_names(&guessed).is_empty()
        };
        let is_company = || {
            let kind = self.kind.map(|kind| kind == ResearchType::Company);
            kind.unwrap_or_else(names_company)
        };
        self.profile.is_none() && settings.text("deep.enabled") != "false" && !is_company()
    }

    /// The company that a question is about, where the library has its facts. A question that is
    /// nothing but an unknown ticker is an error: nothing in the library could answer it.
    fn subject(&self, settings: &Settings, library: &Library) -> anyhow::Result<Option<About>> {
        let is_other = self.kind.is_some_and(|kind| kind != ResearchType::Company);
        let may_judge = match self.profile {
            Some(chosen) => chosen.judges(),
            None => !is_other,
        };
        if !may_judge {
            return Ok(None);
        }
        let question = &self.question;
        let companies = library.companies()?;
        let Some(company) = companies.named_in(question) else {
            if is_ticker(question) {
                companies.open(question)?;
            }
            return Ok(None);
        };
        let short = company.tickers.first().or(company.other_names.first());
        let name = &company.name;
        let question = match short {
            // a Chinese question is one word too, and is kept as it was put
            Some(short) if question.is_ascii() && question.split_whitespace().count() == 1 => {
                format!("{name} ({short})")
            }
            _ => question.to_owned(),
        };
        Ok(Some(About {
            question,
            investment: judgement(settings, company, self.as_of, &self.market)?,
        }))
    }
}

/// What a report says of the day as of which its question is answered.
pub(crate) fn known_by(day: Date, language: Language) -> (String, String) {
    let (parameter, assumed) = language.pick(
        (
            "as of",
            format!(
                "only documents dated {day} or earlier; undated ones and the web were left out"
            ),
        ),
        (
            "截止日期",
            format!("只采用日期不晚于 {day} 的文档；无日期的文档和网络均不采用"),
        ),
    );
    (parameter.to_owned(), assumed)
}

/// What it takes to judge a company: the day and its market.
pub(crate) fn judgement(
    settings: &Settings,
    company: &Company,
    as_of: Option<Date>,
    market: &MarketFrom,
) -> anyhow::Result<Investment> {
    let names: Vec<String> = std::iter::once(&company.name)
        .chain(&company.tickers)
        .chain(&company.other_names)
        .cloned()
        .collect();
    let market = match market {
        MarketFrom::File(file) => settings.market(file.as_deref(), &names)?,
        MarketFrom::Given(market) => market.clone(),
    };
    Ok(Investment {
        company: company.name.clone(),
        as_of: as_of.unwrap_or_else(today),
        market: market.figures,
        price: market.price,
    })
}

/// Why a question is not researched, though it is well put.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error(
        "the library is empty, so nothing could be cited; bring documents in with `assay ingest PATH`, or look at `assay demo`"
    )]
    NothingToCite,
    #[error(
        "the question names no company whose figures are in the library; bring its facts in, or choose another profile"
    )]
    NoCompany,
}

impl Refusal {
    /// The word by which the workbench knows it.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::NothingToCite => "nothing_to_cite",
            Self::NoCompany => "no_company",
        }
    }
}

/// The company that a run is to judge, and the question in full.
struct About {
    question: String,
    investment: Investment,
}

fn is_ticker(question: &str) -> bool {
    let question = question.trim();
    (1..=5).contains(&question.len()) && question.bytes().all(|b| b.is_ascii_uppercase())
}

/// The plan of the workflow that a question speaks for.
fn guessed(question: &str, language: Language) -> Plan {
    let request = PlanRequest {
        question,
        research_type: None,
        language,
    };
    plan(&request).plan
}
