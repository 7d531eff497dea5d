use super::acting::{ACTING, TOOL_NAME, TOOL_NAMES};
use super::{Group, REACH, Script, Topic, to_writers_zh, words};
use crate::rules::{Action, Pattern};

pub(super) fn group() -> Group {
    let mut triggers = words(TRIGGERS);
    triggers.extend(words(TOOL_NAMES));
    triggers.extend(words(to_writers_zh::TRIGGERS));
    let patterns = [
        forgetting(),
        persons(),
        addressed(),
        leaks(),
        secrecy(),
        acts(),
        results(),
        to_writers_zh::to_writers(),
    ];
    Group {
        reach: REACH,
        script: Script::Ideographs,
        triggers,
        patterns: patterns.into_iter().flatten().collect(),
    }
}

const TRIGGERS: &str = "忽略|无视|無視|忽视|忽視|忘记|忘記|忘掉|理会|理會|抛开|拋開|抛弃|丢弃|摒弃|遵守|遵循|你现在|你現在|从现在|從現在|\
     从此刻|即刻起|游戏里你|游戏中你|替换|从今往后|从今以后|自此以后|口吻|清空你|删除你|清除你|优先于你|高于你|取代你|口令|解除|别提|最高分|满分|五星|即使|删掉|删去|略去|隐去|原文|告知|人类|聊天内容|一切发|工具|扮演|假装|假裝|假设你|你不再|你已不|你的新|你被|的身份|安全检查|安全限制|停止|新任务|作废|作廢|失效|无效|不再有效|不再适用|\
     不再按|不要再按|服从|听从|聽從|人工智能|人工智慧|语言模型|語言模型|大模型|智能体|智能體|机器人|機器人|ai模|ai助|ai读|ai系|ai代|ai智|ai应|ai请|ai必|ai:|ai,|的ai|ai |请gpt|请ai|模型|自动摘要|自动总结|\
     助手|提示词|提示詞|系统提示|系統提示|系统消息|指令|设定|設定|全部取消|用户|用戶|使用者|密钥|密鑰|密码|密碼|聊天记录|对话|\
     上下文|笔记|私人文件|開發者模式|开发者模式|无限制模式|越狱模式|上帝模式|调试模式|\
     报告中|報告中|回答中|回复中|回覆中|摘要中|总结中|總結中|结论中|結論中|报告里|回答里|回复里|摘要里|总结里|结论里|\
     结论改|评级改|评级写|评级一律|结论写|评等改|结论定|最终答案|不管|无论|不论|一律|被问到|撰写|悄悄|装作|调用|调用工具|工具调用|shell";

/// What a gap may not cross, repeated as often as it is long: in bytes, three a character.
const GAP: &str = r"[^.!?\n]";

pub(super) const MACHINE: &str = "(?:ai ?(?:模型|助手|读者|系统|代理|智能体)?|人工智能|人工智慧|大?语言模型|大?語言模型|大模型|智能体|智能體|聊天机器人|机器人|機器人|智能助手|自动(?:摘要|总结|分析|阅读)(?:程序|系统|工具|模型))";
const EARLIER: &str = "(?:之前|先前|以上|上面|上述|上文|前面|此前|前述|原有|原先|原来|原來|系统|系統|所有|一切|全部|任何)";
const ORDERS: &str = "(?:指令|指示|提示词?|提示詞|规则|規則|要求|命令|设定|設定|约束|約束|限制|对话|對話|内容|內容|文字|任务|任務)";
/// Where an order begins: at the start of a sentence, or with a word that urges.
const URGED: &str =
    r"(?:(?:^|[.!?:;\n])\W{0,4}(?:请|請)?|(?:请|請|立即|立刻|马上|必须|务必|现在就?|下一步))";

pub(super) type Found = Vec<(Topic, Pattern)>;

