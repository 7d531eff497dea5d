//! From a title and a purpose to an autonomous run.

use assay_domain::{Autonomy, ResearchType};
use assay_engine::{Assignment, Library, NewRun};

use crate::config::{RunFlags, Settings};
use crate::inquiry::refuse_without_sources;

/// What somebody wants an autonomous agent to find out, from the command line or the workbench.
pub(crate) struct Exploration {
    pub(crate) title: String,
    pub(crate) purpose: String,
    pub(crate) kind: Option<ResearchType>,
    pub(crate) autonomy: Autonomy,
    pub(crate) without_web: bool,
    pub(crate) flags: RunFlags,
}

impl Exploration {
    /// The run to be created. Whether its models are there is for the caller to find out.
    pub(crate) fn new_run(self, settings: &Settings, library: &Library) -> anyhow::Result<NewRun> {
        refuse_without_sources(settings, library, self.without_web)?;
        let mut made = settings.for_run(&self.title, &self.flags)?;
        made.web = !self.without_web;
        let assignment = Assignment {
            title: self.title,
            purpose: self.purpose,
            research_type: self.kind,
        };
        Ok(NewRun::autonomous(assignment, self.autonomy, made))
    }
}
