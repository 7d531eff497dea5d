use std::path::Path;

use tempfile::TempDir;
use xtask::lab::{Fault, Lab, Trial};

use crate::home::Home;

/// The lab with the folder it lives in.
pub(crate) struct FaultLab {
    lab: Lab,
    _folder: TempDir,
}

impl FaultLab {
    /// `None`, said aloud, where there is no C compiler; a failure where the labs are required.
    pub(crate) fn open() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        match Lab::build(folder.path()) {
            Ok(lab) => Some(Self {
                lab,
                _folder: folder,
            }),
            Err(error) => {
                assert_ne!(
                    std::env::var_os("ASSAY_REQUIRE_LABS"),
                    Some("1".into()),
                    "the labs are required: {error:#}"
                );
                eprintln!("skipped: {error:#}");
                None
            }
        }
    }

    pub(crate) fn run(&self, home: &Home, arguments: &[&str], fault: Fault) -> Trial {
        self.lab.run(&mut home.command(arguments), fault).unwrap()
    }

    pub(crate) fn run_in(
        &self,
        home: &Home,
        folder: &Path,
        arguments: &[&str],
        fault: Fault,
    ) -> Trial {
        let mut command = home.command(arguments);
        self.lab.run(command.current_dir(folder), fault).unwrap()
    }
}

/// `count` numbers spread over `1..=last`, both ends included.
pub(crate) fn spread(last: usize, count: usize) -> Vec<u64> {
    let steps = count.min(last).max(2) - 1;
    let mut points: Vec<u64> = (0..=steps)
        .map(|i| 1 + (i * (last - 1) / steps) as u64)
        .collect();
    points.dedup();
    points
}
