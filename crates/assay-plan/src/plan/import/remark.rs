use assay_domain::{Language, ResearchType};

/// Something the author of an imported plan should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Remark {
    AssumedType(ResearchType),
    UnknownType { written: String },
    NoObjectives,
    NoPhases,
    PhasesBecameDependencies,
    PhaseBecameTask(String),
    UnknownPhase { phase: String, named: u32 },
    LeftOutHeading { heading: String, lines: usize },
    OutsidePhases { text: String },
    LeftOutLine { line: usize, text: String },
    LeftOutCode { line: usize },
}

impl Remark {
    pub(super) fn text(&self, language: Language) -> String {
        match language {
            Language::En => self.english(),
            Language::Zh => self.chinese(),
        }
    }

    fn english(&self) -> String {
        match self {
            Self::AssumedType(assumed) => {
                format!("the file names no research type; `{assumed}` was assumed from its title")
            }
            Self::UnknownType { written } => {
                format!("the research type \"{written}\" is not one of ours")
            }
            Self::NoObjectives => "the file names no objectives; add two or three".to_owned(),
            Self::NoPhases => {
                "the file has no phases; its tasks depend on nothing and start at once".to_owned()
            }
            Self::PhasesBecameDependencies => "a phase says only what comes after what, so each \
                 task depends on every task of the phase before; remove the dependencies it does \
                 not need"
                .to_owned(),
            Self::PhaseBecameTask(title) => {
                format!("the phase \"{title}\" lists no tasks and became one task")
            }
            Self::UnknownPhase { phase, named } => format!(
                "the phase \"{phase}\" depends on phase {named}, which no earlier phase is; that \
                 dependency was left out"
            ),
            Self::LeftOutHeading { heading, lines } => {
                format!("left out: the part \"{heading}\" ({lines} lines), which holds no tasks")
            }
            Self::OutsidePhases { text } => {
                format!("left out: \"{text}\", which belongs to no phase")
            }
            Self::LeftOutLine { line, text } => format!("left out: line {line}, \"{text}\""),
            Self::LeftOutCode { line } => format!("left out: the code block at line {line}"),
        }
    }

    fn chinese(&self) -> String {
        match self {
            Self::AssumedType(assumed) => {
                format!("文件没有写明研究类型，已按标题取为 `{assumed}`")
            }
            Self::UnknownType { written } => format!("无法识别研究类型“{written}”"),
            Self::NoObjectives => "文件没有写明研究目标，请补充两三条".to_owned(),
            Self::NoPhases => "文件没有阶段，各任务互不依赖，将同时开始".to_owned(),
            Self::PhasesBecameDependencies => {
                "阶段只说明先后，因此每个任务都依赖上一阶段的全部任务；请删去并不需要的依赖"
                    .to_owned()
            }
            Self::PhaseBecameTask(title) => {
                format!("阶段“{title}”没有列出任务，已整体转为一个任务")
            }
            Self::UnknownPhase { phase, named } => {
                format!("阶段“{phase}”依赖阶段 {named}，但此前没有这个阶段，该依赖已略去")
            }
            Self::LeftOutHeading { heading, lines } => {
                format!("已略去：“{heading}”部分（{lines} 行），其中没有任务")
            }
            Self::OutsidePhases { text } => format!("已略去：“{text}”，它不属于任何阶段"),
            Self::LeftOutLine { line, text } => format!("已略去：第 {line} 行“{text}”"),
            Self::LeftOutCode { line } => format!("已略去：第 {line} 行起的代码块"),
        }
    }
}
