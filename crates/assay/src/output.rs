use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

use assay_server::{Look, mask, masked_lines};
use console::Term;
use secrecy::SecretString;
use serde::Serialize;
use serde_json::Value;

use crate::rendered::{Colour, rendered};
use crate::shown::harmless;

/// Of a terminal that does not say how wide it is.
const USUAL_COLUMNS: usize = 80;
/// Narrower than this, words are cut rather than laid out.
const LEAST_COLUMNS: usize = 20;
/// Longer lines are hard to read.
const MOST_COLUMNS: usize = 100;

/// Where data goes: standard output. Talk goes to standard error through [`Output::say`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    pub(crate) json: bool,
    pub(crate) quiet: bool,
    /// The keys of this installation where what is printed may quote a run: what a model said of a
    /// key, its own or one of these, is masked.
    pub(crate) masks: Option<&'static [(String, SecretString)]>,
}

impl Output {
    /// The same for what a run holds. The keys are kept for as long as the program runs: a command.
    pub(crate) fn masking(self, secrets: Vec<(String, SecretString)>) -> Self {
        Self {
            masks: Some(Box::leak(secrets.into_boxed_slice())),
            ..self
        }
    }

    fn masked(self, text: &str) -> Cow<'_, str> {
        let clean = self
            .masks
            .and_then(|secrets| masked_lines(text, Look::Whole(secrets)));
        clean.map_or(Cow::Borrowed(text), Cow::Owned)
    }

    /// A value as JSON, without keys.
    fn json_of<T: Serialize>(
        self,
        value: &T,
        written: impl Fn(&Value) -> serde_json::Result<String>,
    ) -> anyhow::Result<String> {
        let mut value = serde_json::to_value(value)?;
        if let Some(secrets) = self.masks {
            mask(&mut value, Look::Whole(secrets));
        }
        Ok(written(&value)?)
    }

    /// Lines for the reader: what foreign text in them would make a terminal do is spelt out.
    pub(crate) fn data(self, text: &str) -> anyhow::Result<()> {
        write_out(&harmless(&self.masked(text)))
    }

    /// A whole text, as a report is: into a file or another program as it is, spelt out for a
    /// terminal.
    pub(crate) fn document(self, text: &str) -> anyhow::Result<()> {
        if io::stdout().is_terminal() {
            self.data(text)
        } else {
            write_out(&self.masked(text))
        }
    }

    /// A text in Markdown: into a file or another program as it is, laid out for a terminal.
    pub(crate) fn markdown(self, text: &str) -> anyhow::Result<()> {
        let text = &self.masked(text);
        if !io::stdout().is_terminal() {
            return write_out(text);
        }
        let columns = Term::stdout().size_checked();
        let columns = columns.map_or(USUAL_COLUMNS, |(_, columns)| usize::from(columns));
        let colour = match console::colors_enabled() {
            true => Colour::On,
            false => Colour::Off,
        };
        let columns = columns.clamp(LEAST_COLUMNS, MOST_COLUMNS);
        // what foreign text would make a terminal do is spelt out before anything is laid out
        write_out(&rendered(&harmless(text), columns, colour))
    }

    pub(crate) fn value<T: Serialize>(self, value: &T) -> anyhow::Result<()> {
        write_out(&self.json_of(value, serde_json::to_string_pretty)?)
    }

    /// A value as one of many lines.
    pub(crate) fn value_line<T: Serialize>(self, value: &T) -> anyhow::Result<()> {
        write_out(&self.json_of(value, serde_json::to_string)?)
    }

    /// A text in Markdown; in JSON mode `value`, which holds it.
    pub(crate) fn markdown_or(self, text: &str, value: &serde_json::Value) -> anyhow::Result<()> {
        if self.json {
            self.value(value)
        } else {
            self.markdown(text)
        }
    }

    /// A text; in JSON mode `value`, which holds it.
    pub(crate) fn text(self, text: &str, value: &serde_json::Value) -> anyhow::Result<()> {
        if self.json {
            self.value(value)
        } else {
            self.document(text)
        }
    }

    /// What was done, for the person who watches; in JSON mode as data.
    pub(crate) fn done(
        self,
        text: impl AsRef<str>,
        value: &serde_json::Value,
    ) -> anyhow::Result<()> {
        if self.json {
            return self.value(value);
        }
        self.say(text);
        Ok(())
    }

    /// A line for the person who watches.
    pub(crate) fn say(self, text: impl AsRef<str>) {
        if !self.quiet {
            self.warn(text);
        }
    }

    /// A line about what went wrong, which a person wants even when nothing else is said.
    pub(crate) fn warn(self, text: impl AsRef<str>) {
        tell(&self.masked(text.as_ref()));
    }

    pub(crate) fn to_terminal(self) -> bool {
        !self.json && io::stdout().is_terminal()
    }
}

/// A line to standard error. Who reads no more of it is not told, and the work goes on.
pub(crate) fn tell(text: &str) {
    drop(writeln!(io::stderr().lock(), "{}", harmless(text)));
}

fn write_out(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let newline = if text.ends_with('\n') { "" } else { "\n" };
    ignore_closed(write!(out, "{text}{newline}").and_then(|()| out.flush()))
}

/// A reader that closed the pipe (`| head`) has had enough; that is no error.
fn ignore_closed(result: io::Result<()>) -> anyhow::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}
