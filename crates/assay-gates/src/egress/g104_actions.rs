use std::ops::Range;
use std::sync::LazyLock;

use pulldown_cmark::{Event, Tag, TagEnd};
use regex::{Regex, RegexSet};

use super::outgoing::Blocker;
use super::reading::Reading;
use super::trade_orders;
use crate::look_alikes::InLatin;
use crate::rules::compiled;

pub(crate) const CODE: &str = "G-104";

/// Ways to tell a system to act. Nearly every text holds none of them, which one pass over it
/// tells; a pattern by itself is made only to say where it stands.
struct Patterns {
    any: RegexSet,
    /// What each of them would do.
    reasons: Vec<&'static str>,
}

impl Patterns {
    #[expect(
        clippy::expect_used,
        reason = "fixed patterns, which every test of the gate compiles"
    )]
    fn of(patterns: Vec<(&'static str, String)>) -> Self {
        let (reasons, sources): (Vec<_>, Vec<_>) = patterns.into_iter().unzip();
        let any = RegexSet::new(sources).expect("the patterns are valid");
        Self { any, reasons }
    }

    /// What would act, and where.
    #[expect(
        clippy::expect_used,
        reason = "each pattern was compiled as a part of the set"
    )]
    fn find(&self, text: &str) -> Vec<(&'static str, Range<usize>)> {
        // Whether any matches is told much faster than which, and hardly a report has one.
        if !self.any.is_match(text) {
            return Vec::new();
        }
        let known = self.reasons.iter().zip(self.any.patterns());
        let hits = self.any.matches(text);
        let found = known.enumerate().filter(|(place, _)| hits.matched(*place));
        let places = found.filter_map(|(_, (reason, source))| {
            let regex = Regex::new(source).expect("the pattern is valid");
            Some((*reason, regex.find(text)?.range()))
        });
        places.collect()
    }
}

/// Verbs joined to what they act on, as tools are named.
const TOOL: &str = concat!(
    r"(?:[a-z]+[._/-]){0,3}(?:place|submit|create|cancel|modify|execute|send|make|open|close)[_-]?",
    r"(?:limit|market|stop|new|bulk)?[_-]?",
    r"(?:orders?|trades?|transactions?|positions?|transfers?|payments?|emails?|mails?|messages?|tweets?|posts?)",
    r"|(?:run|exec|execute)[_-]?(?:command|shell|sql|query|code|python|script)s?",
    r"|(?:write|delete|update|insert|drop)[_-]?(?:db|database|table|file|record|row)s?",
    r"|db[_-]?(?:write|insert|update|delete)|(?:auto[_-]?)?publish(?:[_-]?(?:report|post|article))?|post[_-]?tweet",
);
const VERB: &str = concat!(
    r"buy|sell|short|cover|order|trade|transfer|withdraw|pay|tweet|deploy|exec|execute|shell|bash|eval|sql",
    r"|insert|update|delete|drop|upsert|下单|买入|卖出|做多|做空|发布|写库|写入数据库|转账|自动发布",
);

/// Orders to trade in a text: it is read where one may begin.
fn trades(text: &str) -> Vec<(&'static str, Range<usize>)> {
    let mut windows: Vec<Range<usize>> = Vec::new();
    for beginning in TRADE_BEGINNING.find_iter(text) {
        let end = text.ceil_char_boundary((beginning.end() + trade_orders::REACH).min(text.len()));
        match windows.last_mut() {
            Some(last) if beginning.start() <= last.end => last.end = end,
            _ => windows.push(line_start(text, beginning.start())..end),
        }
    }
    let found = windows.into_iter().flat_map(|window| {
        let inside = TRADES.find(text.get(window.clone()).unwrap_or_default());
        let placed = move |(reason, place): (&'static str, Range<usize>)| {
            (reason, window.start + place.start..window.start + place.end)
        };
        inside.into_iter().map(placed)
    });
    found.collect()
}

