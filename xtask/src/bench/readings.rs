//! The promises are about processors that are there. Where a promise is missed while the host
//! gave them to others, the reading is shown and another one is taken: the last one is judged.
//! What is missed on a calm host is missed.

use anyhow::Result;

use super::host;
use super::record::Record;

/// Of one benchmark, the last included.
const MOST: usize = 3;

/// The readings of one benchmark, each with all its figures, in the order they were taken.
pub(super) fn readings(
    mut read: impl FnMut() -> Result<Vec<Record>>,
    wait: impl Fn(),
) -> Result<Vec<Record>> {
    let mut all: Vec<Record> = Vec::new();
    for reading in 1..=MOST {
        let mut records = read()?;
        let again = reading < MOST && records.iter().any(is_missed_on_a_busy_host);
        for record in &mut records {
            record.repeated = again;
        }
        all.append(&mut records);
        if !again {
            break;
        }
        eprintln!("xtask: missed while the host was busy; measured again when it is calm");
        wait();
    }
    Ok(all)
}

fn is_missed_on_a_busy_host(record: &Record) -> bool {
    !record.ok && record.host.is_some_and(host::is_busy)
}

/// Whether every promise was kept by the reading that is judged.
pub(super) fn are_met(records: &[Record]) -> bool {
    records.iter().all(|record| record.ok || record.repeated)
}

#[cfg(test)]
mod tests {
    use super::super::record::Record;
    use super::{are_met, readings};

    /// The readings that are taken where the benchmark finds these values, of which at most 6 is
    /// good, while the host takes so much; and whether the promise is kept.
    fn taken(found: &[(f64, Option<f64>)]) -> (Vec<f64>, bool) {
        let mut found = found.iter();
        let read = || {
            let (value, host) = *found.next().expect("no more than these readings");
            Ok(vec![Record::sample("run-whole", value, Some(6.0), host)])
        };
        let records = readings(read, || ()).unwrap();
        let values = records.iter().map(|record| record.value).collect();
        (values, are_met(&records))
    }

    #[test]
    fn only_a_miss_on_a_busy_host_is_measured_again() {
        let (busy, calm) = (Some(40.0), Some(1.0));
        assert_eq!(taken(&[(5.0, busy)]), (vec![5.0], true));
        assert_eq!(taken(&[(7.0, calm)]), (vec![7.0], false));
        assert_eq!(taken(&[(7.0, None)]), (vec![7.0], false));
        assert_eq!(taken(&[(7.0, busy), (5.0, calm)]), (vec![7.0, 5.0], true));
        assert_eq!(taken(&[(7.0, busy), (6.5, calm)]), (vec![7.0, 6.5], false));
    }

    #[test]
    fn a_host_that_stays_busy_ends_in_a_miss() {
        let busy = [(7.0, Some(40.0)), (9.0, Some(50.0)), (8.0, Some(60.0))];
        assert_eq!(taken(&busy), (vec![7.0, 9.0, 8.0], false));
    }
}