pub(super) fn orders_of(topic: Topic, reason: &'static str, table: &[(Action, String)]) -> Found {
    let new =
        |(action, pattern): &(Action, String)| (topic, Pattern::new(*action, reason, pattern));
    table.iter().map(new).collect()
}

fn forgetting() -> Found {
    let reason = "an order to drop earlier instructions";
    let forget = "(?:忽略|无视|無視|忽视|忽視|忘记|忘記|忘掉|不要理会|不要理會|不用理会|不必理会|抛开|拋開|抛弃|丢弃|摒弃|不再遵守|不要遵守|不要遵循|不再遵循|不必遵循|不必遵守|无需遵守|停止遵循|不要再按|不再按)";
    let own = "(?:指令|指示|提示词?|提示詞|规则|規則|要求|命令|设定|設定)";
    let order = Pattern::new(
        Action::Quarantine,
        reason,
        &format!(r"{forget}{GAP}{{0,30}}{EARLIER}{GAP}{{0,30}}{ORDERS}"),
    );
    // Advice to people about other people's messages.
    let order = order.unless(&format!(
        r"{forget}[^,.!?\n]{{0,18}}(?:钓鱼|釣魚|诈骗|詐騙|可疑|陌生|垃圾|来历不明|來歷不明)[^,.!?\n]{{0,60}}$"
    ));
    let mut found = vec![(Topic::Forget, order)];
    found.extend(orders_of(
        Topic::Forget,
        reason,
        &[
            (
                Action::Quarantine,
                format!(r"把{GAP}{{0,12}}(?:之前|以前|先前|前面|以上|上面)的?{GAP}{{0,12}}{ORDERS}{GAP}{{0,9}}(?:忘|忽略|丢|抛|清除|删)"),
            ),
            (
                Action::Flag,
                format!(r"(?:{EARLIER}|你(?:之前|先前|原来)?收到){GAP}{{0,18}}{own}{GAP}{{0,15}}(?:作废|作廢|失效|无效|無效|取消|不再有效|不再适用|废止|被撤销|被覆盖)"),
            ),
            (
                Action::Flag,
                r"(?:只|仅)(?:需)?(?:服从|听从|聽從|遵循|执行)(?:我|本页|本文|以下|下面|这里)|听从本(?:页|文|段)".to_owned(),
            ),
            (
                Action::Flag,
                format!(r"{URGED}停止(?:当前|目前|现在|正在进行|手头)的?(?:任务|工作|分析|研究|对话)(?:[,.!;\n]|$|并|改)"),
            ),
            (
                Action::Quarantine,
                r"(?:清空|删除|清除|重置)你的(?:记忆|指令|上下文|提示|设定)|(?:优先于|高于|取代|覆盖)你的(?:规定|指令|规则|设定)".to_owned(),
            ),
            (
                Action::Flag,
                r"(?:自此以后|从今往后|从今以后)[^.!?\n]{0,9}(?:你|只按|只听|只服从)|(?:管理员|开发者|系统)口令[^.!?\n]{0,12}(?:通过|正确|有效)|(?:^|\n)\W{0,6}新的?(?:指令|任务|命令|系统提示) ?:".to_owned(),
            ),
        ],
    ));
    found
}

