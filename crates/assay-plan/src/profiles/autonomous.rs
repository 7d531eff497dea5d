use super::{PLAIN, ProfileSpec, WorkerKind, words};

/// One agent with a blueprint, files and chapters of its own.
pub const AUTONOMOUS: ProfileSpec = ProfileSpec {
    id: "autonomous",
    name: words("Autonomous research", "自主研究"),
    about: words(
        "One agent works on its own blueprint, in its own files; the question is its title, and the report is made of its chapters.",
        "一个智能体按自己的蓝图、在自己的文件中工作；问题即标题，报告由其各章构成。",
    ),
    worker: WorkerKind::Agent,
    ..PLAIN
};
