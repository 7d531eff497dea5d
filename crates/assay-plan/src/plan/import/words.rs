//! The words by which a plan in English or Chinese says what a line is.

use assay_domain::ResearchType;

/// What a label such as `Data needs:` or `建议工具：` announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    ResearchType,
    Objectives,
    DataNeeds,
    KeyQuestions,
    Tools,
    DependsOn,
    Tasks,
}

const LABELS: [(Label, &[&str]); 7] = [
    (
        Label::ResearchType,
        &["research type", "type", "研究类型", "类型"],
    ),
    (
        Label::Objectives,
        &[
            "objective",
            "objectives",
            "research objectives",
            "goal",
            "goals",
            "aim",
            "aims",
            "目标",
            "研究目标",
            "总体目标",
            "阶段目标",
            "目的",
        ],
    ),
    (
        Label::DataNeeds,
        &[
            "data",
            "data needs",
            "data needed",
            "required data",
            "数据",
            "数据需求",
            "所需数据",
            "需要的数据",
        ],
    ),
    (
        Label::KeyQuestions,
        &[
            "question",
            "questions",
            "key questions",
            "问题",
            "关键问题",
            "核心问题",
        ],
    ),
    (
        Label::Tools,
        &[
            "tool",
            "tools",
            "suggested tools",
            "mcp tools",
            "工具",
            "建议工具",
            "使用工具",
            "mcp工具",
        ],
    ),
    (
        Label::DependsOn,
        &[
            "depends on",
            "dependency",
            "dependencies",
            "after",
            "依赖",
            "前置",
            "前置阶段",
            "依赖阶段",
        ],
    ),
    (
        Label::Tasks,
        &[
            "task",
            "tasks",
            "steps",
            "activities",
            "任务",
            "任务列表",
            "研究任务",
            "主要任务",
            "步骤",
            "内容",
        ],
    ),
];

pub(super) fn label(text: &str) -> Option<Label> {
    let text = text.trim().trim_end_matches([':', '：']).to_lowercase();
    LABELS
        .iter()
        .find(|(_, names)| names.contains(&text.as_str()))
        .map(|(label, _)| *label)
}

/// The number and the title of a phase heading: `Phase 2: Markets`, `阶段二：市场`, `第二阶段 市场`.
pub(super) fn phase_heading(text: &str) -> Option<(u32, String)> {
    let lower = text.to_lowercase();
    for word in ["phase", "stage", "step", "阶段", "步骤"] {
        if let Some(rest) = lower.strip_prefix(word) {
            let (number, length) = leading_number(rest.trim_start())?;
            let title = rest.trim_start().chars().count() - length;
            return Some((number, last_characters(text, title)));
        }
    }
    let rest = lower.strip_prefix('第')?;
    let (number, length) = leading_number(rest.trim_start())?;
    let after: String = rest.trim_start().chars().skip(length).collect();
    let after = after.trim_start();
    let title = after
        .strip_prefix("阶段")
        .or_else(|| after.strip_prefix('步'))?;
    Some((number, last_characters(text, title.chars().count())))
}

/// From the original, whose letters still have their case.
fn last_characters(text: &str, count: usize) -> String {
    let skip = text.chars().count().saturating_sub(count);
    let title: String = text.chars().skip(skip).collect();
    title.trim_start_matches(is_separator).trim().to_owned()
}

pub(super) fn is_separator(c: char) -> bool {
    c.is_whitespace() || ":：-–—.．、·|".contains(c)
}

/// The heading of a task inside a phase: `Task 1.2: Rivals`, `任务3：对手`, `1.2 Rivals`.
pub(super) fn task_heading(text: &str) -> String {
    let lower = text.to_lowercase();
    let word = ["task", "任务"]
        .iter()
        .find(|word| lower.starts_with(**word))
        .map_or(0, |word| word.chars().count());
    let rest: String = text.chars().skip(word).collect();
    let rest = rest.trim_start();
    let number = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.');
    let digits = number.count();
    let after: String = rest.chars().skip(digits).collect();
    let numbered = digits > 0 && after.starts_with(is_separator);
    if numbered || word > 0 && after.starts_with([':', '：']) {
        let title = after.trim_start_matches(is_separator).trim();
        if !title.is_empty() {
            return title.to_owned();
        }
    }
    text.trim().to_owned()
}

/// All phase numbers in a text such as `Phase 1 and 2` or `阶段一、阶段三`.
pub(super) fn phase_numbers(text: &str) -> Vec<u32> {
    let characters: Vec<char> = text.chars().collect();
    let mut numbers = Vec::new();
    let mut rest = characters.as_slice();
    while let [_, tail @ ..] = rest {
        let word: String = rest.iter().collect();
        match leading_number(&word) {
            Some((number, length)) => {
                numbers.push(number);
                rest = rest.get(length..).unwrap_or(&[]);
            }
            None => rest = tail,
        }
    }
    numbers
}

/// A leading number up to 99, in digits or in Chinese numerals, and its length in characters.
fn leading_number(text: &str) -> Option<(u32, usize)> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    if !digits.is_empty() {
        return digits.parse().ok().map(|number| (number, digits.len()));
    }
    let numerals: Vec<char> = text
        .chars()
        .take_while(|c| *c == '十' || numeral(*c).is_some())
        .collect();
    let value = match numerals.as_slice() {
        ['十'] => 10,
        ['十', ones] => 10 + numeral(*ones)?,
        [tens, '十'] => 10 * numeral(*tens)?,
        [tens, '十', ones] => 10 * numeral(*tens)? + numeral(*ones)?,
        [ones] => numeral(*ones)?,
        _ => return None,
    };
    Some((value, numerals.len()))
}

fn numeral(c: char) -> Option<u32> {
    let place = "一二三四五六七八九".chars().position(|n| n == c)?;
    u32::try_from(place + 1).ok()
}

/// `none`, `无`: a phase that waits for nothing.
pub(super) fn is_none(text: &str) -> bool {
    let text = text.trim().trim_end_matches(['.', '。']).to_lowercase();
    ["none", "nothing", "no", "无", "没有", "-", "n/a", "[]"].contains(&text.as_str())
}

const TYPES: [(ResearchType, &[&str]); 6] = [
    (
        ResearchType::Industry,
        &["industry", "sector", "行业", "产业"],
    ),
    (ResearchType::Strategy, &["strategy", "策略", "战略"]),
    (ResearchType::Macro, &["macro", "economy", "宏观", "经济"]),
    (
        ResearchType::Quantitative,
        &["quantitative", "factor", "backtest", "量化", "因子", "回测"],
    ),
    (ResearchType::Event, &["event", "incident", "事件", "舆情"]),
    (ResearchType::Company, &["company", "公司", "企业", "个股"]),
];

pub(super) fn research_type(text: &str) -> Option<ResearchType> {
    let text = text.to_lowercase();
    TYPES
        .iter()
        .find(|(_, words)| words.iter().any(|word| text.contains(word)))
        .map(|(research_type, _)| *research_type)
}

/// A title without any of the words is taken for the name of a company.
pub(super) fn research_type_in_title(title: &str) -> ResearchType {
    research_type(title).unwrap_or(ResearchType::Company)
}
