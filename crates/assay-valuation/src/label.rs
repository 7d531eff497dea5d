use assay_domain::Language;

/// `(id, English, Chinese)`. Ids of a year are looked up without their `.y3`.
const LABELS: &[(&str, &str, &str)] = &[
    (
        "growth.start",
        "growth in the first stage",
        "首阶段收入增速",
    ),
    ("growth.terminal", "growth for ever", "永续增长率"),
    ("growth.affo", "growth of AFFO for ever", "AFFO 永续增速"),
    ("growth", "revenue growth", "收入增速"),
    ("margin.start", "operating margin today", "当前营业利润率"),
    (
        "margin.terminal",
        "operating margin at the horizon",
        "期末营业利润率",
    ),
    ("margin", "operating margin", "营业利润率"),
    (
        "stage_one",
        "years of the first stage",
        "首阶段年数（竞争优势期）",
    ),
    ("revenue", "revenue", "营业收入"),
    ("ebit", "operating income", "息税前利润（EBIT）"),
    ("tax", "tax rate", "税率"),
    ("tax.marginal", "marginal tax rate", "边际税率"),
    (
        "nopat",
        "operating income after tax",
        "税后经营利润（NOPAT）",
    ),
    ("da", "depreciation and amortisation", "折旧与摊销"),
    ("capex", "capital expenditure", "资本开支"),
    (
        "capex.ratio",
        "capital expenditure to revenue",
        "资本开支/收入",
    ),
    (
        "nwc_increase",
        "increase in working capital",
        "营运资本增加",
    ),
    ("nwc.ratio", "working capital to revenue", "营运资本/收入"),
    ("sbc", "share-based pay added back", "加回的股份支付"),
    (
        "fcff",
        "free cash flow to the firm",
        "企业自由现金流（FCFF）",
    ),
    ("discount", "discount factor", "折现系数"),
    ("pv", "present value", "现值"),
    ("rf", "risk-free rate", "无风险利率"),
    ("erp", "equity risk premium", "股权风险溢价"),
    ("beta", "beta", "贝塔系数"),
    ("ke", "cost of equity", "股权成本"),
    ("kd", "cost of debt", "债务成本"),
    ("kd.after_tax", "cost of debt after tax", "税后债务成本"),
    ("weight.debt.used", "weight of debt", "债务权重"),
    ("wacc", "cost of capital", "加权平均资本成本（WACC）"),
    (
        "spread.terminal",
        "return above the cost of capital for ever",
        "永续超额资本回报",
    ),
    (
        "roic.terminal",
        "return on new capital for ever",
        "永续新增资本回报率",
    ),
    (
        "reinvestment.terminal",
        "reinvestment rate for ever",
        "永续再投资率",
    ),
    (
        "tv.gordon",
        "terminal value, growing perpetuity",
        "终值（永续增长法）",
    ),
    (
        "pv.tv.gordon",
        "present value of it",
        "终值现值（永续增长法）",
    ),
    (
        "tv.exit",
        "terminal value, exit multiple",
        "终值（退出倍数法）",
    ),
    (
        "pv.tv.exit",
        "present value of it",
        "终值现值（退出倍数法）",
    ),
    (
        "pv.explicit",
        "present value of the projected flows",
        "预测期现金流现值",
    ),
    ("tv.share", "share of the terminal value", "终值占比"),
    (
        "implied.multiple",
        "EV/EBITDA that the perpetuity implies",
        "永续增长法隐含 EV/EBITDA",
    ),
    (
        "implied.growth",
        "growth that the exit multiple implies",
        "退出倍数隐含永续增长",
    ),
    ("ev", "enterprise value", "企业价值"),
    ("bridge.debt", "less gross debt", "减：有息负债"),
    ("bridge.leases", "less leases", "减：租赁负债"),
    ("bridge.pensions", "less pension deficit", "减：养老金缺口"),
    ("bridge.preferred", "less preferred shares", "减：优先股"),
    (
        "bridge.minority",
        "less non-controlling interests",
        "减：少数股东权益",
    ),
    (
        "bridge.cash",
        "plus cash and investments",
        "加：超额现金及投资",
    ),
    ("bridge.associates", "plus associates", "加：联营合营企业"),
    ("equity.value", "equity value", "股权价值"),
    ("shares.count", "diluted shares", "摊薄股本"),
    (
        "shares.quoted",
        "diluted shares as quoted",
        "摊薄股本（报价口径）",
    ),
    ("value.per_share", "value a share", "每股价值"),
    (
        "value.exit",
        "value a share by exit multiple",
        "每股价值（退出倍数法）",
    ),
    (
        "value.nav",
        "net asset value a share",
        "每股净资产价值（NAV）",
    ),
    (
        "value.pb_roe",
        "value a share by P/B and ROE",
        "每股价值（P/B–ROE）",
    ),
    ("roe.start", "return on equity today", "当前净资产收益率"),
    (
        "spread.roe",
        "return on equity above its cost for ever",
        "永续超额净资产收益率",
    ),
    ("payout", "payout", "派息率"),
    ("cap_rate", "capitalisation rate", "资本化率"),
    ("multiple.sales", "peers' EV/Sales", "可比公司 EV/Sales"),
    ("failure.probability", "probability of failure", "失败概率"),
    ("price.local", "price", "股价"),
    ("target", "12-month target", "12 个月目标价"),
    (
        "expected_return",
        "expected return with dividends",
        "预期回报（含股息）",
    ),
];

/// What a line is called. An id without a name of its own is its own name.
pub fn label(id: &str, language: Language) -> String {
    if let Some(name) = name(id, language) {
        return name.to_owned();
    }
    let Some((family, year)) = id.rsplit_once(".y") else {
        return id.to_owned();
    };
    let is_year = !year.is_empty() && year.bytes().all(|b| b.is_ascii_digit());
    match name(family, language).filter(|_| is_year) {
        Some(name) => language.pick(
            format!("{name}, year {year}"),
            format!("{name}（第 {year} 年）"),
        ),
        None => id.to_owned(),
    }
}

fn name(id: &str, language: Language) -> Option<&'static str> {
    let mut rows = LABELS.iter().filter(|(known, ..)| *known == id);
    rows.next()
        .map(|(_, english, chinese)| language.pick(*english, *chinese))
}
