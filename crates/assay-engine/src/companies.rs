//! What the library knows about companies: filed facts, lists of filings, prices and statements, put
//! together from whatever documents came in.

mod names;
mod places;
mod shelf;
mod support;

pub use places::FactPlaces;

use std::sync::Arc;

use assay_analyst::company_names;
use assay_answer::{Known, KnownCompany};
use assay_domain::{Date, Document, DocumentId};
use assay_facts::{
    Book, ChineseOptions, Company, Directory, Fact, FilingMeta, PriceSeries, Resolution,
    VendorKind, facts_from_tagged, names_years_by_start, read_chinese_tables, read_companyfacts,
    read_prices_rows, read_submissions, read_vendor_statements,
};

use crate::{EngineError, Library};
pub(crate) use names::is_about;
use names::names_in;
use shelf::{Kind, Shelf};
use support::Stated;

/// Every company that a document of the library is about, and the documents about each.
pub struct Companies {
    library: Library,
    directory: Directory,
    shelves: Vec<Shelf>,
}

/// One company with everything on its shelf read.
pub struct CompanyFile {
    pub company: Company,
    pub book: Book,
    /// Series of prices and the document each comes from, in the order of documents.
    pub prices: Vec<(PriceSeries, Arc<Document>)>,
    /// Documents whose facts are in the book.
    pub fact_documents: Vec<Arc<Document>>,
    /// Filings and other texts of the company.
    pub texts: Vec<Arc<Document>>,
}

impl CompanyFile {
    /// The last price on or before a day, its currency and where it stands.
    pub fn price(&self, day: Date) -> Option<(assay_facts::Price, String, Arc<Document>)> {
        let dated = self.prices.iter().filter_map(|(series, document)| {
            let price = *series.as_of(day)?;
            let currency = series.currency.clone()?;
            Some((price, currency, Arc::clone(document)))
        });
        dated.max_by_key(|(price, _, _)| price.date)
    }
}

impl Library {
    /// Looks through the documents for companies. Facts are read when one is opened.
    pub fn companies(&self) -> Result<Companies, EngineError> {
        let mut companies = Companies {
            library: self.clone(),
            directory: Directory::default(),
            shelves: Vec::new(),
        };
        let mut documents: Vec<Arc<Document>> =
            self.documents()?.into_iter().map(Arc::new).collect();
        documents.sort_by(|a, b| a.origin.cmp(&b.origin).then_with(|| a.id.cmp(&b.id)));
        let mut unnamed = Vec::new();
        for document in documents {
            match self.kind_of(&document)? {
                Some(kind @ (Kind::Prices | Kind::Vendor | Kind::Statements)) => {
                    unnamed.push((kind, document));
                }
                Some(kind) => companies.put(kind, document)?,
                None => {}
            }
        }
        // statements make a company known that a table of prices can then belong to
        unnamed.sort_by_key(|(kind, _)| *kind != Kind::Statements);
        for (kind, document) in unnamed {
            companies.put_by_file_name(kind, document);
        }
        Ok(companies)
    }

    fn raw_bytes(&self, document: &Document) -> Result<Vec<u8>, EngineError> {
        Ok(self.store().blobs().get(&document.raw)?)
    }
}

impl Companies {
    pub fn all(&self) -> &[Company] {
        self.directory.companies()
    }

