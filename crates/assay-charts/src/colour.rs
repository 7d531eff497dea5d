/// Custom properties of the charts for a page that is read in light and in dark. The names without
/// `chart` are those of the report's own sheet.
pub const CHART_CSS: &str = "\
:root{--chart-1:#1f5fa8;--chart-2:#c96a12;--chart-3:#1d7f68;--chart-4:#93397a;--chart-5:#6b7280;--chart-6:#a88600}
@media (prefers-color-scheme:dark){:root{--chart-1:#6fb1f2;--chart-2:#f0a35c;--chart-3:#5cc5a6;--chart-4:#dc8cc6;--chart-5:#a3acb8;--chart-6:#dcc04e}}
@media print{:root{--chart-1:#1f5fa8;--chart-2:#c96a12;--chart-3:#1d7f68;--chart-4:#93397a;--chart-5:#6b7280;--chart-6:#a88600}}
";

/// How colours are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// Custom properties with a fallback: a page decides, light or dark.
    Variables,
    /// Plain colours on white, for paper and for programs that know no custom properties.
    Fixed,
}

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Ink,
    Soft,
    Line,
    Paper,
    /// Counted from 0; there are [`SERIES`] of them.
    Series(usize),
}

/// Series that can be told apart.
pub(crate) const SERIES: usize = 6;

impl Colours {
    pub(crate) fn of(self, tone: Tone) -> String {
        let (name, plain) = match tone {
            Tone::Ink => ("ink", "#1d2126"),
            Tone::Soft => ("soft", "#5b636d"),
            Tone::Line => ("line", "#dcdfe2"),
            Tone::Paper => ("paper", "#fdfdfb"),
            Tone::Series(n) => match n % SERIES {
                0 => ("chart-1", "#1f5fa8"),
                1 => ("chart-2", "#c96a12"),
                2 => ("chart-3", "#1d7f68"),
                3 => ("chart-4", "#93397a"),
                4 => ("chart-5", "#6b7280"),
                _ => ("chart-6", "#a88600"),
            },
        };
        match self {
            Self::Variables => format!("var(--{name}, {plain})"),
            Self::Fixed => plain.to_owned(),
        }
    }
}
