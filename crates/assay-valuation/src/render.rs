use std::fmt::Write as _;

use assay_domain::Language;
use rust_decimal::Decimal;

use crate::comparables::Implied;
use crate::label::label;
use crate::method::{Standing, percent};
use crate::request::ScenarioName;
use crate::sheet::Traced;
use crate::unit::Unit;
use crate::valuation::{MethodResult, NotRunnable, Valuation};
use crate::views::grid::Grid;
use crate::views::reverse::{ImpliedDriver, ReverseDcf};

/// A valuation as text for a terminal. Each line ends with the id of what it shows.
pub fn render_summary(valuation: &Valuation, language: Language) -> String {
    let mut out = Text {
        language,
        text: String::new(),
    };
    out.head(valuation);
    if let Some(result) = valuation.leading() {
        out.result(result);
    }
    out.scenarios(valuation);
    out.reverse(valuation);
    out.comparables(valuation);
    for grid in &valuation.grids {
        out.grid(grid);
    }
    out.simulation(valuation);
    out.verdicts(&valuation.verdicts);
    for flag in &valuation.flags {
        let text = flag.text(language);
        out.line(language.pick("note", "提示"), &text, "");
    }
    out.tail(&valuation.input_hash, &valuation.model_version);
    out.text
}

/// What is missing, all of it, and what each method says.
pub fn render_not_runnable(refusal: &NotRunnable, language: Language) -> String {
    let mut out = Text {
        language,
        text: String::new(),
    };
    let title = language.pick("no valuation", "无法估值");
    let kind = refusal.kind.text(language);
    out.raw(&format!("{}: {title} ({kind})", refusal.company));
    for gap in &refusal.missing {
        out.line(language.pick("missing", "缺项"), &gap.text(language), "");
    }
    out.verdicts(&refusal.verdicts);
    out.tail(&refusal.input_hash, &refusal.model_version);
    out.text
}

struct Text {
    language: Language,
    text: String,
}

