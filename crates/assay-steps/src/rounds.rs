use assay_domain::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The rounds of searching and reading that a deep research took, as its journal keeps them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchRounds {
    /// How many there may be.
    pub most: u32,
    /// Those after the first, in which every dimension of the plan is read.
    pub further: Vec<SearchRound>,
    pub ended: RoundsEnd,
    /// What was open when it ended, as far as anybody asked.
    pub still_open: Vec<String>,
}

/// One further round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchRound {
    /// What was open when it began.
    pub open: Vec<String>,
    pub queries: Vec<String>,
    /// Passages that had not been read before.
    pub passages: usize,
    /// Notes that stand.
    pub notes: usize,
}

/// Why there was no further round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoundsEnd {
    NothingOpen,
    NothingNew,
    RoundLimit,
    Budget,
    /// The model did not say what is open.
    NoAnswer,
}

impl RoundsEnd {
    pub fn told(self, language: Language) -> &'static str {
        match self {
            Self::NothingOpen => language.pick("nothing is open any more", "已没有待解答的问题"),
            Self::NothingNew => language.pick(
                "searching in other words found nothing new",
                "换用其他词语检索没有找到新内容",
            ),
            Self::RoundLimit => language.pick(
                "the set number of rounds was reached (research.max_rounds)",
                "已达到设定的轮数（research.max_rounds）",
            ),
            Self::Budget => language.pick("the budget has no room for another", "预算已不足"),
            Self::NoAnswer => language.pick(
                "the model did not say what is still open",
                "模型没有说明还有什么待解答",
            ),
        }
    }
}

impl SearchRounds {
    /// How many rounds there were.
    pub fn count(&self) -> usize {
        self.further.len() + 1
    }

    /// How often was searched and why that ended, a line each, in words that no model chose.
    pub fn told(&self, language: Language) -> Vec<String> {
        let (count, most, why) = (self.count(), self.most, self.ended.told(language));
        let mut lines = vec![language.pick(
            format!("rounds of research: {count} of at most {most}; ended because {why}"),
            format!("研究轮数：{count}（至多 {most}）；结束原因：{why}"),
        )];
        for (round, number) in self.further.iter().zip(2..) {
            let SearchRound {
                open,
                passages,
                notes,
                ..
            } = round;
            let open = open.len();
            lines.push(language.pick(
                format!(
                    "round {number}: {open} open points, {passages} new passages, {notes} notes"
                ),
                format!("第 {number} 轮：待解答 {open} 点，新段落 {passages} 个，笔记 {notes} 条"),
            ));
        }
        let left = self.still_open.len();
        if left > 0 {
            lines.push(language.pick(
                format!("points still open: {left}"),
                format!("仍未解答：{left} 点"),
            ));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_told_with_what_stayed_open() {
        let rounds = SearchRounds {
            most: 3,
            further: vec![SearchRound {
                open: vec!["Who pays for the pilot?".to_owned()],
                queries: vec!["pilot funding".to_owned()],
                passages: 4,
                notes: 1,
            }],
            ended: RoundsEnd::NothingNew,
            still_open: vec!["What does it cost?".to_owned()],
        };
        let told = rounds.told(Language::En).join("\n");
        for part in [
            "2 of at most 3",
            "nothing new",
            "1 open points, 4 new",
            "still open: 1",
        ] {
            assert!(told.contains(part), "{told}");
        }
        assert!(
            rounds
                .told(Language::Zh)
                .join("\n")
                .contains("没有找到新内容")
        );
    }
}
