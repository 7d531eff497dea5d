use super::{PLAIN, PlannerKind, ProfileSpec, ReportKind, WorkerKind, words};

/// An answer to the question as it was asked.
pub const ANSWER: ProfileSpec = ProfileSpec {
    id: "answer",
    name: words("Answer alone", "直接回答"),
    about: words(
        "One task answers the question as it was asked; the report is the answer.",
        "一个任务按原问题作答，报告即答案。",
    ),
    planner: PlannerKind::Question,
    worker: WorkerKind::Answerer,
    report: ReportKind::Answer,
    ..PLAIN
};
