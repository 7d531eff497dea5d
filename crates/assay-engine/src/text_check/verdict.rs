use assay_domain::{ClaimCheck, Language, Standing};
use schemars::JsonSchema;
use serde::Serialize;

/// What the check says of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SentenceVerdict {
    /// It stands in the evidence word by word.
    Quoted,
    /// Its figures are those of the evidence, or follow from them.
    Computed,
    /// A model named the words that say it, and nothing in them speaks against that.
    Judged,
    /// Its words are covered by a statement of the evidence.
    Wording,
    /// It marks itself as a conclusion and goes no further than the evidence.
    Conclusion,
    SaysWhatIsMissing,
    /// It says nothing about the world.
    Connecting,
    /// It cites nothing, and there was nothing to hold it against.
    Uncited,
    /// It cites an id that nothing resolves.
    UnknownEvidence,
    Unsupported,
}

impl SentenceVerdict {
    pub(super) fn of(check: &ClaimCheck) -> Self {
        match check {
            ClaimCheck::Unsupported { .. } => Self::Unsupported,
            ClaimCheck::Supported { standing, .. } => match standing {
                Some(Standing::Quoted) => Self::Quoted,
                Some(Standing::Computed) | None => Self::Computed,
                Some(Standing::Judged { .. }) => Self::Judged,
                Some(Standing::Wording) => Self::Wording,
                Some(Standing::Conclusion) => Self::Conclusion,
                Some(Standing::Gap) => Self::SaysWhatIsMissing,
            },
        }
    }

    pub fn passes(self) -> bool {
        !matches!(
            self,
            Self::Uncited | Self::UnknownEvidence | Self::Unsupported
        )
    }

    /// The word that a reader sees.
    pub fn label(self, language: Language) -> &'static str {
        match self {
            Self::Quoted => Standing::Quoted.label(language),
            Self::Computed => Standing::Computed.label(language),
            Self::Judged => Standing::Judged {
                model: String::new(),
            }
            .label(language),
            Self::Wording => Standing::Wording.label(language),
            Self::Conclusion => Standing::Conclusion.label(language),
            Self::SaysWhatIsMissing => Standing::Gap.label(language),
            Self::Connecting => language.pick("connecting", "衔接"),
            Self::Uncited => language.pick("uncited", "未引用"),
            Self::UnknownEvidence => language.pick("unknown evidence", "证据不明"),
            Self::Unsupported => language.pick("unsupported", "无依据"),
        }
    }

    /// Why a sentence without any evidence did not pass.
    pub(super) fn reason(self, language: Language) -> Option<&'static str> {
        match self {
            Self::Uncited => Some(language.pick(
                "it cites nothing, and nothing was named to hold it against",
                "该句没有引用，也没有指定用来核对的证据",
            )),
            Self::UnknownEvidence => Some(language.pick(
                "it cites evidence that the library does not have",
                "该句引用了资料库中没有的证据",
            )),
            Self::Unsupported => Some(language.pick(
                "no document speaks of what it says and has the names that it has",
                "没有文档谈到该句所说的内容并提到其中的名称",
            )),
            _ => None,
        }
    }
}
