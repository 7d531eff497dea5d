use std::collections::BTreeMap;

use serde_json::json;

use crate::app::App;
use crate::args::ConfigCommand;
use crate::config::Settings;
use crate::exit::Exit;
use crate::table::table;

pub(crate) fn run(app: &App, command: Option<ConfigCommand>) -> anyhow::Result<Exit> {
    let settings = &app.settings;
    match command {
        None => show(app)?,
        Some(ConfigCommand::Path) => app.output.text(
            &settings.file.display().to_string(),
            &json!({"file": settings.file}),
        )?,
        Some(ConfigCommand::Get { key }) => {
            let value = settings.get(&key)?;
            if app.output.json {
                app.output.value(&json!({
                    "key": key, "value": value.text, "source": value.source.to_string(),
                }))?;
            } else {
                app.output.data(&value.text)?;
            }
        }
        Some(ConfigCommand::Set { key, value }) => {
            settings.change_file(&key, Some(&value), |_| Ok(()))?;
            app.output.done(
                format!("{key} = {value} in {}", settings.file.display()),
                &json!({"key": key, "value": value, "file": settings.file}),
            )?;
        }
        Some(ConfigCommand::Unset { key }) => {
            settings.change_file(&key, None, |_| Ok(()))?;
            app.output.done(
                format!("{key} is back to its default"),
                &json!({"key": key, "file": settings.file}),
            )?;
        }
    }
    Ok(Exit::Fine)
}

fn show(app: &App) -> anyhow::Result<()> {
    let settings = &app.settings;
    if app.output.json {
        let values: BTreeMap<_, _> = settings
            .values()
            .iter()
            .map(|(key, value)| {
                (
                    key,
                    json!({"value": value.text, "source": value.source.to_string()}),
                )
            })
            .collect();
        return app.output.value(&json!({
            "home": settings.home,
            "home_source": settings.home_source.to_string(),
            "file": settings.file,
            "values": values,
        }));
    }
    let mut rows = vec![vec![
        "home".to_owned(),
        settings.home.display().to_string(),
        settings.home_source.to_string(),
        "the folder that holds all state".to_owned(),
    ]];
    for (key, value) in settings.values() {
        let text = if value.text.is_empty() {
            "–".to_owned()
        } else {
            value.text.clone()
        };
        rows.push(vec![
            key.clone(),
            text,
            value.source.to_string(),
            Settings::about(key).to_owned(),
        ]);
    }
    app.output
        .data(&table(&["SETTING", "VALUE", "FROM", "WHAT IT IS"], &rows))?;
    app.output.say(format!("file: {}", settings.file.display()));
    Ok(())
}
