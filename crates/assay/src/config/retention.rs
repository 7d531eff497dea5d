use assay_engine::Retention;

use super::Settings;

impl Settings {
    /// For how long things are kept.
    pub(crate) fn retention(&self) -> anyhow::Result<Retention> {
        Ok(Retention {
            runs: self.optional("retention.runs_days")?,
            uploads: self.optional("retention.uploads_days")?,
            workspaces: self.optional("retention.workspaces_days")?,
        })
    }
}
