//! Orders to trade, in words and as data. An imperative names what is to be done with a number of
//! shares, with all of a holding or with an account. What somebody did, plans or is rated names
//! its subject, stands in another tense, or has neither number nor whole.

/// Between two words: a line may break, in a list or a quotation too.
const GAP: &str = r"(?:[\s|>*_]|-[ \t])+";

/// Where an imperative begins: with its sentence, or behind a word that urges.
const URGED: &str = r"(?:^[ \t>*#_|-]*(?:[0-9]{1,2}[.)][ \t]+)?|[.!?:;,][ \t*_\x22”]+|(?-u:\b)(?:please|now|immediately|then|must|to[ \t]+do:)[ \t]+)(?:(?:please|now|immediately|today|kindly|urgent:?|action:|order:|then|go[ \t]+ahead[ \t]+and|you[ \t]+(?:must|should)|the[ \t]+(?:system|agent|bot|broker|desk)[ \t]+(?:must|shall|should|is[ \t]+to))[ \t,:]+)*";
/// The start of a sentence alone.
const FIRST: &str = r"(?:^[ \t>*#_|-]*(?:[0-9]{1,2}[.)][ \t]+)?|[.!?][ \t*_\x22”]+)(?:(?:please|now|immediately|today|kindly|then|urgent:?|action:|order:)[ \t,:]+)*";
const URGENT: &str = r"(?-u:\b)(?:now|immediately|at[ \t]+once|right[ \t]+away|without[ \t]+delay|today|tomorrow|asap|forthwith|promptly|instantly|at[ \t]+(?:the[ \t]+)?market|at[ \t]+the[ \t]+(?:open|close)|before[ \t]+the[ \t]+(?:open|close|bell)|market[ \t]+orders?|limit[ \t]+orders?|(?:for|from|in|on)[ \t]+(?:my|your|the|this)[ \t]+(?:\w+[ \t]+)?(?:account|portfolio|book))(?-u:\b)";
const NUMBER: &str = r"(?:[0-9][0-9,.]*(?:[ \t]*(?:k|m|million|thousand))?|(?:(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen|and|couple[ \t]+of)[\s-]+){0,5}(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen))";
const BUY: &str = r"(?:buy|sell|short|purchase|cover|acquire|offload|dump)";
const BUY_ZH: &str = "(?:买入|卖出|买进|卖掉|做多|做空|购入|沽出|買入|賣出|抛出|抛售)";

/// Where an order may begin: an imperative of trade, or a name that the data of an order has. The
/// patterns are slow, and hardly a report has such a place.
pub(super) fn beginning() -> String {
    let verbs = "place|submit|enter|send|execute|put|open|issue|route|fire|buy|sell|short|purchase|cover|acquire|offload|dump|liquidate|close|exit|unwind|flatten|move|shift|rotate|pour|triple|cut|dispose|hedge|double|reverse|roll|empty|clear|invest|go|get|kaufe|kaufen|verkaufe|verkaufen|liquidiere|schließe|erwerbe|compre|venda|liquide|cierre|compra|vende";
    let elsewhere = "(?:kaufen|verkaufen|erwerben|liquidieren|schließen|veräußern)[ \\t]+sie|(?:sofort|jetzt|umgehend|unverzüglich|bitte)|(?:achetez|vendez|liquidez|soldez|clôturez|acquérez)";
    let chinese = "下单|下單|挂单|报单|委托|买入|卖出|买进|卖掉|做多|做空|购入|沽出|買入|賣出|抛出|抛售|清仓|平仓|清空|卖光|斩仓|出清|平掉|清掉|减持|抛光|全仓|满仓|重仓|半仓|今すぐ|直ちに|至急|すぐに|ただちに";
    let names = "side|action|direction|transaction_?type|trade|instruction|qty|quantity|size|units|lots|shares|contracts|notional|amount|order_?(?:side|action|qty)";
    format!(
        r#"(?im){URGED}(?:{verbs})(?-u:\b)|(?-u:\b)(?:{elsewhere})(?-u:\b)|[^。！？；：，,.!?;:“”\x22\n]{{0,12}}(?:{chinese})|(?-u:\b)(?:{names})["'”]?[ \t]*[:=：]|(?:买卖|方向|操作|数量|股数|手数)["'”]?[ \t]*[:=：]|^[ \t]*\|[^\n]*(?:(?-u:\b)(?:side|order|buy/sell)(?-u:\b)|方向)"#
    )
}

