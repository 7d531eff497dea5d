//! The web: one HTTP client that cannot be led to an internal address, search engines, pages.
//!
//! Every connection is dialled by [`WebClient`]. It looks at an address three times: the URL before
//! a request, each redirect before it is followed, and each address that a name resolves to at the
//! moment of dialling. [`SearchEngines`] asks search services behind one interface. [`Visitor`]
//! fetches pages, and takes nothing but a [`PermittedUrl`], which [`Provenance`] gives out only for
//! URLs that a user, a search result or a stored page spelled out; [`PageRoutes`] holds a browser to
//! the same rules. [`Edgar`], [`Fmp`] and [`Prices`]
//! ask the regulator, a data vendor and a source of prices, each by its own rules.
//!
//! What comes back is bytes and text from outside. This crate neither reads nor judges them.

mod address;
mod body;
mod client;
mod courtesy;
mod error;
mod hops;
mod links;
mod lookup;
mod media;
mod policy;
mod provenance;
mod refusal;
mod robots;
mod routes;
mod search;
mod sources;
mod tags;
mod time;
mod visit;

pub use address::is_public;
pub use client::{WebClient, product_token};
pub use courtesy::Courtesy;
pub use error::{Phase, WebError};
pub use lookup::{Lookup, LookupFuture, SystemLookup};
pub use policy::{AdmittedOrigin, Limits, Policy};
pub use provenance::{PermittedUrl, Provenance, ProvenanceError, UrlSource};
pub use refusal::Refusal;
pub use robots::{Robots, RobotsVerdict};
pub use routes::{PageRoutes, RouteRefusal, RouteRequest, page_links};
pub use search::{
    Engine, EngineConfig, EngineFuture, EngineKind, SearchEngines, SearchError, SearchOutcome,
    SearchResult, SearchVerdict, Tried,
};
pub use sources::{
    Cik, CompanyDirectory, DataKind, Edgar, EdgarConfig, Fetched, Filer, Filing, FilingList, Fmp,
    FmpConfig, Identification, ListedCompany, PriceRequest, Prices, PricesConfig, SourceError,
    SourceManners, Statement, StatementPeriod, Tickers, is_fresh,
};
pub use visit::{Page, VisitError, Visitor};
