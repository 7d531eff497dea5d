use std::collections::BTreeMap;
use std::fmt;

use secrecy::{ExposeSecret, SecretString};

/// The environment that the binary was started in. Servers see of it what the allow-list and
/// `mcp.json` name, and nothing else.
#[derive(Clone, Default)]
pub struct Environment(BTreeMap<String, SecretString>);

impl Environment {
    pub fn new(variables: impl IntoIterator<Item = (String, String)>) -> Self {
        let variables = variables.into_iter();
        Self(variables.map(|(k, v)| (k, v.into())).collect())
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(ExposeSecret::expose_secret)
    }
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Environment({} variables)", self.0.len())
    }
}

/// A value of `mcp.json` in which `${NAME}` stands for a variable of the environment.
pub(crate) struct Template(Vec<Piece>);

enum Piece {
    Literal(SecretString),
    Variable(String),
}

impl Template {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${") {
            let (name, behind) = after
                .split_once('}')
                .ok_or("`${` has no `}`; write ${NAME}")?;
            let good = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if name.is_empty() || !name.chars().all(good) {
                return Err(
                    "`${…}` names no variable; write ${NAME} with letters, digits and `_`".into(),
                );
            }
            pieces.push(Piece::Literal(before.into()));
            pieces.push(Piece::Variable(name.to_owned()));
            rest = behind;
        }
        pieces.push(Piece::Literal(rest.into()));
        Ok(Self(pieces))
    }

    /// `Err` is the name of the variable that is not set.
    pub(crate) fn fill(&self, environment: &Environment) -> Result<SecretString, String> {
        let mut filled = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Literal(text) => filled.push_str(text.expose_secret()),
                Piece::Variable(name) => {
                    filled.push_str(environment.get(name).ok_or_else(|| name.clone())?);
                }
            }
        }
        Ok(filled.into())
    }
}

impl fmt::Debug for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Template")
    }
}
