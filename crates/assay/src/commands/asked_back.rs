//! What a planner asks back, put to whoever sits at the terminal.

use std::io::{BufRead as _, IsTerminal, Write as _};
use std::thread;

use assay_domain::{Language, PlannerQuestion};
use tokio::sync::oneshot;

use crate::app::App;
use crate::shown::harmless;

/// Whether somebody is there who can read a question and answer it.
pub(super) fn has_somebody(app: &App) -> bool {
    !app.output.json && std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// What came of a question.
pub(super) enum Heard {
    /// With nothing said, what the planner assumes stands.
    Answer(Option<String>),
    Interrupted,
}

/// Asks once. Where nobody is there, nothing is said.
pub(super) async fn ask(
    app: &App,
    asked: &PlannerQuestion,
    language: Language,
) -> anyhow::Result<Heard> {
    let assumed = language.pick("without an answer, taken for granted:", "不回答则假定：");
    let assumed = format!("{assumed} {}", harmless(&asked.assumption));
    if !has_somebody(app) {
        app.output
            .say(format!("{}\n{assumed}", harmless(&asked.question)));
        return Ok(Heard::Answer(None));
    }
    let mut text = format!("{}\n", harmless(&asked.question));
    for (option, number) in asked.options.iter().zip(1..) {
        text.push_str(&format!("  {number}. {}\n", harmless(option)));
    }
    eprint!("{text}{assumed}\n> ");
    std::io::stderr().flush()?;
    // a thread of its own: whoever waits for a line cannot be stopped
    let (send, line) = oneshot::channel();
    thread::spawn(move || {
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        drop(send.send(read.map(|_| line)));
    });
    let line = tokio::select! {
        line = line => line??,
        signal = tokio::signal::ctrl_c() => {
            signal?;
            return Ok(Heard::Interrupted);
        }
    };
    Ok(Heard::Answer(chosen(&line, &asked.options)))
}

/// A number stands for the option that it is of.
fn chosen(line: &str, options: &[String]) -> Option<String> {
    let line = line.trim();
    let mut numbered = options.iter().zip(1..);
    let option = numbered.find(|(_, number): &(_, usize)| number.to_string() == line);
    let answer = option.map_or(line, |(option, _)| option);
    (!answer.is_empty()).then(|| answer.to_owned())
}

#[cfg(test)]
mod tests {
    use super::chosen;

    #[test]
    fn a_number_chooses_and_words_are_taken_as_they_are() {
        let options = [
            "the northern line".to_owned(),
            "the southern line".to_owned(),
        ];
        for (line, expected) in [
            ("2\n", Some("the southern line")),
            ("  both, since 2019\n", Some("both, since 2019")),
            ("3\n", Some("3")),
            ("0\n", Some("0")),
            ("\n", None),
            ("", None),
        ] {
            assert_eq!(chosen(line, &options).as_deref(), expected, "{line:?}");
        }
    }
}