fn persons() -> Found {
    let mut found = orders_of(
        Topic::Person,
        "an order to become somebody else",
        &[
            (
                Action::Quarantine,
                "你(?:现在|現在)(?:是|扮演|将扮演|不再是)|(?:从现在|從現在|从此刻|从即刻)(?:开始|開始|起),? ?(?:由)?你|(?:请|請)?(?:扮演|假装|假裝)(?:你)?(?:是|成)?一(?:个|個|名|位)".to_owned(),
            ),
            (
                Action::Flag,
                format!(r"你(?:不再是|已不是|已经不是){GAP}{{0,24}}(?:助手|模型|ai|分析师|机器人|研究|人工智能|而是)|游戏(?:里|中)你(?:没有|不受)|(?:用|以)[^,.!?\n]{{0,36}}口吻(?:来)?(?:回答|回复|写|说)|你的新(?:身份|角色|任务|职责)(?:是|为)|你被(?:重新)?(?:分配|赋予|指派)|(?:请|務必|务必)?以{GAP}{{0,36}}的身份(?:来)?(?:回答|回复|写作|继续|作答)"),
            ),
        ],
    );
    found.extend(orders_of(
        Topic::Person,
        "an attempt to switch off rules",
        &[
            (
                Action::Quarantine,
                "(?:进入|開啟|开启|启用|激活|切换(?:到|为|成|至)|進入)(?:了)?(?:开发者|開發者|越狱|无限制|dan|上帝|调试)模式|(?:开发者|開發者|越狱|上帝)模式(?:已|现已)?(?:启用|开启|激活)".to_owned(),
            ),
            (
                Action::Flag,
                r"假设你(?:没有|不受|不需|无需)|安全(?:检查|限制|过滤)已(?:经)?(?:关闭|解除|禁用)|(?:关闭|解除|禁用)你的(?:安全|内容)(?:检查|限制|过滤|审查)".to_owned(),
            ),
        ],
    ));
    found
}

fn addressed() -> Found {
    let reason = "words addressed to the machine that reads";
    let called = Pattern::new(
        Action::Quarantine,
        reason,
        &format!(
            r"(?:作为|作為|身为|如果你是){GAP}{{0,18}}{MACHINE}{GAP}{{0,60}}(?:你(?:必须|必須|应当|应该|務必|务必|需要|不得|不要)|请|請|务必|務必)|(?:致|各位){GAP}{{0,30}}{MACHINE}{GAP}{{0,30}}[:,]"
        ),
    );
    // Companies of the trade call themselves so.
    let called = called.unless(&format!(
        "{MACHINE}(?:服务|厂商|供应|提供|企业|公司|开发|芯片|领域|行业|平台|产业|技术|龙头|应用)"
    ));
    let mut found = vec![(Topic::Address, called)];
    found.extend(orders_of(
        Topic::Address,
        reason,
        &[
            (
                Action::Quarantine,
                format!(r"(?:本|此|这|该|以下)(?:段|文|节|提示|说明|文件|内容|信息|消息|部分|页)[^.!?\n]{{0,12}}(?:仅供|只供|专供|面向|写给|针对|供){MACHINE}"),
            ),
            (
                Action::Quarantine,
                format!(r"(?:阅读|处理|总结|分析|读到)(?:到)?(?:本|此|该|这)(?:份|篇|段)?(?:文件|文档|文字|文|页|报告|段)?的(?:所有|任何)?{MACHINE}"),
            ),
            (
                Action::Flag,
                format!(r"(?:写给|给|给各位|给所有)(?:所有|各位|任何)?{MACHINE}的(?:说明|提示|指令|话|消息|通知|留言) ?:"),
            ),
            (
                Action::Flag,
                format!(r"(?:请|让) ?(?:gpt|chatgpt|ai|大?模型)(?:说|写|给出|将|把|称)|(?:^|[.!?\n])\W{{0,4}}(?:大?模型|{MACHINE})(?:你好|您好)|{MACHINE}(?:读者)?们?请(?:注意:|跳过|忽略|略去|务必|将|把|给出|按|改|输出|写|得出|停止|立即)|{MACHINE}(?:读者)?须知 ?:"),
            ),
        ],
    ));
    found
}