/// The start of the line, or far enough before that no sentence seems to begin at the place.
fn line_start(text: &str, at: usize) -> usize {
    let floor = text.floor_char_boundary(at.saturating_sub(MOST_BEFORE));
    let before = text.get(floor..at).unwrap_or_default();
    before.rfind('\n').map_or(floor, |end| floor + end + 1)
}

const MOST_BEFORE: usize = 200;

static TRADE_BEGINNING: LazyLock<Regex> = LazyLock::new(|| compiled(&trade_orders::beginning()));

const TRADE: &str = "an order to trade";

/// Orders to trade, in words and as data.
static TRADES: LazyLock<Patterns> = LazyLock::new(|| {
    let order = |source: String| (TRADE, source);
    Patterns::of(trade_orders::patterns().into_iter().map(order).collect())
});

/// Patterns that mean an action wherever they stand.
static ANYWHERE: LazyLock<Patterns> = LazyLock::new(|| {
    let order = TRADE;
    let call = "a call of a tool";
    let sql = "a statement that changes a database";
    let command = "a command for a shell";
    let request = "a request that changes something";
    Patterns::of(vec![
        pattern(
            call,
            &format!(
                r#"(?i)["'](?:action|tool|tool_name|operation|command|function|method|intent|name|动作|操作|指令)["'][ \t\n]*:[ \t\n]*["'](?:{TOOL})["']"#
            ),
        ),
        pattern(
            call,
            &format!(
                r#"(?i)["'](?:action|tool|tool_name|operation|command|动作|操作|指令)["'][ \t\n]*:[ \t\n]*["'](?:{VERB})["']"#
            ),
        ),
        pattern(
            call,
            r#"(?i)["'](?:tool_calls?|function_calls?|tool_use_id)["'][ \t\n]*:|["']type["'][ \t\n]*:[ \t\n]*["']tool_use["']|["']method["'][ \t\n]*:[ \t\n]*["']tools/call["']"#,
        ),
        pattern(
            call,
            r"(?i)<(?:tool_call|function_calls?|tool_use|invoke|tool_code|execute)(?:[ \t]+[^<>\n]*)?>",
        ),
        pattern(
            call,
            &format!(
                r"(?im)^[ \t>*-]*(?:action|tool|function|command|动作|操作)[ \t]*[:：][ \t]*(?:{TOOL})[ \t]*$"
            ),
        ),
        pattern(
            call,
            r"(?i)(?-u:\b)(?:place|submit|create|cancel|execute|send|new|close|open|modify)_?(?:[a-z]{1,12}_)?(?:limit|market|stop|bracket|all)?_?(?:order|trade|transfer|payment|transaction|position)s?[ \t]*\(|(?-u:\b)[a-z_]+\.(?:buy|sell|short|buy_?market|sell_?market|buy_?limit|sell_?limit|go_?long|go_?short|liquidate|order_?target\w*)[ \t]*\(",
        ),
        pattern(
            call,
            r"(?i)(?-u:\b)mutation(?-u:\b)[ \t]*(?:[a-z_][a-z0-9_]*[ \t]*)?(?:\([^()\n]{0,200}\)[ \t]*)?\{[\s]*[a-z_]+[ \t]*[({]",
        ),
        pattern(
            order,
            r"(?im)^[ \t>*`-]*[/!](?:order|buy|sell|trade|long|short|close|liquidate)(?-u:\b)[ \t]+[a-z0-9$]",
        ),
        pattern(order, r"(?-u:\b)8=FIX\.[0-9]"),
        pattern(
            order,
            r"(?im)^[ \t>*#\[【-]*(?:order|execute|trade|下单|执行|委托|交易指令)[ \t\]】*]*[:：\]】][ \t*]*(?:to[ \t]+)?(?:buy|sell|short|cover|买入|卖出|做多|做空)",
        ),
        pattern(
            order,
            r"(?m)^[ \t>*-]*(?:BUY|SELL|SHORT|COVER)[ \t]+[0-9][0-9,]*[ \t]+(?:shares of[ \t]+)?[A-Z][A-Z.]{0,5}(?-u:\b)",
        ),
        pattern(
            sql,
            r"(?m)(?:^[ \t>*|`-]*|;[ \t]*)(?:INSERT[ \t\n]+INTO[ \t\n]+[A-Za-z_]|DELETE[ \t\n]+FROM[ \t\n]+[A-Za-z_]|DROP[ \t]+(?:TABLE|DATABASE|SCHEMA|INDEX|VIEW|USER)[ \t]|ALTER[ \t]+(?:TABLE|DATABASE|USER)[ \t]|TRUNCATE[ \t]+TABLE[ \t]|CREATE[ \t]+(?:OR[ \t]+REPLACE[ \t]+)?(?:TABLE|DATABASE|TRIGGER|USER|FUNCTION)[ \t]|MERGE[ \t]+INTO[ \t]|REPLACE[ \t]+INTO[ \t]|UPDATE[ \t\n]+[A-Za-z_.]+[ \t\n]+SET[ \t\n]|GRANT[ \t]+(?:ALL|SELECT|INSERT|UPDATE|DELETE)(?-u:\b)[^\n]* ON )",
        ),
        pattern(
            sql,
            r#"(?i)(?-u:\b)(?:insert[ \t\n]+into[ \t\n]+[a-z_."`]+[ \t\n]*(?:\([^()\n]*\))?[ \t\n]*values[ \t\n]*\(|update[ \t\n]+[a-z_."`]+[ \t\n]+set[ \t\n]+[a-z_."`]+[ \t]*=|delete[ \t\n]+from[ \t\n]+[a-z_."`]+[ \t\n]*(?:where[ \t\n]+[a-z_."`]+[ \t]*(?:=|<|>|in(?-u:\b))|;)|(?:drop|truncate)[ \t\n]+(?:table|database)[ \t\n]+(?:if[ \t\n]+exists[ \t\n]+)?[a-z_."`]+[ \t]*;)"#,
        ),
        pattern(
            command,
            r"(?im)^[ \t>$#*`-]*sudo[ \t]+[a-z-]|(?-u:\b)(?:rm[ \t]+-[rf]{1,2}[ \t]|(?:curl|wget)[ \t][^\n|]*\|[ \t]*(?:sudo[ \t]+)?(?:ba|z)?sh(?-u:\b)|(?:iwr|irm|curl|wget|invoke-[a-z]+)[ \t][^\n|]*\|[ \t]*iex(?-u:\b)|invoke-(?:webrequest|expression|restmethod)(?-u:\b)|powershell(?:\.exe)?[ \t]+-)|:\(\)[ \t]*\{[ \t]*:\|:",
        ),
        pattern(
            request,
            r"(?m)(?:^[ \t>*`$-]*(?:POST|PUT|PATCH|DELETE)[ \t]+(?:https?://|/)[^ \t\n]|(?-u:\b)curl[ \t][^\n]*(?:-X|--request)[ \t=]*(?:POST|PUT|PATCH|DELETE)|(?-u:\b)curl[ \t][^\n]* (?:-d|--data[a-z-]*)[ \t=])",
        ),
    ])
});

