//! A frame in words that whoever asked can check.

use assay_domain::{AnswerForm, Language, Understood};

use super::{Frame, Kind};
use crate::known::Known;
use crate::measure::{Measure, Operand};

impl Frame {
    /// What the question was taken to ask.
    pub fn understood(&self, known: &Known) -> Understood {
        let subjects = self
            .subjects
            .iter()
            .filter_map(|place| known.company(*place));
        let measures = self
            .measures
            .iter()
            .map(|measure| named(measure, self.language));
        let mut asked: Vec<String> = measures.collect();
        if asked.is_empty() && !self.topic.trim().is_empty() {
            asked.push(self.topic.trim().to_owned());
        }
        Understood {
            subjects: subjects.map(|company| company.name.clone()).collect(),
            meant: self.meant.clone(),
            asked,
            periods: self.when.periods.iter().map(ToString::to_string).collect(),
            newest: self.when.newest,
            form: match self.kind {
                Kind::LookUp => AnswerForm::LookUp,
                Kind::Compare => AnswerForm::Compare,
                Kind::Explain => AnswerForm::Explain,
                Kind::List => AnswerForm::List,
                Kind::HowTo => AnswerForm::HowTo,
                Kind::Judge => AnswerForm::Judge,
            },
        }
    }
}

fn named(measure: &Measure, language: Language) -> String {
    let name = |operand: &Operand| match operand {
        Operand::Filed(metric) => assay_facts::metric_title(metric, language).to_owned(),
        Operand::Worded(words) => words.clone(),
    };
    match measure {
        Measure::Level(one) => name(one),
        Measure::Ratio(part, whole) => format!("{} / {}", name(part), name(whole)),
        Measure::Sum(one, other) => format!("{} + {}", name(one), name(other)),
    }
}
