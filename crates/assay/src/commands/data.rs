use std::collections::BTreeMap;

use assay_domain::{Date, Language, Timestamp};
use assay_engine::{Clock as _, CompanyFile, SystemClock};
use assay_facts::{
    Basis, CheckedPeriod, DataPoint, PackageRequest, Refusal, newest_points, render_changes,
    render_points,
};

use crate::app::App;
use crate::company_args::DataArgs;
use crate::exit::Exit;

/// Periods of one metric and basis that a person is shown.
const MOST_PERIODS: usize = 12;
/// What a person sees of every metric when none is named.
const OVERVIEW: [Basis; 3] = [Basis::Fy, Basis::Ttm, Basis::Instant];

pub(crate) fn run(app: &App, args: &DataArgs) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let file = app.library(&store)?.companies()?.open(&args.company)?;
    let language = app.settings.language(&args.company);
    let as_of = args.as_of.unwrap_or_else(today);
    for outage in file.book.outages() {
        app.output
            .say(format!("cannot use {}: {}", outage.source, outage.reason));
    }
    if args.changes {
        return changes(app, &file, as_of, language);
    }
    let view = file.book.as_of(as_of);
    let analysis = view.analyse();
    if args.checks {
        let checks = analysis.checks();
        return show_checks(app, &checks);
    }
    let request = PackageRequest::everything(retrieved_at(&file), language)
        .of_metric(args.metric.as_deref())?
        .of_basis(args.basis.as_deref())?;
    let package = analysis.package(&request);
    if app.output.json {
        app.output.value(&package)?;
        return Ok(Exit::Fine);
    }
    app.output.say(format!(
        "{} ({}), as known on {as_of}",
        file.company.name,
        file.company.key()
    ));
    let mut points = package.data_points;
    if args.metric.is_none() && args.basis.is_none() {
        points.retain(|point| OVERVIEW.contains(&point.period.basis));
    }
    let most = if args.metric.is_none() {
        1
    } else {
        MOST_PERIODS
    };
    let shown = newest_points(points, most);
    if !shown.is_empty() {
        app.output.data(&render_points(&shown, language))?;
    }
    for missing in &package.missing {
        app.output.say(&missing.text);
    }
    let told = package.missing.iter().map(|missing| missing.text.as_str());
    for text in refused(&package.refusals, &shown, args, language) {
        if told.clone().all(|known| known != text) {
            app.output.say(text);
        }
    }
    if shown.is_empty() && package.missing.is_empty() {
        app.output.say(format!(
            "nothing that was filed by {as_of} says this; `assay data {} --basis FY` shows what there is",
            args.company
        ));
    }
    Ok(Exit::Fine)
}

/// Why newer periods than those shown, or periods among them, have no value: the newest for each
/// metric and basis, and with a metric named every one in the time that is shown.
fn refused(
    refusals: &[Refusal],
    shown: &[DataPoint],
    args: &DataArgs,
    language: Language,
) -> Vec<String> {
    let mut told: Vec<&Refusal> = Vec::new();
    for refusal in refusals {
        if args.basis.is_none() && args.metric.is_none() && !OVERVIEW.contains(&refusal.basis) {
            continue;
        }
        let alike = |point: &&DataPoint| {
            point.canonical_metric == refusal.metric && point.period.basis == refusal.basis
        };
        let days = || shown.iter().filter(alike).map(|point| point.as_of_date);
        let since = match args.metric {
            Some(_) => days().min(),
            None => days().max(),
        };
        if since.is_none_or(|since| refusal.end > since) {
            told.push(refusal);
        }
    }
    told.sort_by(|a, b| (&a.metric, a.basis, b.end).cmp(&(&b.metric, b.basis, a.end)));
    let most = if args.metric.is_none() {
        1
    } else {
        MOST_PERIODS
    };
    let mut texts = Vec::new();
    for of_one in told.chunk_by(|a, b| a.metric == b.metric && a.basis == b.basis) {
        let newest = of_one.iter().take(most);
        texts.extend(newest.map(|refusal| refusal.text(language)));
    }
    texts
}

fn changes(app: &App, file: &CompanyFile, as_of: Date, language: Language) -> anyhow::Result<Exit> {
    let changes = file.book.as_of(as_of).changes();
    if app.output.json {
        app.output.value(&changes)?;
        return Ok(Exit::Fine);
    }
    app.output.data(&render_changes(&changes, language))?;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for change in &changes {
        *counts.entry(change.class.code()).or_default() += 1;
    }
    let counts: Vec<String> = counts.iter().map(|(c, n)| format!("{c} {n}")).collect();
    app.output
        .say(format!("{} changes: {}", changes.len(), counts.join(", ")));
    Ok(Exit::Fine)
}

fn show_checks(app: &App, checks: &[CheckedPeriod]) -> anyhow::Result<Exit> {
    if app.output.json {
        app.output.value(&checks)?;
        return Ok(Exit::Fine);
    }
    let (passed, failed): (Vec<_>, Vec<_>) = checks.iter().partition(|one| one.check.pass);
    for one in &failed {
        let (id, basis) = (one.check.id, one.basis.code());
        app.output.data(&format!(
            "{id:?} {basis} {}: {} ({})",
            one.end,
            one.check.detail,
            one.metrics.join(", ")
        ))?;
    }
    app.output.say(format!(
        "{} checks passed, {} failed",
        passed.len(),
        failed.len()
    ));
    Ok(Exit::Fine)
}

/// When the newest of the documents behind the figures came in.
pub(super) fn retrieved_at(file: &CompanyFile) -> Timestamp {
    let documents = file.fact_documents.iter();
    let newest = documents.map(|document| document.ingested_at).max();
    newest.unwrap_or_else(|| SystemClock.now())
}

pub(crate) fn today() -> Date {
    SystemClock.now().to_zoned(jiff::tz::TimeZone::UTC).date()
}