/// How far behind its beginning an order is read, in bytes.
pub(super) const REACH: usize = 700;

pub(super) fn patterns() -> Vec<String> {
    let mut all = in_english();
    all.extend(in_chinese());
    all.extend(in_other_languages());
    all.extend(as_data());
    all
}

fn in_english() -> Vec<String> {
    let shares = format!(
        r"{NUMBER}{GAP}(?:(?:common|ordinary|more|additional|call|put)[ \t]+)?(?:shares?|lots?|contracts?|units|puts?|calls?|options?|adrs?|bonds?)(?-u:\b)"
    );
    let whole = r"(?:(?:all|every|each|any|the[ \t]+(?:entire|whole|full|remaining)|your(?:[ \t]+(?:entire|whole|remaining))?|my(?:[ \t]+(?:entire|whole|remaining))?|half(?:[ \t]+of)?|100[ \t]*%|everything|[0-9]{1,3}[ \t]*(?:%|percent|per[ \t]+cent))(?:[ \t]+of)?(?:[ \t]+(?:the|your|my|our|open|existing|remaining|current|long|short|outstanding|equity|stock|these|those|this|that))*)";
    let held = r"(?:positions?|holdings?|shares?|stocks?|stakes?|portfolio|account|book|contracts?|securities|options?|exposure|longs|shorts)(?-u:\b)";
    let rid = r"(?:liquidate|close(?:[ \t]+out)?|sell(?:[ \t]+off)?|exit|unwind|dump|flatten|offload|dispose[ \t]+of|buy|short|cover|hedge|double|reverse|roll)";
    let end = r"[ \t*_]*(?:[.!;]|$)";
    vec![
        format!(
            r"(?im){URGED}(?:place|submit|enter|send|execute|put{GAP}in|open|issue|route|fire{GAP}off){GAP}(?:an?{GAP}|the{GAP}|this{GAP}|your{GAP})?(?:(?:market|limit|stop|stop-loss|new|day|sell|buy)[ \t]+)*(?:{BUY}{GAP})?(?:orders?|trades?){GAP}(?:(?:to|for|of){GAP})?(?:{BUY}{GAP})?(?:{shares}|{whole}{GAP}{held})"
        ),
        format!(r"(?im){URGED}{BUY}{GAP}{shares}[^.!?]{{0,60}}{URGENT}"),
        format!(
            r"(?im){FIRST}(?:buy|sell|short|purchase){GAP}{shares}{GAP}(?:of|in){GAP}[\x22$]?[A-Z0-9]"
        ),
        format!(r"(?im){URGED}{rid}{GAP}{whole}{GAP}{held}(?:[^.!?\n]{{0,60}}?{URGENT}|{end})"),
        format!(
            r"(?im){URGED}(?:liquidate|flatten|empty|clear[ \t]+out|close[ \t]+out){GAP}(?:the|your|my|this){GAP}(?:\w+[ \t]+)?(?:account|portfolio|book|position|positions|holding|holdings)(?-u:\b)(?:[^.!?\n]{{0,60}}?{URGENT}|{end})"
        ),
        format!(
            r"(?im){URGED}(?:buy|sell|short|purchase|invest|put){GAP}(?:[$€£¥][ \t]*{NUMBER}|{NUMBER}[ \t]*(?:dollars|usd|eur|euros|pounds|yuan)|{whole})(?:{GAP}(?:worth[ \t]+)?(?:of|in|into|on){GAP})[^.!?\n]{{1,60}}?{URGENT}"
        ),
        format!(
            r"(?im){URGED}(?:move|shift|put|rotate|pour){GAP}{whole}{GAP}(?:cash|money|funds|capital|balance|proceeds|savings)(?-u:\b)[^.!?\n]{{1,60}}?{URGENT}"
        ),
        format!(
            r"(?im){URGED}(?:double|triple|close|sell|dump|exit|unwind|liquidate|reverse|cut){GAP}(?:the|this|that|your|my){GAP}(?:\w+[ \t]+){{0,2}}?(?:position|stake|holding)s?(?-u:\b)[^.!?\n]{{0,60}}?{URGENT}"
        ),
        format!(r"(?im){URGED}{rid}{GAP}everything(?-u:\b)(?:[^.!?\n]{{0,60}}?{URGENT}|{end})"),
        format!(
            r"(?im){URGED}{BUY}{GAP}[^.!?\n]{{1,40}}?[ \t]with[ \t]+(?:(?:the|your|my|all)[ \t]+)+(?:(?:full|entire|whole|available|of|the|remaining)[ \t]+)*(?:account|balance|cash|capital|portfolio|margin|buying[ \t]+power)(?-u:\b)"
        ),
        format!(
            r"(?im){URGED}(?:go|get){GAP}(?:long|short){GAP}[^.!?\n]{{0,40}}?(?:{shares}|{URGENT})"
        ),
    ]
}

