use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use assay_domain::{
    ArtifactKind, Date, Evidence, EvidenceId, Finding, IntegrationStep, Investment, Language,
    Section, Timestamp,
};
use assay_ecosystem::EcosystemPackage;
use assay_valuation::Valuation;

use super::super::{Researchers, table};
use super::pursuit::{Material, Peer, Pursuit};
use super::{archive, peers};
use crate::artifacts::{Artifacts, ECOSYSTEM_GRAPH};
use crate::graphs::policy_of;
use crate::workshop::{IntegrateJob, WorkError};
use crate::{Companies, CompanyFile, EngineError, FactPlaces, Library, RunContext, SystemClock};

/// The documents of a company and of its peers. They are read once in a process, since reading them
/// for each step would take as long again.
pub(crate) struct OpenedCompany {
    companies: Companies,
    file: CompanyFile,
    places: FactPlaces,
    peers: OnceLock<Vec<Peer>>,
}

impl OpenedCompany {
    fn of(library: &Library, company: &str) -> Result<Self, EngineError> {
        let companies = library.companies()?;
        let file = companies.open(company)?;
        Ok(Self {
            places: FactPlaces::of(library, &file)?,
            peers: OnceLock::new(),
            companies,
            file,
        })
    }

    fn peers(&self, as_of: Date, language: Language) -> Result<&[Peer], EngineError> {
        if let Some(peers) = self.peers.get() {
            return Ok(peers);
        }
        let peers = peers::of(&self.companies, &self.file, as_of, language)?;
        Ok(self.peers.get_or_init(|| peers))
    }
}

/// A company with everything that the library and the journal have about it. The same in each step,
/// whichever process does it.
pub(super) struct Case<'a> {
    researchers: &'a Researchers,
    job: &'a IntegrateJob,
    investment: &'a Investment,
    company: Arc<OpenedCompany>,
    ecosystem: Option<EcosystemPackage>,
    pub(super) sections: Vec<Arc<Section>>,
    pub(super) findings: Vec<Finding>,
    seen: Vec<Evidence>,
    /// What sections and findings cite.
    pub(super) evidence: BTreeMap<EvidenceId, Evidence>,
    previous: Option<Valuation>,
    /// Whether an earlier step has written down what the judgement is made from.
    pub(super) has_data: bool,
}

impl<'a> Case<'a> {
    pub(super) async fn open(
        researchers: &'a Researchers,
        job: &'a IntegrateJob,
        investment: &'a Investment,
    ) -> Result<Self, WorkError> {
        let context = &job.context;
        let journal = context.store().load(&context.run, 0)?;
        let archived = Artifacts::new(context.store(), &journal);
        let has_data = archived.has(ArtifactKind::DataIntegrity);
        if !has_data {
            doing(context, "reading the company's figures", "读取公司数据");
        }
        let company =
            context.company(|| OpenedCompany::of(&researchers.library, &investment.company))?;
        let ecosystem = if has_data {
            archived.read(ECOSYSTEM_GRAPH)?
        } else {
            doing(context, "reading whom it deals with", "梳理产业链关系");
            relations(researchers, &company.file, job, investment).await?
        };
        let seen = table::seen(researchers, context)?;
        let (evidence, findings) = {
            let memory = context.memory();
            (memory.examined(), memory.findings.clone())
        };
        Ok(Self {
            sections: table::sections(job)?,
            previous: archive::previous_valuation(context, investment)?,
            researchers,
            job,
            investment,
            company,
            ecosystem,
            findings,
            seen,
            evidence,
            has_data,
        })
    }

    /// Behind the judgements that were sent back.
    pub(super) fn pursuit(&mut self) -> Result<Pursuit<'_>, WorkError> {
        let context = &self.job.context;
        let language = context.settings.language;
        // a judgement compares with nobody
        let peers = match self.job.step {
            IntegrationStep::Judge => &[],
            _ => self.company.peers(self.investment.as_of, language)?,
        };
        let (claims, sent_back) = {
            let memory = context.memory();
            let claims = memory.claims.values().cloned().collect();
            (claims, memory.sent_back.clone())
        };
        let material = Material {
            library: &self.researchers.library,
            file: &self.company.file,
            places: &self.company.places,
            settings: &context.settings,
            investment: self.investment,
            language,
            run: &context.run,
            now: created_at(context)?,
            ecosystem: self.ecosystem.as_ref(),
            claims,
            sections: &self.sections,
            seen: std::mem::take(&mut self.seen),
            evidence: self.evidence.clone(),
            findings: &self.findings,
            shortfalls: &self.job.reasons,
            previous: self.previous.take(),
            peers,
        };
        Pursuit::of(material, &sent_back)
    }
}

pub(super) fn doing(context: &RunContext, en: &'static str, zh: &'static str) {
    let language = context.settings.language;
    context.doing(None, || language.pick(en, zh).to_owned());
}

/// The day and time that documents of the run carry: a resumed run writes the same.
fn created_at(context: &RunContext) -> Result<Timestamp, WorkError> {
    let row = context.store().run(&context.run)?;
    Ok(row.map_or_else(|| context.clock().now(), |row| row.created_at))
}

async fn relations(
    researchers: &Researchers,
    file: &CompanyFile,
    job: &IntegrateJob,
    investment: &Investment,
) -> Result<Option<EcosystemPackage>, WorkError> {
    let policy = policy_of(&job.context.settings)?;
    let library = &researchers.library;
    let refreshed = library
        .refresh_graph(file, &policy, investment.as_of, &SystemClock)
        .await?;
    let graph = refreshed.graph;
    Ok((!graph.edges.is_empty()).then(|| EcosystemPackage::new(graph, policy, investment.as_of)))
}
