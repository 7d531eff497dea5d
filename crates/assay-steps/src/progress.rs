use crate::Step;

/// Which steps a run goes through, and what share of the whole each is, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    Plain,
    Deep,
    Investment,
}

impl Course {
    pub fn steps(self) -> &'static [(Step, u8)] {
        match self {
            Self::Plain => &[
                (Step::Plan, 10),
                (Step::DeepSearch, 65),
                (Step::Reporting, 25),
            ],
            Self::Deep => &[
                (Step::Plan, 10),
                (Step::DeepSearch, 45),
                (Step::Modeling, 15),
                (Step::Reporting, 30),
            ],
            Self::Investment => &[
                (Step::Plan, 5),
                (Step::DeepSearch, 45),
                (Step::Modeling, 25),
                (Step::QualityGate, 5),
                (Step::Reporting, 20),
            ],
        }
    }

    /// How far the whole run is when `share` (0 to 1) of `step` is done.
    pub fn progress(self, step: Step, share: f64) -> f64 {
        let before = self.steps().iter().filter(|(earlier, _)| *earlier < step);
        let before: f64 = before.map(|(_, weight)| f64::from(*weight)).sum();
        let own = self.steps().iter().find(|(own, _)| *own == step);
        let own = own.map_or(0.0, |(_, weight)| f64::from(*weight));
        (before + own * share.clamp(0.0, 1.0)) / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_every_course_make_a_whole() {
        for course in [Course::Plain, Course::Deep, Course::Investment] {
            let whole: u32 = course.steps().iter().map(|(_, w)| u32::from(*w)).sum();
            assert_eq!(whole, 100, "{course:?}");
            assert!((course.progress(Step::Reporting, 1.0) - 1.0).abs() < 1e-9);
        }
    }
}