    /// All companies as a question may name them: those on a shelf, and those that a filing without
    /// tagged figures says it is of.
    pub fn known(&self) -> Result<Known, EngineError> {
        let shelved = self.all().iter().map(|company| KnownCompany {
            key: company.key(),
            name: company.name.clone(),
            tickers: company.tickers.clone(),
            other_names: company.other_names.clone(),
        });
        let mut all: Vec<KnownCompany> = shelved.collect();
        for document in self.library.documents()? {
            let subject = document.subject;
            let Some(entity) = subject.entity.filter(|_| subject.form.is_some()) else {
                continue;
            };
            if matches!(self.directory.resolve(&entity), Resolution::Found(_)) {
                continue;
            }
            let is_it = |known: &&mut KnownCompany| known.name.eq_ignore_ascii_case(&entity);
            match all.iter_mut().find(is_it) {
                Some(known) if known.tickers.is_empty() => known.tickers.extend(subject.ticker),
                Some(_) => {}
                None => all.push(KnownCompany {
                    key: entity.clone(),
                    name: entity,
                    tickers: Vec::from_iter(subject.ticker),
                    ..KnownCompany::default()
                }),
            }
        }
        let known = Known::new(all);
        Ok(match self.is_all_about_one(&known)? {
            true => known.of_one(),
            false => known,
        })
    }

    /// Whether one company is known and every document is about it.
    fn is_all_about_one(&self, known: &Known) -> Result<bool, EngineError> {
        let Some(company) = known.company(0).filter(|_| known.len() == 1) else {
            return Ok(false);
        };
        let listed = self.listed(&company.name)?;
        let mut documents = self.library.documents()?.into_iter();
        Ok(documents.all(|document| {
            let entity = document.subject.entity.as_deref();
            entity.and_then(|entity| known.place_of(entity)) == Some(0)
                || listed.iter().any(|own| own.id == document.id)
        }))
    }

