//! A valuation model of the same company: growth, margin, tax and discounting over five years.

use assay_domain::{Decimal, Language};
use assay_exports::{
    CellRef, CellRole, DefinedName, NumberFormat, Sheet, SheetCell, Workbook, column_name,
};

const YEARS: u32 = 5;

struct Case {
    base: Decimal,
    growth: Decimal,
    margin: Decimal,
    tax: Decimal,
    rate: Decimal,
    stable: Decimal,
    shares: Decimal,
}

pub(crate) fn model(language: Language) -> Workbook {
    let say = |en: &str, zh: &str| language.pick(en, zh).to_owned();
    let case = Case {
        base: Decimal::from(4480),
        growth: Decimal::new(8, 2),
        margin: Decimal::new(214, 3),
        tax: Decimal::new(21, 2),
        rate: Decimal::new(95, 3),
        stable: Decimal::new(25, 3),
        shares: Decimal::new(3125, 1),
    };
    let inputs = say("Inputs", "输入");
    Workbook {
        title: say("Lumora: valuation model", "流光科技：估值模型"),
        language,
        sheets: vec![
            input_sheet(&inputs, &case, language),
            model_sheet(&inputs, &case, language),
        ],
        names: vec![DefinedName {
            name: "discount_rate".to_owned(),
            cell: CellRef::new(inputs, 5, 1),
        }],
    }
}

fn input_sheet(name: &str, case: &Case, language: Language) -> Sheet {
    let say = |en: &str, zh: &str| language.pick(en, zh).to_owned();
    let input = |name: String, value: Decimal, format, id: &str| {
        vec![
            SheetCell::text(name, CellRole::Plain),
            SheetCell::value(value, format, CellRole::Input).with_note(id, "10-K FY2025, Item 7"),
        ]
    };
    let share = NumberFormat::Percent(1);
    let head = |text| SheetCell::text(text, CellRole::Head);
    Sheet {
        name: name.to_owned(),
        widths: vec![36, 14],
        frozen: (1, 0),
        rows: vec![
            vec![head(say("Input", "输入项")), head(say("Value", "数值"))],
            input(
                say("Revenue, TTM", "营业收入 TTM"),
                case.base,
                NumberFormat::Number(0),
                "revenue_ttm",
            ),
            input(say("Growth", "增长率"), case.growth, share, "a_growth"),
            input(say("Margin", "利润率"), case.margin, share, "margin_ttm"),
            input(say("Tax", "税率"), case.tax, share, "a_tax"),
            input(say("Discount rate", "折现率"), case.rate, share, "a_wacc"),
            input(
                say("Growth for ever", "永续增长率"),
                case.stable,
                share,
                "a_g",
            ),
            input(
                say("Diluted shares", "稀释股数"),
                case.shares,
                NumberFormat::Number(1),
                "shares",
            ),
            vec![SheetCell::text("=1+1", CellRole::Remark), SheetCell::Empty],
        ],
    }
}

fn model_sheet(inputs: &str, case: &Case, language: Language) -> Sheet {
    let say = |en: &str, zh: &str| language.pick(en, zh).to_owned();
    let at = |row| CellRef::new(inputs, row, 1).absolute();
    let label = |text| SheetCell::text(text, CellRole::Plain);
    let number = NumberFormat::Number(1);
    let mut head = vec![SheetCell::text(say("Year", "年度"), CellRole::Head)];
    let mut revenues = vec![label(say("Revenue", "营业收入"))];
    let mut flows = vec![label(say("Free cash flow", "自由现金流"))];
    let mut values = vec![label(say("Present value", "现值"))];
    let (mut revenue, mut factor) = (case.base, Decimal::ONE);
    let (mut flow, mut sum) = (Decimal::ZERO, Decimal::ZERO);
    for year in 1..=YEARS {
        let column = column_name(year);
        revenue *= Decimal::ONE + case.growth;
        factor *= Decimal::ONE + case.rate;
        flow = revenue * case.margin * (Decimal::ONE - case.tax);
        sum += flow / factor;
        let previous = match year {
            1 => at(1),
            _ => format!("{}2", column_name(year - 1)),
        };
        head.push(SheetCell::value(
            year.into(),
            NumberFormat::General,
            CellRole::Head,
        ));
        let formula = format!("{previous}*(1+{})", at(2));
        revenues.push(SheetCell::formula(formula, revenue, number));
        let formula = format!("{column}2*{}*(1-{})", at(3), at(4));
        flows.push(SheetCell::formula(formula, flow, number));
        let formula = format!("{column}3/(1+discount_rate)^{column}1");
        values.push(SheetCell::formula(formula, flow / factor, number));
    }
    let terminal = flow * (Decimal::ONE + case.stable) / (case.rate - case.stable) / factor;
    let total = |name: String, formula: String, result| {
        let cell = SheetCell::formula(formula, result, NumberFormat::Number(2));
        let cell = cell.with_role(CellRole::Total);
        vec![
            SheetCell::text(name, CellRole::Total),
            cell.with_note("valuation_v7", "assay-valuation, run v-7"),
        ]
    };
    let last = format!("F3*(1+{0})/(discount_rate-{0})/(1+discount_rate)^F1", at(6));
    let per_share = format!("IF({0}>0,B7/{0},0)", at(7));
    Sheet {
        name: say("Model", "估值模型"),
        widths: vec![30, 12, 12, 12, 12, 12],
        frozen: (1, 1),
        rows: vec![
            head,
            revenues,
            flows,
            values,
            total(
                say("Five years", "前五年现值"),
                "SUM(B4:F4)".to_owned(),
                sum,
            ),
            total(say("After that", "终值现值"), last, terminal),
            total(say("Value", "企业价值"), "B5+B6".to_owned(), sum + terminal),
            total(
                say("Value per share", "每股价值"),
                per_share,
                (sum + terminal) / case.shares,
            ),
        ],
    }
}