/// Patterns that mean an action only where the text is set as code.
static IN_CODE: LazyLock<Patterns> = LazyLock::new(|| {
    Patterns::of(vec![
        pattern(
            "a command for a shell",
            r"(?m)^[ \t]*(?:[$#>][ \t]*)?(?:rm[ \t]+[-/.~a-z]|rmdir[ \t]|mkfs|dd[ \t]+if=|shutdown(?-u:\b)|reboot(?-u:\b)|kill[ \t]+-?[0-9]|killall[ \t]|chmod[ \t]|chown[ \t]|curl[ \t]|wget[ \t]|scp[ \t]|ssh[ \t]|rsync[ \t]|nc[ \t]+-|git[ \t]+(?:push|commit|reset)|docker[ \t]+(?:run|exec|push)|kubectl[ \t]+(?:apply|delete|create|exec)|terraform[ \t]+(?:apply|destroy)|psql[ \t]|mysql[ \t]|redis-cli[ \t]|sqlite3[ \t]|npm[ \t]+(?:publish|install|i )|pip3?[ \t]+install|apt(?:-get)?[ \t]+install|brew[ \t]+install|systemctl[ \t]|crontab[ \t]|reg[ \t]+add|cmd(?:\.exe)?[ \t]+/c|(?:ba|z)?sh[ \t]+(?:-c|[^ \n]+\.sh)|python3?[ \t]+(?:-c|-m|[^ \n]+\.py)|node[ \t]+(?:-e|[^ \n]+\.js)|eval[ \t]|aws[ \t]+[a-z0-9]+[ \t]+[a-z]|gcloud[ \t]+[a-z]|az[ \t]+[a-z]+[ \t]+[a-z]|gh[ \t]+(?:pr|release|repo|api))",
        ),
        pattern(
            "a statement that changes a database",
            r"(?im)^[ \t]*(?:insert[ \t]+into|update[ \t]+[a-z_.]+[ \t]+set|delete[ \t]+from|drop[ \t]+(?:table|database|schema|index|view|user)|alter[ \t]+(?:table|database|user)|truncate[ \t]+table|create[ \t]+(?:or[ \t]+replace[ \t]+)?(?:table|database|trigger|user|function)|merge[ \t]+into|replace[ \t]+into|grant[ \t]+[a-z]+[ \t]+on)(?-u:\b)",
        ),
        pattern(
            "a call that acts",
            r"(?i)\.(?:buy|sell|place_order|submit_order|create_order|cancel_order|execute|executemany|publish|post_tweet|update_status|send_message|sendmail|commit)[ \t]*\(|(?-u:\b)(?:os\.system|subprocess\.[a-z]+|exec|eval|shutil\.rmtree|requests\.(?:post|put|patch|delete)|fs\.(?:write|unlink|rm)[a-z]*|child_process)[ \t]*[(.]",
        ),
    ])
});

