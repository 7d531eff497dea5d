use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Stdio};
use std::time::Duration;

use assay_browser::{Browser, BrowserOptions, Installation, PageOptions, VARIABLE};
use assay_testkit::{Answer, FakeProvider, RecordedRequest, Script};

use tokio::runtime::Builder;

use crate::home::{Home, repository};
use crate::reader::Reader;
use crate::scribe;

/// A running server over a home of its own, and a browser to look at it with.
pub(crate) struct Workbench {
    pub(crate) home: Home,
    models: Option<FakeProvider>,
    server: Server,
    browser: Browser,
}

struct Server {
    process: Child,
    /// Kept open: a server whose output nobody reads could not write to it.
    _output: BufReader<ChildStdout>,
    port: u16,
    page: String,
}

/// The language of the page, as a browser asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tongue {
    English,
    Chinese,
}

/// Runs a test on a workbench, where there is a Chromium.
pub(crate) fn on_workbench(
    home: Home,
    model: Option<Model>,
    test: impl AsyncFnOnce(&mut Workbench),
) {
    let named = std::env::var_os(VARIABLE);
    let path = std::env::var_os("PATH");
    let installation = match Installation::find(named.as_deref(), path.as_deref()) {
        Ok(installation) => installation,
        Err(error) => {
            eprintln!("skipped: {error}");
            let required = std::env::var_os("ASSAY_REQUIRE_LABS");
            assert_ne!(required, Some("1".into()), "the labs are required: {error}");
            return;
        }
    };
    let model_threads = Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let models = model.map(|model| model_threads.block_on(start_models(&home, model)));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        fs::create_dir_all(home.path("downloads")).unwrap();
        let mut options = BrowserOptions::new(installation, home.path("")).sandbox_unless_root();
        // a busy machine is slow, and only a failure waits this long
        options.limit = Duration::from_secs(90);
        let browser = Browser::launch(&options).await.unwrap();
        let server = Server::start(&home, 0);
        let mut workbench = Workbench {
            home,
            models,
            server,
            browser,
        };
        test(&mut workbench).await;
        workbench.browser.close().await;
    });
}

/// A model server that the home is configured with.
async fn start_models(home: &Home, model: Model) -> FakeProvider {
    let script = Script::new(move |request, _| {
        if request.method == "GET" {
            return scribe::models();
        }
        model(request)
    });
    let fake = FakeProvider::start(script).await.unwrap();
    home.configure(&format!(
        "[models]\ndefault = \"fake/scribe\"\n\n[providers.fake]\nbase_url = \"{}\"\nmax_retries = 0\n",
        fake.base_url()
    ));
    fake
}

pub(crate) type Model = Box<dyn Fn(&RecordedRequest) -> Answer + Send + Sync>;

/// A home with the sample company and what the sample says of its market.
pub(crate) fn sample_company() -> Home {
    let home = Home::with_sample_company();
    let market = repository().join("samples/market.json");
    fs::copy(market, home.state().join("market.json")).unwrap();
    home
}

impl Workbench {
    /// A reader at the first view, signed in by the address that the server printed.
    pub(crate) async fn reader(&self, tongue: Tongue) -> Reader {
        let reader = self.at(tongue, &self.server.page).await;
        reader.wait_for("#question").await.unwrap();
        reader
    }

    /// A reader who knows the address, but no token.
    pub(crate) async fn stranger(&self, tongue: Tongue) -> Reader {
        let (address, _) = self.server.page.split_once('#').unwrap();
        self.at(tongue, address).await
    }

    pub(crate) fn token(&self) -> String {
        let (_, token) = self.server.page.split_once("#token=").unwrap();
        token.to_owned()
    }

    async fn at(&self, tongue: Tongue, address: &str) -> Reader {
        let languages = match tongue {
            Tongue::English => "en-GB,en",
            Tongue::Chinese => "zh-CN,zh",
        };
        let options = PageOptions {
            downloads: Some(self.home.path("downloads")),
            languages: Some(languages.to_owned()),
            ..PageOptions::default()
        };
        let page = self.browser.new_page(options).await.unwrap();
        page.open(address).await.unwrap();
        Reader::new(page, self.server.port)
    }

    /// `kill -9`.
    pub(crate) fn kill(&mut self) {
        self.server.kill();
    }

    /// A new server on the port of the old one.
    pub(crate) fn start_again(&mut self) {
        self.server = Server::start(&self.home, self.server.port);
    }
}

impl Workbench {
    /// How many questions a model has answered so far.
    pub(crate) fn questions(&self) -> usize {
        let requests = self.models.as_ref().map(FakeProvider::requests);
        let asked = requests.unwrap_or_default().into_iter();
        asked.filter(|request| request.method == "POST").count()
    }
}

impl Server {
    fn start(home: &Home, port: u16) -> Self {
        let mut process = home
            .command(["serve", "--port", &port.to_string()])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let page = line.trim().to_owned();
        let port = page
            .strip_prefix("http://127.0.0.1:")
            .and_then(|rest| rest.split('/').next()?.parse().ok());
        Self {
            process,
            _output: output,
            port: port.unwrap_or_else(|| panic!("no address: {line}")),
            page,
        }
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have been killed by the test already.
        let _already_gone = self.process.kill();
        let _reaped = self.process.wait();
    }
}
