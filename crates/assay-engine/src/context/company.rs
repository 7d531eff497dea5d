use std::sync::Arc;

use super::RunContext;
use crate::EngineError;
use crate::agents::OpenedCompany;

impl RunContext {
    /// The company that the run judges; `open` reads its documents where no step of this process has.
    pub(crate) fn company(
        &self,
        open: impl FnOnce() -> Result<OpenedCompany, EngineError>,
    ) -> Result<Arc<OpenedCompany>, EngineError> {
        if let Some(company) = self.company.get() {
            return Ok(Arc::clone(company));
        }
        let opened = Arc::new(open()?);
        Ok(Arc::clone(self.company.get_or_init(|| opened)))
    }
}
