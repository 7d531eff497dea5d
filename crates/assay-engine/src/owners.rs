use assay_domain::Language;

/// That the process which drives a run does not go on, and what can be done about it.
pub fn stands_still(process: u32, language: Language) -> String {
    language.pick(
        format!(
            "process {process} drives this run and stands still: it has been stopped. Let it go on (kill -CONT {process}), or end it: then the run is taken up where it is"
        ),
        format!(
            "进程 {process} 正在执行本次研究，但已被暂停。让它继续（kill -CONT {process}），或结束它：之后可从中断处接续"
        ),
    )
}
