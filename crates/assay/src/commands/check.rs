use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use assay_domain::{Language, Outcome};
use assay_engine::{CheckedText, Library, SystemClock, TextToCheck, Uncited};
use assay_store::Store;

use super::checked::{lines, page, summary};
use crate::app::App;
use crate::check_args::CheckArgs;
use crate::exit::Exit;
use crate::users_file;

/// Longest text that is checked, in bytes: a whole book.
const LONGEST: u64 = 8 << 20;

pub(crate) async fn run(app: &App, args: &CheckArgs) -> anyhow::Result<Exit> {
    let text = text_of(&args.file)?;
    let language = args
        .language
        .map_or_else(|| Language::of_text(&text), Language::from);
    let to_check = TextToCheck {
        markdown: &text,
        language,
        evidence: &[],
        uncited: Uncited::Search(&[]),
        formulas: &args.formula,
    };
    let checked = if args.against.is_empty() {
        let library = app.library(&app.store()?)?;
        if library.documents()?.is_empty() {
            bail!(language.pick(
                "the library is empty, so there is nothing to check against; bring documents in with `assay ingest PATH`, or name some with --against PATH",
                "资料库为空，没有可供核对的内容；请用 `assay ingest 路径` 导入文档，或用 --against 路径 指定文件",
            ));
        }
        library.check_text(&to_check)?
    } else {
        check_against(app, &args.against, &to_check).await?
    };
    if let Some(out) = &args.html {
        let title = args.file.file_name().unwrap_or(args.file.as_os_str());
        let page = page(&checked, &text, &title.to_string_lossy(), language);
        users_file::write(out, page).with_context(|| format!("cannot write {}", out.display()))?;
    }
    tell(app, &checked, language)?;
    Ok(match checked.passes {
        true => Exit::Fine,
        false => Exit::Run(Outcome::Degraded),
    })
}

fn tell(app: &App, checked: &CheckedText, language: Language) -> anyhow::Result<()> {
    if app.output.json {
        return app.output.value(checked);
    }
    for sentence in &checked.sentences {
        app.output.data(&lines(sentence, language))?;
    }
    app.output.data(&summary(checked, language))
}

/// Against files alone: a library that lives as long as the check, and that no research ever sees.
async fn check_against(
    app: &App,
    paths: &[PathBuf],
    text: &TextToCheck<'_>,
) -> anyhow::Result<CheckedText> {
    let home = tempfile::tempdir().context("cannot make a folder for the check")?;
    let library: Library = app.library(&Store::open(home.path())?)?;
    let (came_in, refused) = library.ingest(paths, None, &SystemClock, &|_| {}).await?;
    for refusal in &refused {
        let (reason, code) = (&refusal.reason, refusal.code);
        let not_read = text.language.pick("not checked against", "未用于核对");
        app.output.warn(format!("{not_read}: {reason} ({code})"));
    }
    if came_in.is_empty() {
        bail!(text.language.pick(
            "--against names no file that can be read, so there is nothing to check against",
            "--against 所指定的文件均无法读取，没有可供核对的内容",
        ));
    }
    for ingested in &came_in {
        let document = &ingested.document;
        for span in &document.quarantined {
            let (origin, reason, rule) = (&document.origin, &span.reason, &span.rule);
            let taken_out = text.language.pick("quarantined in", "已隔离");
            app.output
                .say(format!("{taken_out} {origin}: {reason} ({rule})"));
        }
    }
    Ok(library.check_text(text)?)
}

fn text_of(file: &Path) -> anyhow::Result<String> {
    let shown = file.display();
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        io::stdin().take(LONGEST + 1).read_to_end(&mut bytes)
    } else {
        let opened = fs::File::open(file);
        opened.and_then(|open| open.take(LONGEST + 1).read_to_end(&mut bytes))
    };
    read.with_context(|| format!("cannot read {shown}"))?;
    if bytes.len() as u64 > LONGEST {
        bail!("{shown} is longer than {LONGEST} bytes; check it in parts");
    }
    let text = String::from_utf8(bytes).ok();
    let text = text.filter(|text| !text.contains('\0')).with_context(|| {
        format!("{shown} is not text in UTF-8; save it as text or Markdown and check that")
    })?;
    if text.trim().is_empty() {
        bail!("{shown} is empty; there is nothing to check");
    }
    Ok(text)
}
