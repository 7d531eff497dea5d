//! Filed facts to data points.
//!
//! A [`Fact`] is one value as one filing states it. A [`Book`] holds all vintages of one company;
//! [`Book::as_of`] is what was known on a day, [`View::analyse`] turns it into values of metrics,
//! and [`Analysis::package`] into data points with lineage, freshness and reconciliation.
//! Periods are days and never what a filing calls itself; nothing is filled in, and nothing is
//! derived across vintages or from what does not add up.

mod amount;
mod book;
mod build;
mod change;
mod check;
mod choice;
mod company;
mod conversion;
mod directory;
mod error;
mod fact;
mod formula;
mod freshness;
mod metric;
mod note;
mod package;
mod period;
mod point;
mod read;
mod reconcile;
mod render;
mod sector;
mod series;
mod split;

pub use amount::is_equal_when_rounded;
pub use book::{Book, Outage, View};
pub use change::{Change, ChangeClass, ChangeReason};
pub use check::{Check, CheckId, CheckedPeriod};
pub use choice::{UnknownName, newest_points};
pub use company::{Company, FiscalCalendar};
pub use conversion::{ConversionRefused, FxRate};
pub use directory::{Directory, Resolution};
pub use error::ReadError;
pub use fact::{Fact, FormClass, Publisher, Scope};
pub use formula::{FormulaError, evaluate};
pub use freshness::{Freshness, Staleness};
pub use metric::{
    Attribution, Candidate, DERIVED, DerivedSpec, MetricSpec, Proof, Role, Statement, Timing,
    UnitKind, derived_metric, metric, metric_title, metrics,
};
pub use note::{Missing, Note, Refusal, RefusalReason};
pub use package::{
    DataPackage, FreshnessSummary, MissingMetric, NormalizationSummary, PackageRequest,
};
pub use period::{Length, Period};
pub use point::{
    DataPoint, Entity, Lineage, LineageKind, NormalizationNotes, PointPeriod, RecomputeError,
    Reconciliation, ReconciliationPeer, ReconciliationVerdict, SourceRef, SourceValue,
};
pub use read::{
    ChineseOptions, FilingMeta, FilingRecord, Price, PriceSeries, PrintedFiling, StatementTable,
    Submissions, TableRead, TablesRead, VendorKind, facts_from_tagged, facts_in_statements,
    is_chinese_statements, names_years_by_start, read_chinese_csv, read_chinese_rows,
    read_chinese_tables, read_companyfacts, read_prices_csv, read_prices_rows, read_submissions,
    read_vendor_statements, rows_of_csv,
};
pub use render::{render_changes, render_points};
pub use sector::{Sector, SectorHint};
pub use series::{Analysis, Basis, Operation};
pub use split::Split;

/// Places after the point of a computed ratio.
pub const RATIO_PLACES: u32 = 6;
/// Places after the point of a computed amount per share.
pub const PER_SHARE_PLACES: u32 = 4;