impl Text {
    fn raw(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn line(&mut self, label: &str, value: &str, id: &str) {
        let id = if id.is_empty() {
            String::new()
        } else {
            format!("  [{id}]")
        };
        self.raw(&format!("  {label}: {value}{id}"));
    }

    fn traced(&mut self, label: &str, traced: &Traced) {
        self.line(label, &shown(traced), &traced.id);
    }

    fn pick<'a>(&self, english: &'a str, chinese: &'a str) -> &'a str {
        self.language.pick(english, chinese)
    }

    fn head(&mut self, valuation: &Valuation) {
        let kind = valuation.kind.text(self.language);
        self.raw(&format!(
            "{} ({kind}), {}, {}",
            valuation.company, valuation.valuation_date, valuation.currency
        ));
        match (&valuation.price, valuation.price_date) {
            (Some(price), Some(date)) => {
                let label = format!("{} {date}", self.pick("price of", "股价"));
                self.traced(&label, price);
            }
            _ => {
                let text = self.pick(
                    "none: an intrinsic value, no target",
                    "缺失：仅给出内在价值，不给目标价",
                );
                let text = text.to_owned();
                self.line(self.pick("price", "股价"), &text, "");
            }
        }
    }

    fn result(&mut self, result: &MethodResult) {
        let method = result.method.text(self.language);
        let heading = format!("{} ({method})", self.pick("value a share", "每股价值"));
        self.traced(&heading, &result.value_per_share);
        for other in &result.other_values {
            self.traced(&label(&other.id, self.language), other);
        }
        for id in [
            "wacc",
            "ke",
            "ev",
            "equity.value",
            "shares.quoted",
            "tv.share",
            "implied.multiple",
            "implied.growth",
        ] {
            if let Some(figure) = result.key_figures.iter().find(|figure| figure.id == id) {
                self.traced(&label(id, self.language), figure);
            }
        }
    }

    fn scenarios(&mut self, valuation: &Valuation) {
        for scenario in &valuation.scenarios {
            let name = match scenario.name {
                ScenarioName::Bear => self.pick("bear", "悲观"),
                ScenarioName::Base => self.pick("base", "基准"),
                ScenarioName::Bull => self.pick("bull", "乐观"),
            };
            let probability = percent(scenario.probability.value);
            let id = format!("{}/{}", scenario.name.id(), scenario.value_per_share.id);
            let value = format!("{} × {probability}", shown(&scenario.value_per_share));
            self.line(name, &value, &id);
        }
        if let Some(target) = &valuation.target {
            self.traced(
                self.pick("12-month target", "12 个月目标价"),
                &target.target,
            );
            let label = self.pick("expected return with dividends", "预期回报（含股息）");
            self.traced(label, &target.expected_return);
        }
    }

    fn reverse(&mut self, valuation: &Valuation) {
        for solved in &valuation.reverse {
            let heading = format!(
                "{}: {}",
                self.pick("the price implies", "股价隐含"),
                label(&solved.driver, self.language)
            );
            let value = match &solved.implied {
                ImpliedDriver::Found { value } => format!(
                    "{} ({} {})",
                    driver_value(solved, *value),
                    self.pick("base", "基准"),
                    driver_value(solved, solved.base)
                ),
                ImpliedDriver::NoRoot => self.no_root(solved),
            };
            self.line(&heading, &value, "");
        }
    }

    fn no_root(&self, solved: &ReverseDcf) -> String {
        let ends = [solved.value_at_low, solved.value_at_high];
        let ends = ends.map(|end| end.map_or_else(|| "–".to_owned(), money));
        let [low, high] = &ends;
        let from = driver_value(solved, solved.low);
        let to = driver_value(solved, solved.high);
        self.language.pick(
            format!("none from {from} to {to} (values {low} to {high})"),
            format!("{from} 至 {to} 之间无解（对应价值 {low} 至 {high}）"),
        )
    }

    fn comparables(&mut self, valuation: &Valuation) {
        let Some(comparables) = &valuation.comparables else {
            return;
        };
        for distribution in &comparables.distributions {
            let peers = distribution.peers.len();
            let multiples = [
                &distribution.first_quartile,
                &distribution.median,
                &distribution.third_quartile,
            ];
            let multiples = multiples.map(|line| format!("{:.1}x", line.value.round_dp(1)));
            let mut value = format!("{} (n={peers})", multiples.join(" / "));
            if let Implied::Values(values) = &distribution.implied {
                let _ = write!(value, " → {}", shown(&values.median));
            }
            self.line(
                distribution.multiple.text(),
                &value,
                &distribution.median.id,
            );
        }
        let shown_multiples: Vec<_> = comparables
            .distributions
            .iter()
            .map(|d| d.multiple)
            .collect();
        for exclusion in &comparables.excluded {
            // a multiple that nobody has is not a peer left out
            if exclusion
                .multiple
                .is_some_and(|m| !shown_multiples.contains(&m))
            {
                continue;
            }
            let multiple = exclusion.multiple.map_or("", |multiple| multiple.text());
            let reason = exclusion.reason.text(self.language);
            let value = format!("{} {multiple}: {reason}", exclusion.peer);
            self.line(self.pick("left out", "剔除"), &value, "");
        }
    }

    fn grid(&mut self, grid: &Grid) {
        let (down, across) = (
            label(&grid.row_driver, self.language),
            label(&grid.column_driver, self.language),
        );
        self.raw(&format!("  {down} ↓ × {across} →"));
        let shown_rate = |rate: &Decimal| format!("{:>10}", rate.round_dp(4).normalize());
        let heads: Vec<String> = grid.column_values.iter().map(shown_rate).collect();
        self.raw(&format!("  {:>10}{}", "", heads.concat()));
        for (value, cells) in grid.row_values.iter().zip(&grid.cells) {
            let cells = cells.iter().map(|cell| match cell.value {
                Some(value) => format!("{:>10}", money(value)),
                None => format!("{:>10}", "–"),
            });
            let cells: String = cells.collect();
            self.raw(&format!("  {}{cells}", shown_rate(value)));
        }
        let blank = grid
            .cells
            .iter()
            .flatten()
            .find_map(|cell| cell.blank.as_ref());
        if let Some(reason) = blank {
            let text = format!("– {}", reason.text(self.language));
            self.raw(&format!("  {text}"));
        }
    }

    fn simulation(&mut self, valuation: &Valuation) {
        let Some(simulation) = &valuation.simulation else {
            return;
        };
        let points: Vec<String> = simulation
            .percentiles
            .iter()
            .map(|point| format!("P{} {}", point.percent, money(point.value)))
            .collect();
        let label = format!(
            "{} {} ({} {})",
            self.pick("simulated, paths", "模拟路径数"),
            simulation.paths,
            self.pick("seed", "种子"),
            simulation.seed
        );
        self.line(&label, &points.join(", "), &simulation.id);
    }

    fn verdicts(&mut self, verdicts: &[crate::MethodVerdict]) {
        for verdict in verdicts {
            let quiet = verdict.standing == Standing::Refused
                && matches!(verdict.reason, crate::Reason::UnsuitedToKind { .. });
            if quiet {
                continue;
            }
            let value = format!(
                "{}: {}",
                verdict.standing.text(self.language),
                verdict.reason.text(self.language)
            );
            self.line(verdict.method.text(self.language), &value, "");
        }
    }

    fn tail(&mut self, hash: &str, version: &str) {
        let short: String = hash.chars().take(16).collect();
        let text = format!("{short}, {} {version}", self.pick("model", "模型版本"));
        self.line(self.pick("inputs", "输入哈希"), &text, "");
    }
}

/// Years as they are, rates in per cent.
fn driver_value(solved: &ReverseDcf, value: Decimal) -> String {
    if solved.driver == "stage_one" {
        value.to_string()
    } else {
        percent(value)
    }
}

fn money(value: Decimal) -> String {
    format!("{:.2}", value.round_dp(2))
}

fn shown(traced: &Traced) -> String {
    match &traced.unit {
        Unit::MoneyPerShare(currency) => format!("{} {currency}", money(traced.value)),
        Unit::Money(currency) => format!("{} {currency}", grouped(traced.value)),
        Unit::Shares => grouped(traced.value),
        Unit::Ratio if traced.id.contains("multiple") => {
            format!("{:.1}x", traced.value.round_dp(1))
        }
        Unit::Ratio => format!("{:.2} %", percent_value(traced.value)),
        Unit::Years => format!("{:.2}", traced.value.round_dp(2)),
    }
}

fn percent_value(ratio: Decimal) -> Decimal {
    let percent = ratio.checked_mul(Decimal::ONE_HUNDRED);
    percent.unwrap_or(ratio).round_dp(2)
}

/// Whole units with commas.
fn grouped(value: Decimal) -> String {
    let digits = value.abs().round_dp(0).to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if value.is_sign_negative() && !value.is_zero() {
        text.insert(0, '−');
    }
    text
}
