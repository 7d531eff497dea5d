use assay_charts::NumberFormat;
use assay_domain::Decimal;
use assay_exports::{FigureId, Inline};

use crate::error::MemoError;
use crate::notes::{Made, TARGET};
use crate::page::Page;

/// How far the expected return must be from the cost of equity: five points.
const MARGIN: Decimal = Decimal::from_parts(5, 0, 0, false, 2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rating {
    Positive,
    Neutral,
    Negative,
}

impl Rating {
    pub(crate) fn text(self, page: &Page<'_>) -> &'static str {
        match self {
            Self::Positive => page.pick("Positive", "正面"),
            Self::Neutral => page.pick("Neutral", "中性"),
            Self::Negative => page.pick("Negative", "负面"),
        }
    }
}

/// The rating, where there is a price and a target.
pub(crate) fn rating(page: &Page<'_>) -> Option<Rating> {
    page.dossier.price?;
    let target = page.dossier.valuation()?.target.as_ref()?;
    let required = page.ledger.find_line(TARGET, "ke")?.value;
    let excess = target.expected_return.value.checked_sub(required)?;
    Some(if excess >= MARGIN {
        Rating::Positive
    } else if excess <= -MARGIN {
        Rating::Negative
    } else {
        Rating::Neutral
    })
}

/// Why there is no rating.
pub(crate) fn why_none(page: &mut Page<'_>) -> Vec<Inline> {
    if page.dossier.price.is_none() {
        return vec![page.word(
            "none: no price at hand, so nothing to rate against",
            "无：缺少股价，无从评级",
        )];
    }
    let Some(valuation) = page.dossier.valuation() else {
        return vec![page.word("none: there is no valuation", "无：未能完成估值")];
    };
    let method = assay_valuation::Method::Target;
    let verdict = valuation.verdicts.iter().find(|one| one.method == method);
    let mut text = vec![page.word("none: no target, ", "无：未给出目标价，")];
    if let Some(verdict) = verdict {
        let said = verdict.reason.text(page.language());
        let origin = page.ledger.model();
        text.extend(page.ledger.said("verdict.target", &said, &origin));
    }
    text
}

/// In percentage points.
fn margin_text() -> String {
    NumberFormat {
        suffix: String::new(),
        ..NumberFormat::percent(1)
    }
    .print(MARGIN)
}

fn margin(page: &mut Page<'_>) -> FigureId {
    let source = page
        .pick(
            "definition of the rating in this document",
            "本文件评级定义",
        )
        .to_owned();
    page.ledger.made(Made {
        id: "definition/rating.margin".to_owned(),
        label: page.pick("Margin of the rating", "评级阈值").to_owned(),
        value: margin_text(),
        formula: None,
        inputs: Vec::new(),
        source,
        locator: None,
    })
}

/// What the ratings mean, against what and over which time.
pub(crate) fn add_definition(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading(
        "rating",
        "Rating: definition, benchmark, horizon",
        "评级说明",
    );
    let margin = margin(page);
    let points = || Inline::figure(margin.clone(), margin_text());
    let lines: [(&str, &str, &str, &str); 3] = [
        (
            "Positive: the expected return, dividends included, is above the cost of equity by at least ",
            " percentage points.",
            "正面：预期回报（含股息）高于股权成本，超出幅度不低于 ",
            " 个百分点。",
        ),
        (
            "Neutral: it is within ",
            " percentage points of the cost of equity.",
            "中性：预期回报与股权成本之差在 ",
            " 个百分点以内。",
        ),
        (
            "Negative: it is below the cost of equity by at least ",
            " percentage points.",
            "负面：预期回报低于股权成本，差距不低于 ",
            " 个百分点。",
        ),
    ];
    let items = lines.map(|(before, after, zh_before, zh_after)| {
        vec![
            page.word(before, zh_before),
            points(),
            page.word(after, zh_after),
        ]
    });
    page.bullets(items.to_vec());
    let mut text = vec![page.word(
        "Benchmark: the cost of equity of this valuation",
        "比较基准：本次估值的股权成本",
    )];
    if let Some(line) = page.ledger.find_line(TARGET, "ke") {
        text.push(page.word(" (", "（"));
        text.push(page.traced(TARGET, line)?);
        text.push(page.word(")", "）"));
    }
    text.push(page.word(
        ", not an index. Horizon: twelve months from the day of the price. The rating follows from the figures by this rule; nobody sets it, and it is no advice.",
        "，而非股票指数。评级期限：自股价日起十二个月。评级由上述规则按数据得出，不由人为设定，不构成投资建议。",
    ));
    page.paragraph(text);
    Ok(())
}
