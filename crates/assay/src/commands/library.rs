use assay_domain::{Document, DocumentId, Language, TierBasis};
use assay_engine::{Library, SystemClock};

use super::removal;
use crate::app::App;
use crate::exit::Exit;
use crate::library_args::{LibraryCommand, TierArgs};
use crate::table::{shorten, table};

pub(crate) async fn run(app: &App, command: &LibraryCommand) -> anyhow::Result<Exit> {
    let library = app.library(&app.store()?)?;
    match command {
        LibraryCommand::List => list(app, &library),
        LibraryCommand::Tier(args) => tier(app, &library, args).await,
        LibraryCommand::Remove(args) => removal::documents(app, &library, args).await,
    }
}

fn list(app: &App, library: &Library) -> anyhow::Result<Exit> {
    let documents = library.documents()?;
    if app.output.json {
        app.output.value(&documents)?;
        return Ok(Exit::Fine);
    }
    let language = app.settings.fixed_language().unwrap_or(Language::En);
    if documents.is_empty() {
        app.output.say(language.pick(
            "the library is empty; `assay ingest` brings documents in",
            "资料库为空；用 `assay ingest` 收录文档",
        ));
        return Ok(Exit::Fine);
    }
    let row = |document: &Document| {
        let date = document.date.map(|date| date.to_string());
        vec![
            document.id.to_string(),
            format!("{:?}", document.tier),
            date.unwrap_or_else(|| "–".to_owned()),
            shorten(&document.title, 60),
            shorten(&basis(document, language), 60),
        ]
    };
    let rows: Vec<Vec<String>> = documents.iter().map(row).collect();
    app.output.data(&table(
        &["DOCUMENT", "TIER", "DATE", "TITLE", "TIER BY"],
        &rows,
    ))?;
    app.output.say(language.pick(
        "hint: assay library tier DOCUMENT A|B|C|D --reason \"…\" corrects a tier",
        "hint: 用 assay library tier 文档 A|B|C|D --reason \"…\" 更正等级",
    ));
    Ok(Exit::Fine)
}

async fn tier(app: &App, library: &Library, args: &TierArgs) -> anyhow::Result<Exit> {
    let id = DocumentId::new(args.document.as_str());
    let document = library
        .declare_tier(&id, args.tier.into(), args.reason.clone(), &SystemClock)
        .await?;
    if app.output.json {
        app.output.value(&document)?;
    } else {
        let (title, tier) = (&document.title, document.tier);
        app.output.say(format!("{id} is of tier {tier:?}: {title}"));
    }
    Ok(Exit::Fine)
}

/// By what a document has its tier.
fn basis(document: &Document, language: Language) -> String {
    document.tier_basis.as_ref().map_or_else(
        || {
            language
                .pick("by its name, in an earlier version", "早先版本按文件名判定")
                .to_owned()
        },
        |basis: &TierBasis| basis.text(language),
    )
}
