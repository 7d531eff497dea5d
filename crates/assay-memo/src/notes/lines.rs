use assay_exports::{FigureId, FigureNote};
use assay_valuation::{ScenarioName, ScenarioValue, Traced};

use super::{Ledger, table_of};
use crate::amount;
use crate::error::MemoError;
use crate::words;

impl<'a> Ledger<'a> {
    /// The entry of a line of the valuation, with all that its formula names.
    pub(crate) fn line(&mut self, table: &'static str, id: &str) -> Result<FigureId, MemoError> {
        let Some(line) = self.find_line(table, id) else {
            return Err(MemoError::UnknownId {
                place: table.to_owned(),
                id: id.to_owned(),
            });
        };
        match line.formula.as_str() {
            "data point" | "claim" | "assumption" => self.input_line(table, line),
            "carried" => self.carried(table, line),
            _ => self.computed(table, line),
        }
    }

    fn computed(&mut self, table: &'static str, line: &'a Traced) -> Result<FigureId, MemoError> {
        let id = FigureId::new(format!("{table}/{}", line.id));
        let note = FigureNote {
            formula: Some(line.formula.clone()),
            ..self.line_note(table, &id, line)
        };
        if self.begin(note) {
            let inputs = line.inputs.iter().map(|input| self.line(table, input));
            let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
            self.set_inputs(&id, inputs);
        }
        Ok(id)
    }

    /// The result of a scenario in the table of the target.
    fn carried(&mut self, table: &'static str, line: &'a Traced) -> Result<FigureId, MemoError> {
        let from = line.inputs.first().map_or("", String::as_str);
        let scenario = from.split_once('/').map_or("", |(scenario, _)| scenario);
        match self.scenario_named(scenario) {
            Some(scenario) => self.scenario(scenario),
            None => Err(MemoError::UnknownId {
                place: format!("{table}/{}", line.id),
                id: from.to_owned(),
            }),
        }
    }

    pub(super) fn line_note(&self, table: &str, id: &FigureId, line: &Traced) -> FigureNote {
        FigureNote {
            id: id.clone(),
            label: words::line_title(&line.id, self.language()),
            value: match &line.unit {
                assay_valuation::Unit::Money(_) | assay_valuation::Unit::Shares => {
                    format!("{} {}", amount::exact(line.value.round_dp(2)), line.unit)
                }
                _ => amount::traced(line, self.language()),
            },
            formula: None,
            inputs: Vec::new(),
            source: self.model(),
            locator: Some(format!("{table}/{}", line.id)),
            url: None,
            checks: Vec::new(),
        }
    }

    /// Which model computed it.
    pub(crate) fn model(&self) -> String {
        let language = self.language();
        let Some(valuation) = self.dossier.valuation() else {
            return language.pick("valuation", "估值").to_owned();
        };
        let short: String = valuation.input_hash.chars().take(12).collect();
        let (version, day) = (&valuation.model_version, valuation.valuation_date);
        language.pick(
            format!("valuation model {version} of {day}, inputs {short}"),
            format!("估值模型 {version}，基准日 {day}，输入 {short}"),
        )
    }

    pub(super) fn scenario_named(&self, name: &str) -> Option<&'a ScenarioValue> {
        let valuation = self.dossier.valuation()?;
        let mut scenarios = valuation.scenarios.iter();
        scenarios.find(|scenario| scenario.name.id() == name)
    }

    /// The value of a share in a scenario: the leading model with some drivers exchanged.
    pub(crate) fn scenario(&mut self, scenario: &'a ScenarioValue) -> Result<FigureId, MemoError> {
        let language = self.language();
        let lead = self.dossier.valuation().and_then(|one| one.leading());
        let base = lead.map(|result| (table_of(result.method), &result.value_per_share));
        if scenario.name == ScenarioName::Base
            && let Some((table, line)) = base
        {
            return self.line(table, &line.id);
        }
        let name = scenario.name.id();
        let line = &scenario.value_per_share;
        let id = FigureId::new(format!("{name}/{}", line.id));
        let drivers = scenario.drivers.iter();
        let drivers = drivers.map(|driver| format!("{} = {}", driver.id, driver.value.normalize()));
        let drivers: Vec<String> = drivers.collect();
        let title = words::line_title(&line.id, language);
        let word = words::scenario(scenario.name, language);
        let note = FigureNote {
            label: language.pick(format!("{title}, {word}"), format!("{title}（{word}）")),
            formula: Some(format!("{} with {}", line.id, drivers.join(", "))),
            ..self.line_note(name, &id, line)
        };
        if self.begin(note) {
            let mut inputs = Vec::new();
            for driver in &scenario.drivers {
                inputs.push(self.scenario_driver(scenario, driver)?);
            }
            if let Some((table, line)) = base {
                inputs.push(self.line(table, &line.id)?);
            }
            self.set_inputs(&id, inputs);
        }
        Ok(id)
    }
}
