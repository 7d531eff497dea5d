//! What goes into the library, how it is graded, and how it is searched.

use std::path::PathBuf;

use assay_domain::{Date, Tier};
use assay_engine::Days;
use clap::{Args, Subcommand, ValueEnum};

use crate::removal_args::RemoveDocumentsArgs;

#[derive(Debug, Args)]
pub(crate) struct IngestArgs {
    /// Files and folders.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// How far they can be trusted, where you know it: A filings, B the company or a licensed vendor,
    /// C press and research, D anything. Without it a filing is known by its cover, and other files
    /// prove nothing.
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) tier: Option<TierArg>,
    /// Follow links that lead out of the folders; without it they are named and left.
    #[arg(long)]
    pub(crate) follow_links: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LibraryCommand {
    /// Every document, its tier and by what it has it.
    List,
    /// Correct how far a document can be trusted; it is journaled, and later runs go by it.
    Tier(TierArgs),
    /// Remove documents for good, from library, search and disk.
    Remove(RemoveDocumentsArgs),
}

#[derive(Debug, Args)]
pub(crate) struct TierArgs {
    /// As `assay library list` prints it.
    pub(crate) document: String,
    /// A filings, B the company or a licensed vendor, C press and research, D anything.
    #[arg(value_enum, ignore_case = true)]
    pub(crate) tier: TierArg,
    /// Why; it is journaled with the tier.
    #[arg(long)]
    pub(crate) reason: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// Words to look for, in English or Chinese.
    #[arg(required = true)]
    pub(crate) query: Vec<String>,
    /// How many passages.
    #[arg(long, short = 'n', default_value_t = 8)]
    pub(crate) limit: usize,
    /// Say what each score is made of.
    #[arg(long)]
    pub(crate) explain: bool,
    /// Only documents of this company or body, by words of its name [repeatable: any of them].
    #[arg(long, value_name = "NAME")]
    pub(crate) entity: Vec<String>,
    /// Only this kind of filing, for instance 10-K [repeatable: any of them].
    #[arg(long)]
    pub(crate) form: Vec<String>,
    /// Only reports on a period that ends in this year, quarter, month or on this day: 2024, 2024-Q3,
    /// 2024-09, 2024-09-28.
    #[arg(long, value_parser = period)]
    pub(crate) period: Option<Days>,
    /// Only documents dated on this day or later.
    #[arg(long, value_name = "DATE")]
    pub(crate) since: Option<Date>,
    /// Only documents dated on this day or earlier.
    #[arg(long, value_name = "DATE")]
    pub(crate) until: Option<Date>,
    /// Only sources of this tier or a better one (A: filings, D: anything).
    #[arg(long, ignore_case = true)]
    pub(crate) tier: Option<TierArg>,
    /// Only this document, by its id [repeatable: any of them].
    #[arg(long, value_name = "ID")]
    pub(crate) document: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
#[value(rename_all = "verbatim")]
pub(crate) enum TierArg {
    A,
    B,
    C,
    D,
}

impl From<TierArg> for Tier {
    fn from(tier: TierArg) -> Self {
        match tier {
            TierArg::A => Self::A,
            TierArg::B => Self::B,
            TierArg::C => Self::C,
            TierArg::D => Self::D,
        }
    }
}

/// The days of a year, quarter, month or day of the calendar.
fn period(text: &str) -> Result<Days, String> {
    let wrong = || format!("`{text}` is no period; write 2024, 2024-Q3, 2024-09 or 2024-09-28");
    let (year, rest) = text
        .split_once('-')
        .map_or((text, None), |(y, r)| (y, Some(r)));
    let year: i16 = year.parse().map_err(|_| wrong())?;
    let (first, last) = match rest {
        None => (1, 12),
        Some(rest) => match rest.strip_prefix(['q', 'Q']) {
            Some(quarter) => match quarter.parse::<i8>() {
                Ok(quarter @ 1..=4) => (3 * quarter - 2, 3 * quarter),
                _ => return Err(wrong()),
            },
            None if rest.contains('-') => {
                let day = text.parse().map_err(|_| wrong())?;
                return Ok(Days {
                    first: day,
                    last: day,
                });
            }
            None => {
                let month = rest.parse::<i8>().map_err(|_| wrong())?;
                (month, month)
            }
        },
    };
    let first = Date::new(year, first, 1).map_err(|_| wrong())?;
    let last = Date::new(year, last, 1)
        .map_err(|_| wrong())?
        .last_of_month();
    Ok(Days { first, last })
}
