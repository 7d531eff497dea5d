use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Language;

/// Why something did not work, in a form that is journaled, shown and branched on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error, JsonSchema)]
#[error("{message} ({code})")]
pub struct Failure {
    pub code: FailureCode,
    pub message: String,
}

impl Failure {
    pub fn new(code: FailureCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

impl Failure {
    /// The failure as its reader is told of it. Messages are journaled in the words of whoever met
    /// the failure; a Chinese reader is told what the code means, and the particulars after it.
    pub fn told(&self, language: Language) -> String {
        let Self { code, message } = self;
        match language {
            Language::En => self.to_string(),
            Language::Zh if Language::of_text(message) == Language::Zh => {
                format!("{message}（{code}）")
            }
            Language::Zh => format!("{}（{code}：{message}）", code.in_chinese()),
        }
    }
}

/// One table: name → stable code. Each code has a page `docs/codes/E-0xx.md`.
macro_rules! failure_codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum FailureCode {
            $($(#[$doc])* $name,)*
        }

        impl FailureCode {
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            pub fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)*
                }
            }
        }
    };
}

failure_codes! {
    /// The library holds nothing that answers the task.
    NoEvidence = "E-001",
    /// A task this one depends on failed.
    DependencyFailed = "E-002",
    /// A worker panicked or returned nothing.
    WorkerCrashed = "E-003",
    /// A tool did not answer in time.
    ToolTimeout = "E-004",
    /// A tool was called with arguments it cannot take, or a tool the role does not have.
    ToolRefused = "E-005",
    /// The planner gave no valid plan within its attempts.
    PlanRejected = "E-006",
    /// A file could not be brought into the library.
    FileRefused = "E-007",
    /// The model server cannot be reached.
    ModelUnreachable = "E-010",
    /// The model server refused the key.
    ModelAuth = "E-011",
    /// The model server does not know the model.
    ModelUnknown = "E-012",
    /// The model server limits the rate and retries are used up.
    ModelRateLimited = "E-013",
    /// The model server did not answer in time.
    ModelTimeout = "E-014",
    /// A stream ended without its terminal event.
    ModelTruncated = "E-015",
    /// The reply cannot be read as what was asked for, after repair and re-asking.
    ModelMalformed = "E-016",
    /// The request is larger than the model's context.
    ModelContext = "E-017",
    /// The model server failed (5xx).
    ModelServer = "E-018",
    /// The model server refused the request as wrong (other 4xx).
    ModelRejected = "E-019",
    /// The token or money budget is used up.
    BudgetExhausted = "E-020",
    /// The user cancelled.
    Cancelled = "E-021",
    /// The agent used all its steps without finishing.
    StepsExhausted = "E-022",
    /// The disk is full.
    DiskFull = "E-030",
    /// Reading or writing the disk failed.
    DiskError = "E-031",
    /// The database is damaged.
    StoreDamaged = "E-032",
    /// Another process holds the database or the run.
    StoreLocked = "E-033",
    /// The journal was written by a newer version.
    StoreTooNew = "E-034",
}

impl FailureCode {
    /// What it means, in Chinese.
    pub fn in_chinese(self) -> &'static str {
        match self {
            Self::NoEvidence => "资料库中没有能回答该任务的内容",
            Self::DependencyFailed => "所依赖的任务失败",
            Self::WorkerCrashed => "任务执行异常中止",
            Self::ToolTimeout => "工具未在时限内响应",
            Self::ToolRefused => "工具调用有误，被拒绝执行",
            Self::PlanRejected => "模型未能给出有效的研究计划",
            Self::FileRefused => "文件未能入库",
            Self::ModelUnreachable => "无法连接模型服务器",
            Self::ModelAuth => "模型服务器拒绝了密钥，请在设置中更正",
            Self::ModelUnknown => "模型服务器没有该模型，请更正模型名称",
            Self::ModelRateLimited => "模型服务器限流，重试次数已用完",
            Self::ModelTimeout => "模型服务器响应超时",
            Self::ModelTruncated => "模型的回答中途断开",
            Self::ModelMalformed => "模型的回答不符合要求，无法采用",
            Self::ModelContext => "请求超出模型的上下文长度",
            Self::ModelServer => "模型服务器内部出错",
            Self::ModelRejected => "模型服务器拒绝了请求",
            Self::BudgetExhausted => "Token 或费用预算已用完",
            Self::Cancelled => "研究已取消",
            Self::StepsExhausted => "步数已用完，任务尚未完成",
            Self::DiskFull => "磁盘已满",
            Self::DiskError => "磁盘读写失败",
            Self::StoreDamaged => "数据库已损坏，请运行 `assay store check`",
            Self::StoreLocked => "另一进程正在使用，请稍后再试",
            Self::StoreTooNew => "日志由更新的版本写入，请升级程序",
        }
    }

    /// Worth one more try of the same thing a moment later.
    pub fn is_transient(self) -> bool {
        matches!(
            self,
            Self::ToolTimeout
                | Self::ModelUnreachable
                | Self::ModelRateLimited
                | Self::ModelTimeout
                | Self::ModelTruncated
                | Self::ModelServer
        )
    }

    /// The offline analyst may stand in: the trouble is the model's, and another configuration is
    /// not the only way out.
    pub fn allows_stand_in(self) -> bool {
        self.is_transient()
            || matches!(
                self,
                Self::BudgetExhausted
                    | Self::ModelMalformed
                    | Self::ModelContext
                    | Self::ModelRejected
                    | Self::StepsExhausted
            )
    }

    /// Nothing but a change of configuration helps; the run stops and can be resumed after it.
    pub fn is_configuration(self) -> bool {
        matches!(self, Self::ModelAuth | Self::ModelUnknown)
    }

    /// The journal itself is in trouble: stop at once, lose nothing, resume later.
    pub fn is_storage(self) -> bool {
        matches!(
            self,
            Self::DiskFull
                | Self::DiskError
                | Self::StoreDamaged
                | Self::StoreLocked
                | Self::StoreTooNew
        )
    }
}

impl fmt::Display for FailureCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
