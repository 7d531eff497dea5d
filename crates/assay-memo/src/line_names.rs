//! What lines of the valuation are called.

use assay_domain::Language;
use assay_valuation::label;

/// Names of lines that the valuation does not name itself.
const LINES: &[(&str, &str, &str)] = &[
    ("price", "price", "股价"),
    (
        "price.local",
        "price in the reporting currency",
        "股价（报告货币）",
    ),
    (
        "dividends.next",
        "dividends a share, next twelve months",
        "未来十二个月每股股息",
    ),
    ("shares.basic", "shares outstanding", "总股本"),
    (
        "shares.restricted",
        "unvested restricted shares",
        "未归属限制性股票",
    ),
    ("shares.diluted", "diluted shares", "摊薄股本"),
    ("revenue.base", "revenue of the base period", "基期营业收入"),
    (
        "cash_flow.operating",
        "operating cash flow of the base period",
        "基期经营现金流",
    ),
    ("equity.book", "book equity", "归母净资产"),
    ("ebitda.base", "EBITDA of the base period", "基期 EBITDA"),
    (
        "ebit.base",
        "operating income of the base period",
        "基期营业利润",
    ),
    (
        "net_income.base",
        "net income of the base period",
        "基期归母净利润",
    ),
    ("tax.start", "effective tax rate today", "当前实际税率"),
    (
        "da.ratio",
        "depreciation and amortisation to revenue",
        "折旧摊销/收入",
    ),
    ("sbc.ratio", "share-based pay to revenue", "股份支付/收入"),
    (
        "exit.multiple",
        "EV/EBITDA at the horizon",
        "期末 EV/EBITDA 倍数",
    ),
    ("weight.debt", "target weight of debt", "目标债务权重"),
    ("capital.equity", "market value of equity", "股权市值"),
    ("capital.debt", "debt in the weights", "权重口径债务"),
    ("debt", "gross debt", "有息负债"),
    ("leases", "lease liabilities", "租赁负债"),
    ("pensions", "pension deficit", "养老金缺口"),
    ("preferred", "preferred shares", "优先股"),
    ("minority", "non-controlling interests", "少数股东权益"),
    ("cash", "cash and investments", "现金及投资"),
    (
        "associates",
        "associates and joint ventures",
        "联营及合营企业",
    ),
    (
        "bridge.total",
        "from enterprise value to equity",
        "企业价值至股权价值调整合计",
    ),
    (
        "half_year",
        "half a year of the cost of capital",
        "半年折现因子",
    ),
    ("elapsed", "years since the base period", "基期至估值日年数"),
    (
        "ev.base",
        "enterprise value at the base period",
        "基期时点企业价值",
    ),
    (
        "ev.exit",
        "enterprise value by exit multiple",
        "企业价值（退出倍数法）",
    ),
    (
        "equity.exit",
        "equity value by exit multiple",
        "股权价值（退出倍数法）",
    ),
    (
        "nopat.terminal",
        "operating income after tax, first year after the horizon",
        "永续期首年税后经营利润",
    ),
    (
        "fcff.terminal",
        "free cash flow, first year after the horizon",
        "永续期首年自由现金流",
    ),
    (
        "discount.end",
        "discount factor at the horizon",
        "期末折现系数",
    ),
    (
        "tv.share.exit",
        "share of the terminal value, exit multiple",
        "终值占比（退出倍数法）",
    ),
    ("ebitda", "EBITDA", "EBITDA"),
    (
        "pv.tv.gordon",
        "present value of the terminal value, perpetuity",
        "终值现值（永续增长法）",
    ),
    (
        "pv.tv.exit",
        "present value of the terminal value, exit multiple",
        "终值现值（退出倍数法）",
    ),
    ("implied.m", "terminal value to NOPAT", "终值/NOPAT"),
    (
        "implied.b",
        "coefficient of the implied growth",
        "隐含增长方程系数一",
    ),
    (
        "implied.c",
        "coefficient of the implied growth",
        "隐含增长方程系数二",
    ),
    (
        "value.weighted",
        "probability-weighted value a share",
        "概率加权每股价值",
    ),
    (
        "target.bear",
        "twelve-month value, bear",
        "十二个月价值（悲观）",
    ),
    (
        "target.base",
        "twelve-month value, base",
        "十二个月价值（基准）",
    ),
    (
        "target.bull",
        "twelve-month value, bull",
        "十二个月价值（乐观）",
    ),
    ("target", "twelve-month target", "十二个月目标价"),
    ("downside", "loss to the bear value", "至悲观情景的下行空间"),
    ("upside_to_downside", "upside to downside", "上行/下行比"),
    ("probability.bear", "probability, bear", "概率（悲观）"),
    ("probability.base", "probability, base", "概率（基准）"),
    ("probability.bull", "probability, bull", "概率（乐观）"),
    ("book", "book equity", "净资产"),
    ("roe", "return on equity", "净资产收益率"),
    (
        "roe.terminal",
        "return on equity at the horizon",
        "期末净资产收益率",
    ),
    ("earnings", "earnings", "净利润"),
    ("dividend", "dividends", "分红"),
    ("excess", "excess return", "超额收益"),
    (
        "pv.excess",
        "present value of the excess return",
        "超额收益现值",
    ),
    ("pv.dividend", "present value of dividends", "分红现值"),
    ("excess.terminal", "terminal excess return", "永续超额收益"),
    ("pv.terminal", "present value of it", "永续超额收益现值"),
    (
        "equity.base",
        "equity value at the base period",
        "基期时点股权价值",
    ),
    (
        "equity.dividends",
        "equity value by dividends",
        "股权价值（股利折现）",
    ),
    (
        "pb.justified",
        "P/B that the return justifies",
        "收益率对应的合理 P/B",
    ),
    ("affo", "adjusted funds from operations", "AFFO"),
    ("ffo", "funds from operations", "FFO"),
    (
        "capex.maintenance",
        "maintenance capital expenditure",
        "维持性资本开支",
    ),
    ("noi", "net operating income", "净营运收入（NOI）"),
    ("equity.affo", "equity value by AFFO", "股权价值（AFFO）"),
    (
        "failure.recovery",
        "recovery in failure",
        "失败时可回收价值",
    ),
    (
        "equity.weighed",
        "equity value weighed with failure",
        "计入失败概率的股权价值",
    ),
];

/// What a line of the valuation is called.
pub(crate) fn line(id: &str, language: Language) -> String {
    let named = |id: &str| {
        let found = LINES.iter().find(|(known, ..)| *known == id);
        found.map(|(_, english, chinese)| language.pick(*english, *chinese))
    };
    if let Some(name) = named(id) {
        return name.to_owned();
    }
    let known = label(id, language);
    if known != id {
        return known;
    }
    match id.rsplit_once(".y") {
        Some((family, year)) if year.bytes().all(|byte| byte.is_ascii_digit()) => {
            match named(family) {
                Some(name) => language.pick(
                    format!("{name}, year {year}"),
                    format!("{name}（第 {year} 年）"),
                ),
                None => known,
            }
        }
        _ => known,
    }
}

/// The same as the head of a row or a cell.
pub(crate) fn line_title(id: &str, language: Language) -> String {
    let name = line(id, language);
    let mut letters = name.chars();
    match letters.next() {
        Some(first) if !name.starts_with("EV/") => first.to_uppercase().chain(letters).collect(),
        _ => name,
    }
}
