use assay_domain::{DocumentId, Evidence, Language};
use assay_engine::{Explanation, Filter, Library, ScorePart};

use crate::app::App;
use crate::exit::Exit;
use crate::library_args::SearchArgs;
use crate::table::shorten;

pub(crate) fn run(app: &App, args: &SearchArgs) -> anyhow::Result<Exit> {
    let library = app.library(&app.store()?)?;
    let query = args.query.join(" ");
    let filter = filter(args);
    if args.explain {
        let (explanation, evidence) = library.explain(&query, &filter, args.limit)?;
        if app.output.json {
            app.output.value(&explanation)?;
            return Ok(Exit::Fine);
        }
        app.output.data(&overview(&explanation))?;
        for (evidence, found) in evidence.iter().zip(&explanation.hits) {
            let mut text = listed(evidence, found.hit.score);
            for part in &found.parts {
                text.push_str(&reason(part));
            }
            for copy in &found.copies {
                text.push_str("\n        the same words: ");
                text.push_str(copy.as_str());
            }
            app.output.data(&text)?;
        }
        return found_or_hint(app, &library, evidence.is_empty(), &filter);
    }
    let hits = library.search(&query, &filter, args.limit)?;
    if app.output.json {
        let hits: Vec<_> = hits
            .iter()
            .map(|(evidence, score)| serde_json::json!({"score": score, "evidence": evidence}))
            .collect();
        app.output.value(&hits)?;
        return Ok(Exit::Fine);
    }
    for (evidence, score) in &hits {
        app.output.data(&listed(evidence, *score))?;
    }
    found_or_hint(app, &library, hits.is_empty(), &filter)
}

fn filter(args: &SearchArgs) -> Filter {
    Filter {
        entities: args.entity.clone(),
        forms: args.form.clone(),
        period: args.period,
        since: args.since,
        until: args.until,
        tier: args.tier.map(Into::into),
        documents: args.document.iter().map(DocumentId::new).collect(),
    }
}

fn found_or_hint(
    app: &App,
    library: &Library,
    is_empty: bool,
    filter: &Filter,
) -> anyhow::Result<Exit> {
    if is_empty {
        let hint = if library.documents()?.is_empty() {
            "the library is empty; bring documents in with `assay ingest PATH`"
        } else if filter.is_empty() {
            "nothing found; try other words"
        } else {
            "nothing found among the documents that the filters let through; try other words or \
             fewer filters"
        };
        app.output.say(hint);
    }
    Ok(Exit::Fine)
}

fn listed(evidence: &Evidence, score: f32) -> String {
    let date = evidence
        .as_of
        .map_or_else(String::new, |date| format!(", {date}"));
    let place = evidence.place.iter().map(|place| place.text(Language::En));
    let headings = evidence.headings.iter().cloned();
    let heading = place.chain(headings).collect::<Vec<_>>().join(" > ");
    format!(
        "{score:>6.2}  {} (tier {:?}{date})  {heading}\n        {}\n        {}",
        evidence.source,
        evidence.tier,
        shorten(&evidence.quote, 160),
        evidence.passage,
    )
}

/// What was looked for: the words, how rare they are, and what else they are called.
fn overview(explanation: &Explanation) -> String {
    let words = explanation.words.iter().map(|word| {
        let (holders, rarity) = (word.holders, word.rarity);
        format!("{} (in {holders}, rarity {rarity:.2})", word.word)
    });
    let words: Vec<String> = words.collect();
    let mut text = format!(
        "{} passages; words: {}",
        explanation.passages,
        words.join(", ")
    );
    for expansion in &explanation.expansions {
        let (named, also) = (expansion.named.join(", "), expansion.also.join(", "));
        text.push_str(&format!("\n{named}: also, at less weight, {also}"));
    }
    text
}

fn reason(part: &ScorePart) -> String {
    let mut text = format!("\n        {:+.2}  {}", part.brings, part.word);
    if let Some(name) = &part.stands_for {
        text.push_str(&format!(" for {name}"));
    }
    for field in &part.fields {
        let (name, weight) = (field.field, field.weight);
        text.push_str(&format!(
            ", {name} {}× (weight {weight:.2})",
            field.occurrences
        ));
    }
    text.push_str(&format!(", rarity {:.2}", part.rarity));
    text
}
