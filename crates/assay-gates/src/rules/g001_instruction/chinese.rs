use super::{Group, Topic, words};
use crate::rules::{Action, Pattern};

/// Gaps are counted in bytes, three a character.
pub(super) fn group() -> Group {
    Group {
        triggers: words(
            "忽略|无视|無視|忽视|忽視|忘记|忘記|忘掉|理会|理會|抛开|拋開|遵守|遵循|你现在|你現在|从现在|從現在|扮演|假装|假裝|\
             人工智能|人工智慧|语言模型|語言模型|大模型|智能体|机器人|機器人|个ai|個ai|名ai|位ai|是ai|为ai|為ai|致ai|助手|\
             提示词|提示詞|系统提示|系統提示|指令|用户|用戶|使用者|密钥|密鑰|密码|密碼|聊天记录|对话|開發者模式|开发者模式|\
             报告中|報告中|回答中|回复中|回覆中|摘要中|总结中|總結中|结论中|結論中",
        ),
        patterns: patterns()
            .into_iter()
            .map(|(topic, reason, pattern)| {
                (topic, Pattern::new(Action::Quarantine, reason, &pattern))
            })
            .collect(),
    }
}

fn patterns() -> Vec<(Topic, &'static str, String)> {
    let earlier = "(?:之前|先前|以上|上面|上述|上文|前面|此前|前述|原有|原来|原來|系统|系統|所有|一切|全部|任何)";
    let orders = "(?:指令|指示|提示词?|提示詞|规则|規則|要求|命令|设定|設定|约束|約束|限制|对话|對話|内容|內容|文字|任务|任務)";
    let forget = "(?:忽略|无视|無視|忽视|忽視|忘记|忘記|忘掉|不要理会|不要理會|不用理会|不必理会|抛开|拋開|不再遵守|不要遵守|不要遵循|不再遵循)";
    let machine =
        "(?:ai|人工智能|人工智慧|语言模型|語言模型|大模型|智能体|机器人|機器人|ai ?助手|智能助手)";
    let product = "(?:报告|報告|回答|回复|回覆|摘要|总结|總結|结论|結論)";
    vec![
        (
            Topic::Forget,
            "an order to drop earlier instructions",
            format!(r"{forget}[^.!?\n]{{0,30}}{earlier}[^.!?\n]{{0,30}}{orders}"),
        ),
        (
            Topic::Person,
            "an order to become somebody else",
            "你(?:现在|現在)(?:是|扮演|将扮演|不再是)|(?:从现在|從現在)(?:开始|開始|起),? ?你|(?:请|請)?(?:扮演|假装|假裝)(?:你)?(?:是|成)?一(?:个|個|名|位)".to_owned(),
        ),
        (
            Topic::Person,
            "an attempt to switch off rules",
            "(?:进入|開啟|开启|启用|激活|切换到|進入)(?:了)?(?:开发者|開發者|越狱|无限制|dan|上帝|调试)模式|(?:开发者|開發者|越狱|上帝)模式(?:已|现已)?(?:启用|开启|激活)".to_owned(),
        ),
        (
            Topic::Address,
            "words addressed to the machine that reads",
            format!(r"(?:作为|作為|身为|如果你是)[^.!?\n]{{0,18}}{machine}[^.!?\n]{{0,60}}(?:你(?:必须|必須|应当|应该|務必|务必|需要|不得|不要)|请|請|务必|務必)|(?:致|各位)[^.!?\n]{{0,12}}{machine}[^.!?\n]{{0,30}}[:,]"),
        ),
        (
            Topic::Leak,
            "an order to reveal the machine's instructions",
            r"(?:输出|輸出|显示|顯示|透露|泄露|告诉我|告訴我|打印|重复|重複|说出|說出)[^.!?\n]{0,30}(?:系统提示|系統提示|提示词|提示詞|系统指令|初始指令|你的指令|密钥|密鑰|密码|密碼)".to_owned(),
        ),
        (
            Topic::Secrecy,
            "an order to keep something from the user",
            "(?:不要|请勿|不得|别|切勿|請勿)(?:告诉|告訴|告知|通知|提醒|让|讓|向)(?:用户|用戶|使用者)".to_owned(),
        ),
        (
            Topic::Writing,
            "an order about what to write",
            format!(r"(?:请|請|务必|務必|必须|必須|应当)在(?:你的)?(?:最终|最終)?{product}中|在你的(?:最终|最終)?{product}中[^.!?\n]{{0,30}}(?:写|寫|说|說|称|给出|推荐|推薦|注明|声明)"),
        ),
        (
            Topic::Leak,
            "an order to send secrets away",
            r"(?:把|将|將)[^.!?\n]{0,60}(?:对话|對話|聊天记录|密码|密碼|密钥|用户(?:数据|信息|资料)|用戶資料)[^.!?\n]{0,60}(?:发送|發送|上传|上傳|转发|轉發|提交|发)(?:到|至|给|給)".to_owned(),
        ),
    ]
}
