use std::cmp::Reverse;

use super::submissions::{Columns, Submissions};
use super::{Cik, Filer, Filing};
use crate::sources::{Fetched, SourceError};

/// Filings of a company, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilingList {
    pub filings: Vec<Filing>,
    /// What they were read from: the company's submissions, then files with older ones.
    pub files: Vec<Fetched>,
    /// Files with still older filings that were not looked into.
    pub unread_files: usize,
}

impl FilingList {
    /// The newest `limit` filings of these forms in submissions that were fetched before; of all
    /// forms where none is named.
    pub fn read(
        file: Fetched,
        filer: &Filer,
        forms: &[&str],
        limit: usize,
    ) -> Result<Self, SourceError> {
        let (list, older) = Self::start(file, filer, forms)?;
        Ok(list.newest(limit, older.len()))
    }

    /// With the names of the files that hold older filings.
    pub(super) fn start(
        file: Fetched,
        filer: &Filer,
        forms: &[&str],
    ) -> Result<(Self, std::vec::IntoIter<String>), SourceError> {
        let what = submissions_of(filer);
        let read = Submissions::read(&what, filer.cik, &file.bytes)?;
        let list = Self {
            filings: read.recent().of_forms(&what, filer, forms)?,
            files: vec![file],
            unread_files: 0,
        };
        Ok((list, read.older(&what, filer.cik)?.into_iter()))
    }

    pub(super) fn add_older(
        &mut self,
        file: Fetched,
        filer: &Filer,
        forms: &[&str],
    ) -> Result<(), SourceError> {
        let what = submissions_of(filer);
        let columns = Columns::read(&what, &file.bytes)?;
        self.filings.extend(columns.of_forms(&what, filer, forms)?);
        self.files.push(file);
        Ok(())
    }

    pub(super) fn newest(mut self, limit: usize, unread_files: usize) -> Self {
        self.filings.sort_by_key(|filing| Reverse(filing.filed));
        self.filings.truncate(limit);
        Self {
            unread_files,
            ..self
        }
    }
}

pub(super) fn submissions_of(filer: &Filer) -> String {
    format!("submissions of {}", filer.stem())
}

/// Who filed these submissions.
pub(super) fn filer_of(cik: Cik, file: &Fetched) -> Result<Filer, SourceError> {
    let what = submissions_of(&Filer::by_cik(cik));
    Ok(Submissions::read(&what, cik, &file.bytes)?.filer(cik))
}