fn in_chinese() -> Vec<String> {
    let clause = r"(?:^[ \t>*#_|-]*(?:[0-9]{1,2}[.)、][ \t]*)?|[。！？；：，,.!?;:“”\x22])";
    let urge = "(?:请|您|你|立即|立刻|马上|現在|现在|即刻|今天|今日|开盘|收盘前|务必|必须|尽快|赶紧|火速|帮我|为我|给我|以|用|按|直接|全部|一次性)";
    let number =
        "[0-9０-９一二两三四五六七八九十百千万][0-9０-９,，.一二两三四五六七八九十百千万]*";
    let shares = format!(r"[^。！？\n]{{0,12}}?{number}[ \t]*(?:股|手|份|张)");
    let order = "(?:下单|下單|挂单|报单|委托)";
    let out = "(?:清仓|平仓|清空|抛售|抛出|卖出|卖光|卖掉|斩仓|出清|平掉|清掉|减持|抛光)";
    let held = "(?:持股|持仓|仓位|股票|股份|头寸|筹码|合约|账户|组合|多单|空单)";
    let whole = "(?:全部|所有|一切|手中|剩余|手上|账户(?:内|中|里)?的?(?:全部|所有)?|您的|你的|我的|全数|一半|[0-9]{1,3}%)";
    vec![
        format!(
            r"(?im)(?:{clause}|请|立即|立刻|马上|現在|现在|即刻){urge}{{0,4}}{order}[^。！？\n]{{0,6}}{BUY_ZH}{shares}"
        ),
        format!(
            r"(?im)(?:{clause}|请|立即|立刻|马上|現在|现在|即刻){urge}{{0,4}}(?:市价|限价|現價|现价)?(?:全部)?{BUY_ZH}{shares}[^。！？\n]{{0,20}}(?:下单|下單|立即|立刻|马上|市价|成交)|(?:请|立即|立刻|马上|即刻)(?:请|您|你|以|用|按|帮我|为我){{0,3}}(?:市价|限价|现价)?{BUY_ZH}{shares}"
        ),
        format!(
            r"(?im){clause}{urge}{{1,5}}(?:市价|限价|现价|将|把)?{out}(?:掉)?{whole}[^。！？\n，,]{{0,12}}?{held}"
        ),
        format!(
            r"(?im){clause}{urge}{{0,5}}(?:将|把){whole}[^。！？\n，,]{{0,12}}?{held}[^。！？\n，,]{{0,6}}?(?:清仓|平仓|清空|抛售|抛出|卖出|卖光|卖掉|出清|平掉|抛光)"
        ),
        format!(
            r"(?im){clause}{urge}{{0,5}}{out}{whole}?{held}?[^。！？\n，,]{{0,6}}(?:立即|立刻|马上|即刻)?(?:执行|成交|下单)"
        ),
        format!(
            r"(?im){clause}{urge}{{1,5}}(?:全仓|满仓|重仓|半仓)(?:买入|买进|杀入|做多|做空|卖出)"
        ),
    ]
}