fn leaks() -> Found {
    let show = "(?:输出|輸出|显示|顯示|透露|泄露|告诉我|告訴我|打印|重复|重複|说出|說出|复述|公开)";
    let reveal = Pattern::new(
        Action::Quarantine,
        "an order to reveal the machine's instructions",
        &format!(
            r"{show}{GAP}{{0,30}}(?:系统提示|系統提示|提示词|提示詞|系统指令|初始指令|隐藏指令|你的指令|你的(?:初始|系统|原始)?(?:设定|规则|消息)|被要求遵守的规则|(?:指令|提示|设定)原文|密钥|密鑰|密码|密碼)"
        ),
    );
    // What somebody makes a machine say is told of, not ordered.
    let reveal = reveal.unless(&format!(
        r"(?:诱使|诱导|引诱|欺骗|骗取|导致)[^,.!?\n]{{0,18}}{MACHINE}{show}[^,.!?\n]{{0,40}}$"
    ));
    let mut found = vec![(Topic::Leak, reveal)];
    let own = "(?:上下文|笔记|对话|對話|聊天记录|私人文件|密钥|密码|记忆|提示|问题)";
    found.extend(orders_of(
        Topic::Leak,
        "an order to reveal the machine's instructions",
        &[(
            Action::Flag,
            r"你被(?:告知|要求|指示)了?什么|你的(?:指令|提示词?|设定)原文".to_owned(),
        )],
    ));
    found.extend(orders_of(
        Topic::Leak,
        "an order to send secrets away",
        &[
            (
                Action::Quarantine,
                format!(r"(?:把|将|將){GAP}{{0,60}}(?:对话|對話|聊天记录|密码|密碼|密钥|用户(?:数据|信息|资料)|用戶資料){GAP}{{0,60}}(?:发送|發送|上传|上傳|转发|轉發|提交|发)(?:到|至|给|給)"),
            ),
            (
                Action::Flag,
                format!(r"(?:把|将|將)(?:完整|全部|所有)?(?:聊天内容|对话内容|(?:用户|使用者)输入){GAP}{{0,18}}(?:发送|发邮件|发|上传|转发)(?:到|至|给)|(?:把|将|將)(?:你|用户|使用者|到目前为止|目前){GAP}{{0,30}}{own}{GAP}{{0,30}}(?:发送|发邮件|发|上传|转发|提交|寄)(?:到|至|给|給)"),
            ),
            (
                Action::Quarantine,
                format!(r"(?:打开|访问|请求) ?https?://[^\s]{{1,200}}{GAP}{{0,30}}(?:附上|附加|加上|拼接|带上)"),
            ),
            (
                Action::Flag,
                format!(r"(?:对话|聊天|上下文){GAP}{{0,30}}编码{GAP}{{0,40}}(?:图片|链接|地址)|(?:密钥|密码){GAP}{{0,12}}(?:作为参数)?(?:填进|填入|写进|放进|附在|放到|拼进|拼到){GAP}{{0,12}}(?:链接|地址|网址|图片)"),
            ),
        ],
    ));
    found
}

fn secrecy() -> Found {
    let never = "(?:不要|请勿|請勿|不得|不能|不可|别|切勿)";
    let user = "(?:你的)?(?:用户|用戶|使用者|人类)";
    let product = "(?:报告|報告|回答|回复|回覆|摘要|总结|總結|结论|答案)";
    orders_of(
        Topic::Secrecy,
        "an order to keep something from the user",
        &[
            (
                Action::Quarantine,
                format!(
                    r"{never}(?:(?:告诉|告訴|告知|通知|提醒){user}|(?:让|讓|被){user}(?:知道|得知|发现|發現|看到|看见|察觉)|向{user}(?:透露|提及|提到|说明|展示|显示|报告|披露|说起))"
                ),
            ),
            (
                Action::Flag,
                format!(
                    r"{never}在(?:你的)?{product}(?:中|里)(?:提到|提及|透露|说明|引用|披露)(?:这|本|此|上述|以上)|(?:请|务必)对{user}隐瞒|对{user}隐瞒(?:这|本|此)|悄悄(?:地)?(?:执行|完成|发送|调用)|装作(?:什么都)?没|别提(?:到|及)?(?:这|本|此)(?:段|些|条)"
                ),
            ),
        ],
    )
}

