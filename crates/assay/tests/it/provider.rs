use assay_testkit::{Answer, FakeProvider, RecordedRequest, Script};
use tokio::runtime::Runtime;

use crate::scribe;

/// A model server for one test, with a thread of its own to answer from.
pub(crate) struct Provider {
    fake: FakeProvider,
    runtime: Runtime,
}

impl Provider {
    /// `answer` sees every request for a reply; the list of models is answered here.
    pub(crate) fn start(
        answer: impl Fn(&RecordedRequest) -> Answer + Send + Sync + 'static,
    ) -> Self {
        Self::scripted(Script::new(move |request, _| {
            if request.method == "GET" {
                return scribe::models();
            }
            answer(request)
        }))
    }

    /// `script` sees the requests for the list of models, too.
    pub(crate) fn scripted(script: Script) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let fake = runtime.block_on(FakeProvider::start(script)).unwrap();
        Self { fake, runtime }
    }

    /// A configuration that routes every role here, without waits that a test would sit through.
    pub(crate) fn config(&self) -> String {
        format!(
            "[models]\ndefault = \"fake/scribe\"\n\n[providers.fake]\nbase_url = \"{}\"\nmax_retries = 0\n",
            self.fake.base_url()
        )
    }

    pub(crate) fn base_url(&self) -> String {
        self.fake.base_url()
    }

    /// All requests so far, of whatever kind.
    pub(crate) fn count(&self) -> usize {
        self.fake.request_count()
    }

    /// The requests for replies so far.
    pub(crate) fn chats(&self) -> Vec<RecordedRequest> {
        let mut requests = self.fake.requests();
        requests.retain(|request| request.method == "POST");
        requests
    }

    /// Returns once `count` requests have come in, those for the list of models included.
    pub(crate) fn wait_for(&self, count: usize) {
        self.runtime.block_on(self.fake.arrived(count));
    }
}

pub(crate) fn closed_base_url() -> String {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(assay_testkit::closed_base_url()).unwrap()
}