fn pattern(reason: &'static str, source: &str) -> (&'static str, String) {
    (reason, source.to_owned())
}

/// Orders to a system: calls of tools, statements, commands. A recommendation in words is none.
pub(crate) fn check(read: &Reading<'_>) -> Vec<Blocker> {
    let mut found: Vec<Blocker> = Vec::new();
    let mut add = |reason: &str, range: Range<usize>| {
        let reason = format!("the text would make a system act: {reason}");
        found.push(Blocker::new(CODE, reason).at(range.start, range.end));
    };
    let anywhere = |text: &str| {
        let trades = trades(text).into_iter();
        trades.chain(ANYWHERE.find(text)).collect::<Vec<_>>()
    };
    for (reason, range) in anywhere(&read.view.text) {
        add(reason, read.view.original(&range));
    }
    if let Some(latin) = InLatin::of(&read.view.text) {
        for (reason, range) in anywhere(&latin.text) {
            add(reason, read.view.original(&latin.original(&range)));
        }
    }
    for code in code_ranges(read) {
        let inside = read.text.get(code.clone()).unwrap_or_default();
        for (reason, range) in IN_CODE.find(inside) {
            add(reason, code.start + range.start..code.start + range.end);
        }
    }
    found.sort();
    found.dedup_by(|a, b| a.reason == b.reason);
    found
}

/// What is set as code, without its fences.
fn code_ranges(read: &Reading<'_>) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut in_block = false;
    for (event, range) in &read.events {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_block = true,
            Event::End(TagEnd::CodeBlock) => in_block = false,
            Event::Text(_) if in_block => ranges.push(range.clone()),
            Event::Code(_) => {
                let written = read.text.get(range.clone()).unwrap_or_default();
                let ticks = written.len() - written.trim_start_matches('`').len();
                ranges.push(range.start + ticks..range.end.saturating_sub(ticks));
            }
            _ => {}
        }
    }
    ranges
}