fn acts() -> Found {
    let call = "(?:调用|使用|运行|执行|触发|启动|发起(?:工具)?调用)";
    orders_of(
        Topic::Act,
        "an order to use a tool",
        &[
            (
                Action::Flag,
                format!(r"{URGED}(?:请|先|你|立即|立刻|马上|必须){{0,3}}{call}[^.!?,\n]{{0,18}}\b{ACTING}_[a-z0-9_]+"),
            ),
            (
                Action::Flag,
                format!(r"(?:请|請|立即|立刻|马上|必须|务必|下一步)(?:先|你|请)?{call}[^.!?,\n]{{0,18}}{TOOL_NAME}"),
            ),
            (
                Action::Flag,
                r"(?:用|使用|调用)(?:支付|转账|邮件|搜索|浏览器?|删除|终端)工具(?:向|把|将|查询|发送|给|登录)".to_owned(),
            ),
            (
                Action::Flag,
                format!(r"{URGED}(?:先|你)?(?:运行|执行)[^.!?,\n]{{0,6}}shell"),
            ),
        ],
    )
}

fn results() -> Found {
    let product = "(?:报告|報告|回答|回复|回覆|摘要|总结|總結|结论|結論)";
    let spoken = "(?:回答|回复|摘要|总结|结论|答案)";
    let grade = "(?:结论|评级|评等|评价|观点|评分)";
    let written = "(?:改为|改成|写成|定为|标为|设为)";
    // What the law asks of those who report.
    let duty =
        "(?:师|所|公司|人|会|层|机构|企业|单位|部门|股东|董事|高管|者|方)应当在[^.!?\\n]{0,90}$";
    let told = orders_of(
        Topic::Writing,
        "an order about what to write",
        &[
            (
                Action::Quarantine,
                format!(
                    r"(?:请|請|务必|務必|必须|必須|应当)在(?:你的)?(?:最终|最終)?{product}中[^.!?\n]{{0,12}}(?:写|寫|说|說|称|給出|给出|推荐|推薦|声明|强调|加入|加上|包含|标注|建议)|在你的(?:最终|最終)?{product}中{GAP}{{0,30}}(?:写|寫|说|說|称|给出|推荐|推薦|注明|声明)"
                ),
            ),
            (
                Action::Flag,
                format!(
                    r"(?:在|你的)(?:最终|最后)?{spoken}(?:里|中)?(?:必须|务必|不得|切勿)(?:说明|写明|称|写上|提及|提到|推荐|给出)|最终答案(?:要|必须|务必)(?:称|说|写|给出)"
                ),
            ),
        ],
    );
    let to_others = |(topic, pattern): (Topic, Pattern)| (topic, pattern.unless(duty));
    let mut found: Found = told.into_iter().map(to_others).collect();
    found.extend(orders_of(
        Topic::Writing,
        "an order about what to conclude",
        &[
            (
                Action::Flag,
                format!(r"(?:(?:^|[.!?:\n])\W{{0,4}}|请|务必|必须)(?:把|将)[^,.!?\n]{{0,36}}{grade}{written}"),
            ),
            (
                Action::Flag,
                format!(r"(?:不管|无论|不论)[^.!?\n,]{{0,12}}(?:数据|证据|事实|数字){GAP}{{0,36}}(?:说|写|称|给出|评级|推荐|得出)"),
            ),
            (
                Action::Flag,
                format!(r"即使[^,.!?\n]{{0,9}}(?:数字|数据|证据|事实)[^,.!?\n]{{0,18}},?也要(?:得出|说|写|给|称)|(?:摘要|总结|报告)(?:里|中)(?:删掉|删去|略去|隐去)|给(?:这家|该|本)[^,.!?\n]{{0,15}}(?:最高分|满分|五星)|把\x22[^\x22\n]{{1,30}}\x22(?:全部|都|一律)替换(?:为|成)|被问到{GAP}{{0,36}}一律|一律(?:称其|回答|推荐)|撰写(?:分析|报告|总结|摘要)时,?(?:请|务必)?(?:略去|省略|不要|跳过|隐去)"),
            ),
        ],
    ));
    found
}
