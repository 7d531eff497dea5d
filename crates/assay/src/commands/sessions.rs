use anyhow::bail;
use assay_domain::Language;
use assay_engine::{Clock as _, SystemClock};
use assay_server::{Session, Sessions};
use serde_json::json;

use crate::app::App;
use crate::exit::Exit;
use crate::removal_args::SessionsCommand;
use crate::table::{shorten, table};

pub(crate) fn run(app: &App, command: &SessionsCommand) -> anyhow::Result<Exit> {
    let sessions = Sessions::of_home(&app.settings.home);
    match command {
        SessionsCommand::List => list(app, &sessions),
        SessionsCommand::End { sessions: ids, all } => {
            let ended = if *all {
                sessions.end_all()?
            } else {
                for id in ids {
                    if !sessions.end(id)? {
                        bail!("there is no session {id}; `assay sessions list` shows them");
                    }
                }
                ids.len()
            };
            let told = language(app).pick(
                format!("{ended} sessions ended"),
                format!("已结束 {ended} 个会话"),
            );
            app.output.done(told, &json!({"ended": ended}))?;
            Ok(Exit::Fine)
        }
    }
}

fn language(app: &App) -> Language {
    app.settings.fixed_language().unwrap_or(Language::En)
}

fn list(app: &App, sessions: &Sessions) -> anyhow::Result<Exit> {
    let sessions = sessions.list(SystemClock.now())?;
    if app.output.json {
        app.output.value(&sessions)?;
        return Ok(Exit::Fine);
    }
    if sessions.is_empty() {
        app.output
            .say(language(app).pick("no browser is signed in", "没有浏览器处于登录状态"));
        return Ok(Exit::Fine);
    }
    let minute = |time: assay_domain::Timestamp| {
        let text = time.to_string();
        text.get(..16).unwrap_or_default().replace('T', " ")
    };
    let row = |session: &Session| {
        vec![
            session.id.clone(),
            minute(session.opened_at),
            minute(session.seen_at),
            session.server.trim_start_matches("assay_").to_owned(),
            shorten(&session.agent, 60),
        ]
    };
    let rows: Vec<Vec<String>> = sessions.iter().map(row).collect();
    app.output.data(&table(
        &["SESSION", "OPENED", "LAST USED", "PORT", "BROWSER"],
        &rows,
    ))?;
    Ok(Exit::Fine)
}