    pub fn resolve(&self, name: &str) -> Resolution<'_> {
        self.directory.resolve(name)
    }

    /// The company that a question is about, where it names exactly one that is known.
    pub fn named_in(&self, question: &str) -> Option<&Company> {
        if let Resolution::Found(company) = self.directory.resolve(question) {
            return Some(company);
        }
        let mut found: Vec<&Company> = Vec::new();
        for name in names_in(question) {
            let others = company_names(&name).iter().copied();
            for name in std::iter::once(name.as_str()).chain(others) {
                if let Resolution::Found(company) = self.directory.resolve(name)
                    && !found.contains(&company)
                {
                    found.push(company);
                }
            }
        }
        match found.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The company of a name, ticker or number, with everything on its shelf read.
    pub fn open(&self, name: &str) -> Result<CompanyFile, EngineError> {
        match self.directory.resolve(name) {
            Resolution::Found(company) => self.read(company.clone()),
            Resolution::Ambiguous(candidates) => Err(EngineError::AmbiguousCompany {
                name: name.to_owned(),
                candidates: candidates.iter().map(|one| one.name.clone()).collect(),
            }),
            Resolution::Unknown { near } => Err(EngineError::UnknownCompany {
                name: name.to_owned(),
                known: if near.is_empty() {
                    self.all().iter().map(|one| one.name.clone()).collect()
                } else {
                    near.iter().map(|one| one.name.clone()).collect()
                },
            }),
        }
    }

    /// Reads a shelf. A document that cannot be read is an outage of the book, not an empty list.
    fn read(&self, company: Company) -> Result<CompanyFile, EngineError> {
        let mut file = CompanyFile {
            book: Book::new(company.clone()),
            prices: Vec::new(),
            fact_documents: Vec::new(),
            texts: Vec::new(),
            company,
        };
        let key = file.company.key();
        let mut stated: Vec<Stated> = Vec::new();
        for Shelf { kind, document, .. } in self.shelves.iter().filter(|one| one.company == key) {
            match self.take_in(&mut file, *kind, document)? {
                Ok(facts) => stated.extend(facts.map(|facts| Stated {
                    document: Arc::clone(document),
                    facts,
                })),
                Err(outage) => file.book.note_outage(document.origin.clone(), outage),
            }
        }
        support::settle(&mut stated);
        for Stated { document, facts } in stated {
            file.book.add(facts);
            file.fact_documents.push(document);
        }
        let shelved = |id: &DocumentId| self.shelves.iter().any(|one| one.document.id == *id);
        for document in self.library.documents()? {
            if !shelved(&document.id) && names::is_about(&document.title, &file.company.name) {
                file.texts.push(Arc::new(document));
            }
        }
        file.texts.retain(|document| self.library.knows(document));
        Ok(file)
    }

    /// The figures that a document states, if it is of a kind that does.
    fn take_in(
        &self,
        file: &mut CompanyFile,
        kind: Kind,
        document: &Arc<Document>,
    ) -> Result<Result<Option<Vec<Fact>>, String>, EngineError> {
        let library = &self.library;
        let known_on = document.date.unwrap_or_else(|| day_of(document));
        let facts = match kind {
            Kind::Submissions => {
                let read = read_submissions(&library.raw_bytes(document)?);
                return Ok(read.map(|_| None).map_err(|error| error.to_string()));
            }
            Kind::Facts => read_companyfacts(&library.raw_bytes(document)?).map(|(_, facts)| facts),
            Kind::Filing => {
                file.texts.push(Arc::clone(document));
                let text = library.store().blobs().get_text(&document.text)?;
                if names_years_by_start(&text) {
                    file.book.company.names_years_by_start = true;
                    file.company.names_years_by_start = true;
                }
                Ok(self.tagged(document)?)
            }
            Kind::Vendor => {
                read_vendor_statements(&library.raw_bytes(document)?, VendorKind::Fmp, known_on)
            }
            Kind::Statements => {
                let options = ChineseOptions {
                    unit: None,
                    source: document.title.clone(),
                };
                match read_chinese_tables(&library.tables(document)?, &options) {
                    Ok(read) => {
                        for (table, error) in &read.refused {
                            let outage = format!("{table}: {error}");
                            file.book.note_outage(document.origin.clone(), outage);
                        }
                        Ok(read.facts)
                    }
                    Err(error) => Err(error),
                }
            }
            Kind::Prices => match read_prices_rows(&library.price_rows(document)?) {
                Ok(series) => {
                    file.prices.push((series, Arc::clone(document)));
                    return Ok(Ok(None));
                }
                Err(error) => Err(error),
            },
        };
        Ok(facts.map(Some).map_err(|error| error.to_string()))
    }

    fn tagged(&self, document: &Document) -> Result<Vec<assay_facts::Fact>, EngineError> {
        let tagged = self.library.filed_figures(document)?;
        let subject = &document.subject;
        // A filing does not say on which day it became known: its file name may, and otherwise the
        // day it came in is the first that is certain.
        let named = names::day_in(&document.origin).filter(|day| Some(*day) > subject.period_end);
        let filed = named.unwrap_or_else(|| day_of(document));
        let filing = FilingMeta {
            form: subject.form.clone().unwrap_or_default(),
            filed,
            accession: document.id.to_string(),
            period_end: subject.period_end,
        };
        Ok(facts_from_tagged(&tagged, &filing))
    }

    /// A document that says itself whom it is about.
    fn put(&mut self, kind: Kind, document: Arc<Document>) -> Result<(), EngineError> {
        let mut company = self.company_of(kind, &document)?;
        // a file of tagged figures is commonly named after the ticker, a printed report after anything
        if document.facts.is_some() || kind != Kind::Filing {
            company
                .other_names
                .extend(shelf::ticker_of(&document.origin));
        }
        let known = match self.known_as(&company) {
            Resolution::Found(known) => Some((known.name.clone(), known.key(), known.cik)),
            Resolution::Ambiguous(_) | Resolution::Unknown { .. } => None,
        };
        if let Some((name, _, cik)) = &known {
            let stated = std::mem::replace(&mut company.name, name.clone());
            if !stated.is_empty() && !stated.eq_ignore_ascii_case(name) {
                company.other_names.push(stated);
            }
            company.cik = company.cik.or(*cik);
        }
        let name = company.name.clone();
        self.directory.add(company);
        let key = self.key_of(&name);
        if let Some((_, old_key, _)) = known {
            // its number became known: what was put under its name belongs to it
            for shelf in &mut self.shelves {
                if shelf.company == old_key {
                    shelf.company.clone_from(&key);
                }
            }
        }
        self.shelves.push(Shelf {
            company: key,
            kind,
            document,
        });
        Ok(())
    }

    /// The company of the same number, else of the same name: a list of filings and a filing may
    /// write the name in two ways.
    fn known_as(&self, company: &Company) -> Resolution<'_> {
        let by_number = company
            .cik
            .map(|cik| self.directory.resolve(&format!("CIK{cik}")));
        match by_number {
            Some(found @ Resolution::Found(_)) => found,
            _ => self.directory.resolve(&company.name),
        }
    }

    /// Whom a document is about, as far as it says. A list of filings that cannot be read is told when
    /// its company is opened.
    fn company_of(&self, kind: Kind, document: &Document) -> Result<Company, EngineError> {
        let subject = &document.subject;
        let named = || Company {
            tickers: Vec::from_iter(subject.ticker.clone()),
            ..Company::named(subject.entity.clone().unwrap_or_default())
        };
        Ok(match kind {
            Kind::Submissions => {
                let read = read_submissions(&self.library.raw_bytes(document)?);
                read.map_or_else(|_| named(), |submissions| submissions.company)
            }
            Kind::Facts => Company {
                cik: shelf::cik_of(&self.library.raw_bytes(document)?),
                ..named()
            },
            Kind::Filing if document.facts.is_some() => Company {
                cik: shelf::cik_in_tags(&self.library.raw_bytes(document)?),
                ..named()
            },
            _ => named(),
        })
    }

    fn key_of(&self, name: &str) -> String {
        match self.directory.resolve(name) {
            Resolution::Found(company) => company.key(),
            Resolution::Ambiguous(_) | Resolution::Unknown { .. } => name.to_owned(),
        }
    }

    /// A table of prices or statements is about the company that its file is named after.
    fn put_by_file_name(&mut self, kind: Kind, document: Arc<Document>) {
        let names = names::names_of_file(&document.origin);
        let known = names
            .iter()
            .find_map(|name| match self.directory.resolve(name) {
                Resolution::Found(company) => Some(company.key()),
                Resolution::Ambiguous(_) | Resolution::Unknown { .. } => None,
            });
        let company = match (known, kind) {
            (Some(key), _) => key,
            (None, Kind::Statements) => {
                let Some(company) = names::company_of(&names) else {
                    return;
                };
                let key = company.key();
                self.directory.add(company);
                key
            }
            (None, _) => return,
        };
        self.shelves.push(Shelf {
            company,
            kind,
            document,
        });
    }

    /// The documents on the shelf of a company, and those that its name is in the title of.
    pub(crate) fn listed(&self, name: &str) -> Result<Vec<Arc<Document>>, EngineError> {
        let Resolution::Found(company) = self.directory.resolve(name) else {
            return Ok(Vec::new());
        };
        let key = company.key();
        let own = self.shelves.iter().filter(|shelf| shelf.company == key);
        let mut listed: Vec<Arc<Document>> = own.map(|shelf| Arc::clone(&shelf.document)).collect();
        let shelved = |id: &DocumentId| self.shelves.iter().any(|one| one.document.id == *id);
        for document in self.library.documents()? {
            if !shelved(&document.id) && names::is_about(&document.title, &company.name) {
                listed.push(Arc::new(document));
            }
        }
        Ok(listed)
    }

    /// The documents that hold facts, prices or texts of a company.
    pub fn documents_of(&self, company: &Company) -> Vec<DocumentId> {
        let key = company.key();
        let own = self.shelves.iter().filter(|shelf| shelf.company == key);
        own.map(|shelf| shelf.document.id.clone()).collect()
    }
}

fn day_of(document: &Document) -> Date {
    document
        .ingested_at
        .to_zoned(jiff::tz::TimeZone::UTC)
        .date()
}
