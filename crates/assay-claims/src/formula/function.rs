use super::FormulaError;
use super::parse::Operator;
use super::quantity::{Quantity, operate};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Operate(Operator),
    /// `growth(before, after)`: the change against what was before.
    Growth,
    /// `cagr(first, last, years)`: the same growth each year.
    Cagr,
    Average,
    Sum,
    Min,
    Max,
    Absolute,
    /// `greater(a, b)`: whether a > b.
    Greater,
}

const NAMES: &[(&str, Function)] = &[
    ("add", Function::Operate(Operator::Add)),
    ("subtract", Function::Operate(Operator::Subtract)),
    ("multiply", Function::Operate(Operator::Multiply)),
    ("divide", Function::Operate(Operator::Divide)),
    ("ratio", Function::Operate(Operator::Divide)),
    ("share", Function::Operate(Operator::Divide)),
    ("比率", Function::Operate(Operator::Divide)),
    ("占比", Function::Operate(Operator::Divide)),
    ("exp", Function::Operate(Operator::Power)),
    ("power", Function::Operate(Operator::Power)),
    ("growth", Function::Growth),
    ("增长率", Function::Growth),
    ("cagr", Function::Cagr),
    ("复合增长率", Function::Cagr),
    ("average", Function::Average),
    ("mean", Function::Average),
    ("平均", Function::Average),
    ("table_average", Function::Average),
    ("sum", Function::Sum),
    ("合计", Function::Sum),
    ("table_sum", Function::Sum),
    ("min", Function::Min),
    ("最小", Function::Min),
    ("table_min", Function::Min),
    ("max", Function::Max),
    ("最大", Function::Max),
    ("table_max", Function::Max),
    ("abs", Function::Absolute),
    ("绝对值", Function::Absolute),
    ("greater", Function::Greater),
];

impl Function {
    pub(super) fn named(name: &str) -> Option<Self> {
        let known = NAMES
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        known.map(|(_, function)| *function)
    }

    fn name(self) -> &'static str {
        let known = NAMES.iter().find(|(_, function)| *function == self);
        known.map_or("function", |(name, _)| *name)
    }

    pub(super) fn accepts(self, arguments: usize) -> Result<(), FormulaError> {
        let (fits, wanted) = match self {
            Self::Operate(_) | Self::Growth | Self::Greater => (arguments == 2, "2"),
            Self::Cagr => (arguments == 3, "3"),
            Self::Absolute => (arguments == 1, "1"),
            Self::Average | Self::Sum | Self::Min | Self::Max => (arguments >= 1, "1 or more"),
        };
        if fits {
            return Ok(());
        }
        Err(FormulaError::WrongArguments {
            name: self.name(),
            wanted,
            found: arguments,
        })
    }

    /// The value of every function but [`Function::Greater`], which has none.
    pub(super) fn apply(self, arguments: &[Quantity]) -> Result<Quantity, FormulaError> {
        match (self, arguments) {
            (Self::Operate(operator), [left, right]) => operate(operator, *left, *right),
            (Self::Growth, [before, after]) => growth(*before, *after),
            (Self::Cagr, [first, last, years]) => cagr(*first, *last, *years),
            (Self::Absolute, [only]) => Ok(only.with(only.value.abs())),
            (Self::Sum, [first, others @ ..]) => sum(*first, others),
            (Self::Average, [first, others @ ..]) => {
                let total = sum(*first, others)?;
                let count = Quantity::count(arguments.len());
                let mean = operate(Operator::Divide, total, count)?;
                Ok(Quantity {
                    kind: total.kind,
                    terms: 1,
                    ..mean
                })
            }
            (Self::Min, [first, others @ ..]) => extreme(*first, others, |new, old| new < old),
            (Self::Max, [first, others @ ..]) => extreme(*first, others, |new, old| new > old),
            (Self::Greater, _) => Err(FormulaError::NotANumber),
            _ => Err(FormulaError::WrongArguments {
                name: self.name(),
                wanted: "other",
                found: arguments.len(),
            }),
        }
    }
}

fn sum(first: Quantity, others: &[Quantity]) -> Result<Quantity, FormulaError> {
    others
        .iter()
        .try_fold(first, |total, next| operate(Operator::Add, total, *next))
}

fn extreme(
    first: Quantity,
    others: &[Quantity],
    beats: fn(&assay_domain::Decimal, &assay_domain::Decimal) -> bool,
) -> Result<Quantity, FormulaError> {
    others.iter().try_fold(first, |best, next| {
        best.comparable_with(*next)?;
        Ok(if beats(&next.value, &best.value) {
            *next
        } else {
            best
        })
    })
}

fn growth(before: Quantity, after: Quantity) -> Result<Quantity, FormulaError> {
    if before.value.is_sign_negative() && !before.value.is_zero() {
        return Err(FormulaError::NoGrowthBase {
            base: before.value.to_string(),
        });
    }
    let change = operate(Operator::Subtract, after, before)?;
    operate(Operator::Divide, change, before)
}

fn cagr(first: Quantity, last: Quantity, years: Quantity) -> Result<Quantity, FormulaError> {
    if first.value.is_sign_negative() && !first.value.is_zero() {
        return Err(FormulaError::NoGrowthBase {
            base: first.value.to_string(),
        });
    }
    let total = operate(Operator::Divide, last, first)?;
    let one = Quantity::count(1);
    let yearly = operate(Operator::Divide, one, years)?;
    let factor = operate(Operator::Power, total, yearly)?;
    operate(Operator::Subtract, factor, one)
}
