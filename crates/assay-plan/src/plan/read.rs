//! Reads JSON into a draft, noting every problem on the way instead of stopping at the first.

use std::collections::BTreeSet;

use assay_domain::ResearchType;

use super::draft::{Draft, DraftHints, DraftTask, Texts};
use super::problem::{PlanProblem, PlanProblemKind};
use super::spelling::nearest;
use super::tree::Tree;

/// Whose text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// A person's: what is not exactly right is reported.
    Strict,
    /// A planner's: what can mean only one thing is taken for it.
    Lenient,
}

const PLAN_FIELDS: &[&str] = &["research_type", "topic", "objectives", "tasks"];
const TASK_FIELDS: &[&str] = &["id", "description", "dependencies", "hints"];
const HINT_FIELDS: &[&str] = &["data_needs", "key_questions", "suggested_tools"];

/// Editors put this field into JSON files to find the schema; it says nothing about the plan.
const SCHEMA_FIELD: &str = "$schema";

pub(super) fn parse_tree(text: &str) -> Result<Tree, PlanProblem> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err(PlanProblem::at("", PlanProblemKind::Empty));
    }
    serde_json::from_str(text).map_err(|error| {
        let whole = error.to_string();
        let reason = match error.classify() {
            serde_json::error::Category::Eof => "the text ends too early",
            _ => whole.split(" at line ").next().unwrap_or(&whole),
        }
        .to_owned();
        let (line, column) = (error.line(), error.column());
        PlanProblem::at(
            "",
            PlanProblemKind::Syntax {
                line,
                column,
                reason,
            },
        )
    })
}

pub(super) fn read_plan(tree: Tree, reading: Reading) -> (Draft, Vec<PlanProblem>) {
    let mut reader = Reader {
        reading,
        problems: Vec::new(),
    };
    let draft = reader.plan(tree);
    (draft, reader.problems)
}

struct Reader {
    reading: Reading,
    problems: Vec<PlanProblem>,
}

/// The fields of one object, taken out by name.
struct Fields {
    pointer: String,
    fields: Vec<(String, Tree)>,
    /// Known fields that an unknown one was probably meant to be; they are not reported missing.
    misspelt: Vec<&'static str>,
}

impl Fields {
    fn take(&mut self, name: &str) -> Option<Tree> {
        let place = self.fields.iter().position(|(field, _)| field == name)?;
        Some(self.fields.remove(place).1)
    }

    fn pointer_to(&self, field: &str) -> String {
        format!("{}/{}", self.pointer, escape(field))
    }
}

impl Reader {
    fn plan(&mut self, tree: Tree) -> Draft {
        let Some(mut fields) = self.object(tree, String::new(), PLAN_FIELDS) else {
            return Draft::default();
        };
        Draft {
            research_type: self
                .required(&mut fields, "research_type", "\"company\"")
                .and_then(|tree| self.research_type(tree)),
            topic: self
                .required(&mut fields, "topic", "\"Tesla in depth\"")
                .and_then(|tree| self.text(tree, "/topic")),
            objectives: self
                .required(&mut fields, "objectives", "[\"judge its margins\"]")
                .and_then(|tree| self.texts(tree, "/objectives")),
            tasks: self
                .required(&mut fields, "tasks", "[{\"id\": 1, …}]")
                .and_then(|tree| self.list(tree, "/tasks", "a list of tasks"))
                .map(|items| {
                    let tasks = items.into_iter().enumerate();
                    tasks.map(|(index, tree)| self.task(tree, index)).collect()
                }),
        }
    }

    fn task(&mut self, tree: Tree, index: usize) -> DraftTask {
        let Some(mut fields) = self.object(tree, format!("/tasks/{index}"), TASK_FIELDS) else {
            return DraftTask::default();
        };
        let id_pointer = fields.pointer_to("id");
        let description_pointer = fields.pointer_to("description");
        let dependencies_pointer = fields.pointer_to("dependencies");
        DraftTask {
            id: self
                .required(&mut fields, "id", "1")
                .and_then(|tree| self.task_number(tree, id_pointer)),
            description: self
                .required(&mut fields, "description", "\"Financial performance\"")
                .and_then(|tree| self.text(tree, &description_pointer)),
            dependencies: self
                .required(&mut fields, "dependencies", "[]")
                .and_then(|tree| self.list(tree, &dependencies_pointer, "a list of task numbers"))
                .map(|items| {
                    let items = items.into_iter().enumerate();
                    items
                        .map(|(place, tree)| {
                            self.task_number(tree, format!("{dependencies_pointer}/{place}"))
                        })
                        .collect()
                }),
            hints: self.hints(&mut fields),
        }
    }

