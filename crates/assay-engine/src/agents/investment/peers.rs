use assay_appraisal::Dossier;
use assay_domain::{Date, Language};
use assay_facts::PackageRequest;

use super::pursuit::{Peer, last_price};
use crate::{Companies, CompanyFile, EngineError};

/// Companies that are read to be compared; more would not change a median.
const MOST: usize = 12;
/// Two companies are of one industry where their codes share all but the last two digits.
const SAME_DIGITS: u32 = 100;
/// Years of figures that a comparison needs.
const YEARS: i16 = 3;

/// Other companies of the library in the same industry, as they were known on a day.
pub(super) fn of(
    companies: &Companies,
    file: &CompanyFile,
    as_of: Date,
    language: Language,
) -> Result<Vec<Peer>, EngineError> {
    let industry = |sic: Option<u32>| sic.map(|code| code / SAME_DIGITS);
    let own = industry(file.company.sic);
    let others = companies.all().iter().filter(|other| {
        other.key() != file.company.key() && own.is_some() && industry(other.sic) == own
    });
    let mut peers = Vec::new();
    for other in others.take(MOST) {
        let other = companies.open(&other.name)?;
        let view = other.book.as_of(as_of);
        let documents = other.fact_documents.iter();
        let Some(retrieved) = documents.map(|document| document.ingested_at).max() else {
            continue;
        };
        let request = PackageRequest {
            since: Date::new(as_of.year() - YEARS, 1, 1).ok(),
            ..PackageRequest::everything(retrieved, language)
        };
        let package = view.analyse().package(&request);
        peers.push(Peer {
            dossier: Dossier::new(package, &view, language),
            price: last_price(&other, as_of),
        });
    }
    Ok(peers)
}
