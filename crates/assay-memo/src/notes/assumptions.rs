use assay_exports::{FigureId, FigureNote};
use assay_valuation::{Input, InputBasis, ScenarioValue, Traced, Unit};

use super::Ledger;
use crate::amount;
use crate::error::MemoError;
use crate::words;

impl<'a> Ledger<'a> {
    /// The entry of an input. One that is a data point as it stands is that data point.
    pub(super) fn input_line(
        &mut self,
        table: &'static str,
        line: &'a Traced,
    ) -> Result<FigureId, MemoError> {
        let id = FigureId::new(format!("{table}/{}", line.id));
        if line.formula == "data point"
            && let Some(origin) = line.inputs.first()
        {
            if let Some(point) = self.points.get(origin.as_str()).copied()
                && point.value == line.value
            {
                return self.point(point);
            }
            if let Some((quote, _)) = self.dossier.price_named(origin)
                && quote.value == line.value
                && let Some(id) = self.price_named(origin)
            {
                return Ok(id);
            }
        }
        let found = self.input_named(table, &line.id);
        let note = match found {
            Some(input) => self.input_note(&id, table, input),
            None => self.line_note(table, &id, line),
        };
        if self.begin(note) {
            let inputs = self.evidence_of(table, id.as_str(), &line.inputs)?;
            self.set_inputs(&id, inputs);
        }
        Ok(id)
    }

    /// The input behind a line: a named one, a weight of a scenario or an amount of a peer.
    fn input_named(&self, table: &str, id: &str) -> Option<&'a Input> {
        let request = self.dossier.request()?;
        if let Some(name) = id.strip_prefix("probability.") {
            let mut scenarios = request.scenarios.iter();
            let scenario = scenarios.find(|one| one.name.id() == name);
            return scenario.map(|scenario| &scenario.probability);
        }
        if table == super::COMPARABLES && id.contains(".peer") {
            return None;
        }
        request.inputs.get(id)
    }

    pub(super) fn scenario_driver(
        &mut self,
        scenario: &'a ScenarioValue,
        driver: &'a Traced,
    ) -> Result<FigureId, MemoError> {
        let table = scenario.name.id();
        let id = FigureId::new(format!("{table}/{}", driver.id));
        let request = self.dossier.request();
        let found = request.and_then(|request| {
            let of = request
                .scenarios
                .iter()
                .find(|one| one.name == scenario.name)?;
            of.drivers.iter().find(|input| input.name() == driver.id)
        });
        let note = match found {
            Some(input) => self.input_note(&id, table, input),
            None => self.line_note(table, &id, driver),
        };
        if self.begin(note) {
            let inputs = self.evidence_of(table, id.as_str(), &driver.inputs)?;
            self.set_inputs(&id, inputs);
        }
        Ok(id)
    }

    /// The entry of a named input of the request, whether a sheet reads it or not.
    pub(crate) fn assumption(&mut self, input: &'a Input) -> Result<FigureId, MemoError> {
        let lead = self.dossier.valuation().and_then(|one| one.leading());
        if let Some(lead) = lead {
            let table = super::table_of(lead.method);
            if self.find_line(table, input.name()).is_some() {
                return self.line(table, input.name());
            }
        }
        let id = FigureId::new(format!("input/{}", input.name()));
        let note = self.input_note(&id, "input", input);
        if self.begin(note) {
            let inputs = self.evidence_of("input", id.as_str(), &input.basis().ids())?;
            self.set_inputs(&id, inputs);
        }
        Ok(id)
    }

    fn input_note(&self, id: &FigureId, table: &str, input: &Input) -> FigureNote {
        let language = self.language();
        let (source, locator) = match input.basis() {
            InputBasis::DataPoint { id } => (
                language
                    .pick("data point of the run", "本次运行的数据点")
                    .to_owned(),
                id.clone(),
            ),
            InputBasis::Claim { id } => (
                language.pick(format!("claim {id}"), format!("论断 {id}")),
                format!("{table}/{}", input.name()),
            ),
            InputBasis::Assumption {
                reason,
                owner,
                expires,
                ..
            } => (
                language.pick(format!("assumption: {reason}"), format!("假设：{reason}")),
                language.pick(
                    format!(
                        "owner: {owner}; as of {}; holds until {expires}",
                        input.as_of()
                    ),
                    format!(
                        "负责人：{owner}；时点 {}；有效期至 {expires}",
                        input.as_of()
                    ),
                ),
            ),
        };
        FigureNote {
            id: id.clone(),
            label: words::line_title(input.name(), language),
            value: match input.unit() {
                Unit::Money(_) | Unit::Shares => {
                    format!("{} {}", amount::exact(input.value()), input.unit())
                }
                unit => amount::in_unit(input.name(), input.value(), unit, language),
            },
            formula: None,
            inputs: Vec::new(),
            source,
            locator: Some(locator),
            url: None,
            checks: Vec::new(),
        }
    }

    /// What an input rests on. Passages go to the list of sources.
    fn evidence_of(
        &mut self,
        table: &'static str,
        place: &str,
        ids: &[String],
    ) -> Result<Vec<FigureId>, MemoError> {
        let mut found: Vec<FigureId> = Vec::new();
        for id in ids {
            if let Some(name) = id.strip_prefix("assumption:") {
                found.extend(self.named_assumption(table, place, name)?);
            } else if let Some(point) = self.points.get(id.as_str()).copied() {
                found.push(self.point(point)?);
            } else if let Some(quote) = self.price_named(id) {
                found.push(quote);
            } else if let Some(claim) = self.dossier.thesis.claims.iter().find(|one| one.id == *id)
            {
                for (evidence, _) in &claim.evidence {
                    self.cite(place, evidence)?;
                }
            } else {
                self.cite(place, &assay_domain::EvidenceId::new(id))
                    .map_err(|_| MemoError::UnknownId {
                        place: place.to_owned(),
                        id: id.clone(),
                    })?;
            }
        }
        found.dedup();
        Ok(found)
    }

    /// An assumption that another one rests on; none where it is the input itself.
    fn named_assumption(
        &mut self,
        table: &'static str,
        place: &str,
        name: &str,
    ) -> Result<Option<FigureId>, MemoError> {
        let own = format!("{table}/{name}");
        let request = self.dossier.request();
        let wanted = format!("assumption:{name}");
        let found = request.and_then(|request| {
            let has_name = |input: &&Input| input.basis().ids().first() == Some(&wanted);
            request.inputs.iter().find(has_name)
        });
        match found {
            Some(input) if own != place && !place.ends_with(&format!("/{}", input.name())) => {
                self.assumption(input).map(Some)
            }
            // An input is named by its own assumption first.
            _ => Ok(None),
        }
    }
}