    fn hints(&mut self, task: &mut Fields) -> Option<Option<DraftHints>> {
        let pointer = task.pointer_to("hints");
        let tree = match task.take("hints") {
            None => return Some(None),
            Some(Tree::Null) if self.reading == Reading::Lenient => return Some(None),
            Some(tree) => tree,
        };
        let mut fields = self.object(tree, pointer, HINT_FIELDS)?;
        let mut list = |name| match fields.take(name) {
            None => Some(Vec::new()),
            Some(Tree::Null) if self.reading == Reading::Lenient => Some(Vec::new()),
            Some(tree) => self.texts(tree, &fields.pointer_to(name)),
        };
        Some(Some(DraftHints {
            data_needs: list("data_needs"),
            key_questions: list("key_questions"),
            suggested_tools: list("suggested_tools"),
        }))
    }

    /// The fields of an object, once repeated and unknown ones are reported.
    fn object(
        &mut self,
        tree: Tree,
        pointer: String,
        allowed: &'static [&'static str],
    ) -> Option<Fields> {
        let Tree::Object(fields) = tree else {
            self.wrong_type(&pointer, "an object", &tree);
            return None;
        };
        let mut fields = Fields {
            pointer,
            fields,
            misspelt: Vec::new(),
        };
        let mut seen = BTreeSet::new();
        for (field, _) in &fields.fields {
            let at_top = fields.pointer.is_empty();
            if !seen.insert(field.as_str()) {
                let field = field.clone();
                let pointer = fields.pointer_to(&field);
                self.report(pointer, PlanProblemKind::RepeatedField { field });
            } else if !(allowed.contains(&field.as_str())
                || self.reading == Reading::Lenient
                || at_top && field == SCHEMA_FIELD)
            {
                let did_you_mean = nearest(field, allowed);
                fields.misspelt.extend(did_you_mean);
                let kind = PlanProblemKind::UnknownField {
                    field: field.clone(),
                    did_you_mean,
                    allowed,
                };
                self.report(fields.pointer_to(field), kind);
            }
        }
        Some(fields)
    }

    fn required(
        &mut self,
        fields: &mut Fields,
        field: &'static str,
        example: &'static str,
    ) -> Option<Tree> {
        let found = fields.take(field);
        if found.is_none() && !fields.misspelt.contains(&field) {
            let pointer = fields.pointer.clone();
            self.report(pointer, PlanProblemKind::MissingField { field, example });
        }
        found
    }

    fn research_type(&mut self, tree: Tree) -> Option<ResearchType> {
        let name = self.text(tree, "/research_type")?;
        let wanted = match self.reading {
            Reading::Strict => name.clone(),
            Reading::Lenient => name.trim().to_lowercase(),
        };
        let found = ResearchType::ALL
            .into_iter()
            .find(|known| known.name() == wanted);
        if found.is_none() {
            let did_you_mean = nearest(&name, &ResearchType::ALL.map(ResearchType::name));
            self.report(
                "/research_type".to_owned(),
                PlanProblemKind::UnknownResearchType {
                    found: name,
                    did_you_mean,
                },
            );
        }
        found
    }

    fn task_number(&mut self, tree: Tree, pointer: String) -> Option<u32> {
        let number = match &tree {
            Tree::Integer(number) => Some(*number),
            Tree::Text(text) if self.reading == Reading::Lenient => text.trim().parse().ok(),
            _ => None,
        };
        let Some(number) = number else {
            self.wrong_type(&pointer, "a task number", &tree);
            return None;
        };
        let found = u32::try_from(number).ok();
        if found.is_none() {
            let found = number.to_string();
            self.report(pointer, PlanProblemKind::IdOutOfRange { found });
        }
        found
    }

    fn text(&mut self, tree: Tree, pointer: &str) -> Option<String> {
        match tree {
            Tree::Text(text) => Some(text),
            other => {
                self.wrong_type(pointer, "a string", &other);
                None
            }
        }
    }

    fn texts(&mut self, tree: Tree, pointer: &str) -> Option<Texts> {
        let lenient = self.reading == Reading::Lenient;
        if let (Tree::Text(text), true) = (&tree, lenient) {
            return Some(vec![Some(text.clone())]);
        }
        let items = self.list(tree, pointer, "a list of strings")?;
        let mut texts: Texts = items
            .into_iter()
            .enumerate()
            .map(|(place, item)| self.text(item, &format!("{pointer}/{place}")))
            .collect();
        if lenient {
            texts.retain(|text| text.as_ref().is_none_or(|text| !text.trim().is_empty()));
        }
        Some(texts)
    }

    fn list(&mut self, tree: Tree, pointer: &str, expected: &'static str) -> Option<Vec<Tree>> {
        match tree {
            Tree::List(items) => Some(items),
            other => {
                self.wrong_type(pointer, expected, &other);
                None
            }
        }
    }

    fn wrong_type(&mut self, pointer: &str, expected: &'static str, found: &Tree) {
        let found = found.kind();
        self.report(
            pointer.to_owned(),
            PlanProblemKind::WrongType { expected, found },
        );
    }

    fn report(&mut self, pointer: String, kind: PlanProblemKind) {
        self.problems.push(PlanProblem::at(pointer, kind));
    }
}

/// RFC 6901: `~` and `/` inside a name are written `~0` and `~1`.
fn escape(field: &str) -> String {
    field.replace('~', "~0").replace('/', "~1")
}
