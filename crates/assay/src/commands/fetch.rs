use assay_domain::Timestamp;
use assay_engine::{Arrival, Clock as _, Library, SystemClock};
use assay_web::{
    DataKind, Edgar, EdgarConfig, Fetched, Filer, Fmp, FmpConfig, Identification, Policy,
    PriceRequest, Prices, PricesConfig, Statement, StatementPeriod, WebClient, is_fresh,
};
use serde_json::{Value, json};

use crate::app::App;
use crate::company_args::FetchArgs;
use crate::exit::Exit;

/// Reports that are read whole.
const REPORTS: [&str; 4] = ["10-K", "10-Q", "20-F", "40-F"];

pub(crate) async fn run(app: &App, args: &FetchArgs) -> anyhow::Result<Exit> {
    let identification = Identification::new(app.settings.text("sec.identification"))?;
    let store = app.store()?;
    let client = WebClient::new(Policy::default())?;
    let mut fetch = Fetch {
        app,
        args,
        library: app.library(&store)?,
        edgar: Edgar::new(EdgarConfig::new(identification), &client)?,
        now: SystemClock.now(),
        brought: Vec::new(),
    };
    let filer = fetch.edgar.resolve(&args.company, fetch.now).await?;
    app.output.say(format!(
        "{} (CIK {})",
        filer.title.as_deref().unwrap_or(&args.company),
        filer.cik
    ));
    fetch.edgar_files(&filer).await?;
    if let Some(ticker) = filer.tickers.first() {
        if args.prices {
            fetch.prices(&client, ticker).await?;
        }
        if args.vendor {
            fetch.vendor(&client, ticker).await?;
        }
    }
    if app.output.json {
        app.output.value(&fetch.brought)?;
    }
    Ok(Exit::Fine)
}

struct Fetch<'a> {
    app: &'a App,
    args: &'a FetchArgs,
    library: Library,
    edgar: Edgar,
    now: Timestamp,
    brought: Vec<Value>,
}

impl Fetch<'_> {
    async fn edgar_files(&mut self, filer: &Filer) -> anyhow::Result<()> {
        let submissions = self.edgar.submissions(filer, self.now).await?;
        self.keep(submissions).await?;
        let facts = self.edgar.companyfacts(filer, self.now).await?;
        self.keep(facts).await?;
        let list = self
            .edgar
            .filings(filer, &REPORTS, self.args.filings, self.now)
            .await?;
        for filing in &list.filings {
            let document = self.edgar.document(filing, self.now).await?;
            self.keep(document).await?;
        }
        Ok(())
    }

    async fn prices(&mut self, client: &WebClient, ticker: &str) -> anyhow::Result<()> {
        let mut config = PricesConfig::new(self.app.settings.secret("prices.api_key_env"));
        let base = self.app.settings.text("prices.base_url");
        config.base_url = (!base.is_empty()).then(|| base.to_owned());
        let prices = Prices::new(config, client)?;
        let fetched = prices.daily(&PriceRequest::us(ticker), self.now).await?;
        self.keep(fetched).await
    }

    async fn vendor(&mut self, client: &WebClient, ticker: &str) -> anyhow::Result<()> {
        let key = self.app.settings.secret("fmp.api_key_env");
        let Some(key) = key else {
            anyhow::bail!(
                "the vendor asks for a key: put it into the environment variable {}",
                self.app.settings.text("fmp.api_key_env")
            );
        };
        let fmp = Fmp::new(FmpConfig::new(key), client)?;
        for statement in [
            Statement::Income,
            Statement::BalanceSheet,
            Statement::CashFlow,
        ] {
            for period in [StatementPeriod::Annual, StatementPeriod::Quarter] {
                let fetched = fmp.statement(ticker, statement, period, self.now).await?;
                self.keep(fetched).await?;
            }
        }
        Ok(())
    }

    /// Through the gate into the library. Its origin says where it is from and what it is.
    async fn keep(&mut self, fetched: Fetched) -> anyhow::Result<()> {
        let origin = format!("{}#{}", fetched.url, fetched.name);
        if !self.args.again && self.has_fresh(&origin, fetched.kind)? {
            self.app
                .output
                .say(format!("{}: as it was, and fresh", fetched.name));
            return Ok(());
        }
        let ingested = self
            .library
            .bring_in(
                Arrival::fetched(&origin, &fetched.name, &fetched.bytes),
                &SystemClock,
            )
            .await?;
        self.app.output.say(format!(
            "{}: {} passages{}",
            fetched.name,
            ingested.passages,
            match (ingested.known, ingested.mended) {
                (_, true) => ", known before; its stored copy was damaged and is written anew",
                (true, false) => ", known before",
                (false, false) => "",
            }
        ));
        self.brought.push(json!({
            "document": ingested.document.id,
            "name": fetched.name,
            "url": fetched.url,
            "known": ingested.known,
            "mended": ingested.mended,
        }));
        Ok(())
    }

    fn has_fresh(&self, origin: &str, kind: DataKind) -> anyhow::Result<bool> {
        let documents = self.library.documents()?;
        let mut same = documents
            .iter()
            .filter(|document| document.origin == origin);
        Ok(same.any(|document| is_fresh(document.ingested_at, self.now, kind)))
    }
}
