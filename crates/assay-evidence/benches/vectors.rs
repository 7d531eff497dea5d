use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use assay_domain::{Document, Passage, PassageId};
use assay_evidence::{Filter, Index};

use crate::drbench::{LOOKED_AT, Ranking};

/// Texts that the model is given at once.
const BATCH: usize = 256;

/// Places of each ranking that count when two are joined.
const JOINED: usize = 50;

/// Reciprocal rank fusion, as where the engine joins several queries.
const RANK_OFFSET: f64 = 60.0;

type Vector = Vec<f32>;

/// A program that turns texts into vectors. What it has answered once is not asked again.
pub(crate) struct Model {
    program: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
    known: HashMap<String, Vector>,
}

impl Model {
    pub(crate) fn start(program: &str, arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut started = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {program}"))?;
        let questions = started.stdin.take().context("no way to ask")?;
        let answers = started.stdout.take().context("no way to hear")?;
        Ok(Self {
            program: started,
            questions,
            answers: BufReader::new(answers),
            known: HashMap::new(),
        })
    }

    fn learn(&mut self, texts: &[&str]) -> Result<()> {
        let unknown: Vec<&str> = texts
            .iter()
            .copied()
            .filter(|text| !self.known.contains_key(*text))
            .collect();
        for batch in unknown.chunks(BATCH) {
            serde_json::to_writer(&mut self.questions, batch)?;
            self.questions.write_all(b"\n")?;
            self.questions.flush()?;
            let mut line = String::new();
            self.answers.read_line(&mut line)?;
            let vectors: Vec<Vector> = serde_json::from_str(&line)
                .context("the model's program did not answer with vectors")?;
            ensure!(vectors.len() == batch.len(), "not a vector for each text");
            let texts = batch.iter().map(|text| (*text).to_owned());
            self.known.extend(texts.zip(vectors));
        }
        Ok(())
    }

    fn of(&self, text: &str) -> Result<&Vector> {
        self.known.get(text).context("a text without a vector")
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // it has nothing to lose
        drop(self.program.kill());
        drop(self.program.wait());
    }
}

/// The full-text search joined with the nearest vectors, or the nearest vectors alone.
pub(crate) struct Hybrid<'m> {
    model: &'m mut Model,
    /// What vectors count; `None`: nothing else does.
    weight: Option<f64>,
    index: Option<Index>,
    passages: Vec<Passage>,
}

impl<'m> Hybrid<'m> {
    pub(crate) fn new(model: &'m mut Model, weight: Option<f64>) -> Self {
        Self {
            model,
            weight,
            index: None,
            passages: Vec::new(),
        }
    }

    /// The passages whose vectors are nearest to the question's.
    fn nearest(&mut self, question: &str) -> Result<Vec<Passage>> {
        self.model.learn(&[question])?;
        let asked = self.model.of(question)?;
        let mut scored = Vec::with_capacity(self.passages.len());
        for passage in &self.passages {
            let held = self.model.of(&passage.text)?;
            let product: f32 = asked.iter().zip(held).map(|(a, b)| a * b).sum();
            scored.push((product, passage));
        }
        scored.sort_by(|(a, left), (b, right)| b.total_cmp(a).then_with(|| left.id.cmp(&right.id)));
        let best = scored.into_iter().take(JOINED);
        Ok(best.map(|(_, passage)| passage.clone()).collect())
    }
}

impl Ranking for Hybrid<'_> {
    fn take(&mut self, documents: &[(Document, String)]) -> Result<()> {
        let index = Index::in_memory()?;
        index.add(documents.to_vec(), 1)?;
        self.index = Some(index);
        self.passages = documents
            .iter()
            .flat_map(|(document, text)| assay_documents::split(document, text))
            .collect();
        let texts: Vec<&str> = self
            .passages
            .iter()
            .map(|held| held.text.as_str())
            .collect();
        self.model.learn(&texts)
    }

    fn best(&mut self, question: &str) -> Result<Vec<Passage>> {
        let near = self.nearest(question)?;
        let Some(weight) = self.weight else {
            return Ok(near.into_iter().take(LOOKED_AT).collect());
        };
        let index = self.index.as_ref().context("no documents were taken")?;
        let hits = index.search(question, &Filter::default(), JOINED)?;
        let found: Vec<Passage> = hits.into_iter().map(|hit| hit.passage).collect();
        let mut joined: BTreeMap<PassageId, (f64, Passage)> = BTreeMap::new();
        for (ranking, weight) in [(found, 1.0), (near, weight)] {
            for (passage, place) in ranking.into_iter().zip(1_u32..) {
                let standing = joined.entry(passage.id.clone()).or_insert((0.0, passage));
                standing.0 += weight / (RANK_OFFSET + f64::from(place));
            }
        }
        let mut joined: Vec<(f64, Passage)> = joined.into_values().collect();
        joined.sort_by(|(a, left), (b, right)| b.total_cmp(a).then_with(|| left.id.cmp(&right.id)));
        let best = joined.into_iter().take(LOOKED_AT);
        Ok(best.map(|(_, passage)| passage).collect())
    }
}
