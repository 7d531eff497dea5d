use assay_domain::Language;

use super::BlueprintProgress;

/// What the loop itself says to the model.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words(pub(super) Language);

impl Words {
    pub(super) fn no_action(self, why: &str) -> String {
        let why = if why.is_empty() {
            String::new()
        } else {
            format!(" ({why})")
        };
        self.0.pick(
            format!("That was no action{why}. Each turn is a call of one of your actions: file_operation, web_search, visit_url, update_overall_dashboard, update_current_dashboard, all_finished. Text for the report goes into a file of Notebook/ by file_operation."),
            format!("这不是一个动作{why}。每一轮都必须调用一个动作：file_operation、web_search、visit_url、update_overall_dashboard、update_current_dashboard、all_finished。报告正文请用 file_operation 写入 Notebook/ 下的文件。"),
        )
    }

    pub(super) fn too_many(self) -> String {
        self.0.pick(
            "not performed: too many actions in one turn; ask again for what you still need"
                .to_owned(),
            "未执行：一轮中的动作过多；仍需要的请重新调用".to_owned(),
        )
    }

    pub(super) fn remind(self, steps: u32) -> String {
        self.0.pick(
            format!("You have not updated a dashboard for {steps} steps. Write what matters into update_current_dashboard: when the context is full, everything else is dropped."),
            format!("已有 {steps} 步未更新看板。请用 update_current_dashboard 记下要点：上下文写满后，其余内容都会丢弃。"),
        )
    }

    pub(super) fn circling(self, times: usize) -> String {
        self.0.pick(
            format!("You made this call {times} times and it brought nothing new. Do something else: write a chapter, search with other words, or finish."),
            format!("同一调用已重复 {times} 次，没有任何新结果。请改做别的：撰写章节、换词检索，或结束研究。"),
        )
    }

    pub(super) fn idle(self, steps: u32) -> String {
        self.0.pick(
            format!("Nothing new in {steps} steps: no new evidence, no changed file. Write down what you have, then go on or finish."),
            format!("已有 {steps} 步没有新进展：没有新证据，文件也没有变化。请先写下已有内容，再继续或结束。"),
        )
    }

    pub(super) fn handed_in_open(self, open: &[String], progress: BlueprintProgress) -> String {
        let BlueprintProgress { total, .. } = progress;
        let number = open.len();
        self.0.pick(
            format!(
                "handed in with {number} of {total} chapters of the blueprint open: {}",
                open.join("; ")
            ),
            format!(
                "提交时蓝图的 {total} 章中有 {number} 章未完成：{}",
                open.join("；")
            ),
        )
    }

    pub(super) fn begin_again(self, recent: &[&str], results: &str) -> String {
        let recent = recent.join("\n");
        self.0.pick(
            format!("The history before this was dropped; the dashboards above and the files are what you have. Your last actions:\n{recent}\n\nWhat the last of them brought:\n{results}"),
            format!("此前的对话已丢弃；以上两个看板和工作区文件就是你掌握的全部信息。最近的动作：\n{recent}\n\n最后的结果：\n{results}"),
        )
    }

    pub(super) fn status(
        self,
        step: u32,
        of: u32,
        spent: u64,
        most: Option<u64>,
        few: bool,
    ) -> String {
        let tokens = most.map_or_else(String::new, |most| {
            self.0.pick(
                format!(", {spent} of {most} tokens spent"),
                format!("，已用 {spent}/{most} 个 token"),
            )
        });
        let hurry = if few {
            self.0.pick(
                " Little is left: finish the chapters now and call all_finished.",
                "余量不多：请立即写完各章并调用 all_finished。",
            )
        } else {
            ""
        };
        self.0.pick(
            format!("[step {step} of {of}{tokens}]{hurry}"),
            format!("[第 {step}/{of} 步{tokens}]{hurry}"),
        )
    }
}
