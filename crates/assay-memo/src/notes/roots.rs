use assay_facts::{DataPoint, SourceRef};

use super::Ledger;

impl<'a> Ledger<'a> {
    /// Tells in the entry of a computed figure which data points it comes down to, with the address
    /// of the newest filing among them: from any figure the source is one step behind its entry.
    pub(super) fn name_roots(&mut self) {
        for at in 0..self.notes.len() {
            let is_computed = self
                .notes
                .get(at)
                .is_some_and(|note| note.url.is_none() && !note.inputs.is_empty());
            if !is_computed {
                continue;
            }
            let roots = self.roots(at);
            let sources = roots.iter().flat_map(|point| &point.sources);
            let newest = sources.max_by_key(|source| (source.filed, source.vintage_no));
            let told = newest.map(|newest| self.rests_on(roots.len(), newest));
            if let (Some(note), Some(newest), Some(told)) = (self.notes.get_mut(at), newest, told) {
                note.source.push_str(&told);
                note.url.clone_from(&newest.url);
            }
        }
    }

    fn rests_on(&self, count: usize, newest: &SourceRef) -> String {
        let (form, filed) = (&newest.form, newest.filed);
        self.language().pick(
            format!("; rests on {count} filed figures, the newest in {form} filed {filed}"),
            format!("；依据 {count} 项披露数据，最新来自 {form}（{filed} 公告）"),
        )
    }

    /// The filed data points that an entry comes down to.
    fn roots(&self, from: usize) -> Vec<&'a DataPoint> {
        let mut seen = vec![false; self.notes.len()];
        let mut stack = vec![from];
        let mut roots = Vec::new();
        while let Some(at) = stack.pop() {
            if std::mem::replace(seen.get_mut(at).unwrap_or(&mut true), true) {
                continue;
            }
            let Some(note) = self.notes.get(at) else {
                continue;
            };
            if note.inputs.is_empty() {
                roots.extend(self.points.get(note.id.as_str()).copied());
            }
            stack.extend(
                note.inputs
                    .iter()
                    .filter_map(|id| self.places.get(id).copied()),
            );
        }
        roots
    }
}