fn in_other_languages() -> Vec<String> {
    let german = r"(?:[0-9][0-9.]*|hundert|tausend|zehn|fünfzig|alle|sämtliche|jede|die[ \t]+gesamten?)[ \t]+(?:\w+[ \t]+)?(?:aktien?|anteile?|stück|positionen?|kontrakte?|wertpapiere?|bestände?)(?-u:\b)";
    let french = r"(?:[0-9][0-9 .]*|cent|mille|dix|cinquante|toutes?[ \t]+(?:les|vos)|tous[ \t]+(?:les|vos))[ \t]+(?:\w+[ \t]+)?(?:actions?|titres?|positions?|parts?|contrats?)(?-u:\b)";
    let spanish = r"(?:[0-9][0-9.]*|cien|mil|diez|cincuenta|todas[ \t]+(?:las|sus)|todos[ \t]+(?:los|sus))[ \t]+(?:acciones|posiciones|títulos|contratos|participaciones)(?-u:\b)";
    let japanese = r"(?:今すぐ|直ちに|至急|すぐに|ただちに)[^。！？\n]{0,30}?(?:[0-9０-９,]+[ \t]*(?:株|口|枚)|全(?:株|て|ポジション|保有))[^。！？\n]{0,16}?(?:買|売|購入|売却|注文|決済)";
    vec![
        format!("(?im){japanese}"),
        format!(
            r"(?im)(?-u:\b)(?:kaufen|verkaufen|erwerben|liquidieren|schließen|veräußern)[ \t]+sie[^.!?\n]{{0,30}}?{german}|{FIRST}(?:kaufe?|verkaufe?|liquidiere|schließe|erwerbe)[ \t]+[^.!?\n]{{0,20}}?{german}|(?-u:\b)(?:sofort|jetzt|umgehend|unverzüglich|bitte)[ \t]+[^.!?\n]{{0,20}}?{german}[^.!?\n]{{0,40}}?(?:kaufen|verkaufen|liquidieren|schließen|auflösen)[ \t]*(?:[.!]|$)"
        ),
        format!(
            r"(?im)(?-u:\b)(?:achetez|vendez|liquidez|soldez|clôturez|acquérez)(?-u:\b)[^.!?\n]{{0,30}}?{french}"
        ),
        format!(
            r"(?im){FIRST}(?:compre|venda|liquide|cierre|compra|vende)[ \t]+(?:ahora[ \t]+|inmediatamente[ \t]+|ya[ \t]+)?{spanish}[^.!?\n]{{0,40}}?(?:ahora|inmediatamente|ya|hoy|a[ \t]+mercado)(?-u:\b)|{FIRST}(?:compre|venda|liquide|cierre)[ \t]+(?:ahora[ \t]+|inmediatamente[ \t]+|ya[ \t]+)?{spanish}"
        ),
    ]
}

/// A side and a quantity beside each other, under names that orders have.
fn as_data() -> Vec<String> {
    let name = |english: &str, chinese: &str| {
        format!(r#"(?:(?-u:\b)(?:{english})|{chinese})["'”]?[ \t]*[:=：][ \t]*["'“]?"#)
    };
    let key = name(
        "side|action|direction|order_?side|transaction_?type|trade|order_?action|instruction",
        "买卖|方向|操作",
    );
    let side = key.clone()
        + r"(?:(?:buy|sell|short|cover|sell_short|buy_to_open|sell_to_close|long)(?-u:\b)[ \t]*(?:[\x22'”,;&|}\n]|$)|买入|卖出|做多|做空)";
    let quantity = name(
        "qty|quantity|order_?qty|size|units|lots|num_?shares|shares|contracts|notional|amount",
        "数量|股数|手数",
    ) + "[$]?[0-9]";
    let near = r"[^\n{}]{0,80}?(?:\n[^\n]{0,80}?){0,4}?";
    // The history of an owner's trades has a date or a person.
    let head = r"(?m)(?i)^[ \t]*\|[^\n]*(?-u:\b)(?:side|order|buy/sell|买卖方向|方向)(?-u:\b)?[^\n]*\|[^\n]*(?-u:\b)?(?:qty|quantity|size|数量|股数)[^\n]*\|[ \t]*\n[ \t]*\|[ \t:|-]+\n(?:[^\n]*\n){0,12}?[ \t]*\|[^\n]*\|?[ \t]*(?:buy|sell|short|cover|买入|卖出)[ \t]*\|";
    vec![
        format!(r"(?i){side}{near}{quantity}"),
        format!(r"(?i){quantity}{near}{side}"),
        format!(
            r"(?i){key}(?:buy|sell|short|cover)[ \t]+(?:(?:symbol|ticker)[ \t]*[:=][ \t]*\w+[ \t]+)?{quantity}"
        ),
        head.to_owned(),
    ]
}
