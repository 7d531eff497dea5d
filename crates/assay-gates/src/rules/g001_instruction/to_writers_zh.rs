//! Orders to whoever writes, sums up or reads by machine, in Chinese.

use super::Topic;
use super::chinese::{Found, MACHINE, orders_of};
use crate::rules::Action;

const REASON: &str = "an order to whoever writes about the document";

pub(super) const TRIGGERS: &str = "撰写|编写|起草|撰稿|执笔|编制|生成|摘要|总结|概要|综述|归纳|自动|概述|整理|写报告|写摘要|写本|分析本|分析此|分析该|阅读本|处理本|引用本|转述|概括|整理本|读取本|读到|写稿|写研报|写纪要|据此|根据此|根据本|机器读者|你的模型|你的助手|你的ai|自动问答|纪要|衍生|派生|提炼|改写|引用该|生成器|简报|写给";

/// What is made out of a document, and of little else.
const DIGEST: &str = "(?:纪要|摘要|总结|概要|综述|概述|简报|要点|小结|归纳|提要)";
const WORK: &str = "(?:纪要|文字|稿|一切内容|摘要|总结|概要|综述|概述|简报|要点|小结|报告|研报|分析|评论|回答|答复|结论|文稿|稿件|备忘录|评估|输出)";
const DOCUMENT: &str = "(?:文件|文档|公告|文章|报告|年报|季报|材料|资料|页面|网页|内容|文本|文字|披露|招股书|说明|段落|邮件|信息|新闻稿|通稿|演示文稿|文稿|稿件|电话会议?|文|页|篇|段|份)";
const MAKE: &str = "(?:写稿|问答|回复|检索|读到|撰写|编写|起草|准备|编制|生成|制作|整理|总结|概括|归纳|摘要|分析|阅读|处理|读取|解析|引用|转述|评估|审阅|评价|汇总|写作|写|评级|研究)";
/// Somebody who does so: a machine, or whoever it may be.
const DOER: &str = "(?:助手|助理|系统|程序|工具|模型|软件|机器|算法|引擎|人员|人士|作者|分析师|研究员|编辑|撰稿人|任何人|人|一方|各方|读者|者|同事|机构|媒体|记者)";
/// Without people's duties: what a document that comes out of this one is to say.
const SAY: &str = "(?:给予|排在|列在|记录|出现|写出|断定|承认|隐去|写明|写道|写成|写入|写上|写|称之?为|称其|称|说明|指出|声明|表示|描述为?|形容为?|评为|评级|列为|推荐|给出|得出|以[^.!?\\n,]{1,60}(?:开头|开篇|起首|结尾|作为)|开头|省略|略去|不提|提及|提到|忽略|删去|删除|跳过|回避|避谈|淡化|强调|突出|标注|归类|标为|归为|定为|评定|加入|加上|插入|引述|附上|讲明|断言|认定|视为|对[^.!?\\n,]{1,40}(?:只字不提|不予提及|避而不谈))";
/// What a text says or leaves out to please somebody.
const SLANT: &str = "(?:称|强调|突出|淡化|描述|形容|评为|列为|推荐|给出[^.!?\\n,]{0,18}(?:评级|评价|结论|建议|评分)|以[^.!?\\n,]{1,60}(?:开头|开篇|起首|结尾)|省略|略去|不提|只字不提|忽略|删去|跳过|回避|避谈|隐去|断言|视为|认定)";
const MUST: &str = "(?:请注意|请务必|敬请|请勿|请|应当|应该|应|须|必须|务必|需要|需|不得|不应|不要|切勿|勿|不可|不能|宜|只能|一律|都?要|都?要求|会|可以?不)";
const GAP: &str = r"[^.!?\n]";

/// Those who are spoken to, by what they do with this document.
fn addressee() -> String {
    let this = this();
    let work = format!("(?:本|此|该|这份|这篇|相关|有关)?{WORK}");
    format!(
        "(?:(?:任何|所有|各位|凡是?|一切|每(?:位|个|一))?(?:{MAKE}|负责{MAKE}|正在{MAKE}|用于{MAKE}|试图{MAKE}){{1,2}}(?:了|过)?(?:{this}的?{WORK}?|{work})的?(?:所有|任何|各类|自动)?(?:{MACHINE}|{DOER})|(?:自动|智能|机器|电脑|计算机)(?:化)?(?:{MAKE}){{1,2}}(?:本文|本文件)?的?{DOER}|{WORK}的?(?:撰写|编写|起草|作)(?:者|人员?|方)|(?:据|根据|依据|基于|按照)(?:此|本|该|这)[^.!?,\\n]{{0,12}}?{MAKE}{WORK}?(?:的?{DOER})|{MAKE}{WORK}?的(?:{MACHINE}|算法|程序|机器|软件)|(?:机器|自动|智能)读者)"
    )
}

/// This document, by some name.
fn this() -> String {
    format!(
        "(?:本|此|该|这|上述|以上)(?:份|篇|段|则|个|次)?(?:[^.!?,\\n]{{0,12}}?)(?:{DOCUMENT}|处|里){{1,2}}"
    )
}

/// Whoever sums up may be asked by honest people for dates and sources, but not for a slant.
fn slanted() -> String {
    format!(
        "(?:(?:请勿|切勿|不要|不得|不应|不可|不能|勿){GAP}{{0,30}}?{SAY}|(?:请务必|请|务必|一律|必须|须|应当?|要|只能){GAP}{{0,30}}?{SLANT})"
    )
}

pub(super) fn to_writers() -> Found {
    let orders = [to_somebody(), while_writing(), about_the_outcome()].concat();
    let table: Vec<(Action, String)> = orders
        .into_iter()
        .map(|order| (Action::Quarantine, order))
        .collect();
    orders_of(Topic::Writing, REASON, &table)
}

/// Somebody is told, asked or called.
fn to_somebody() -> Vec<String> {
    let (addressee, slanted) = (addressee(), slanted());
    vec![
        format!(
            "(?:亲爱的|尊敬的|致|各位|敬告)(?:自动|智能)?{MAKE}(?:助手|系统|程序|工具|模型|软件|机器|算法|引擎){GAP}{{0,6}}?[,:!]"
        ),
        format!(
            "(?:让|叫|命|要求|指示|告诉)你的?(?:{MACHINE}|模型|助手|系统|程序)(?:不要|勿|别)?{GAP}{{0,9}}?{SAY}"
        ),
        format!(
            "(?:本|此|这|以下)(?:段|文|节|部分|内容|句)?(?:文字|说明|提示|通知)?(?:仅|专)?(?:供|面向|写给){GAP}{{0,15}}?(?:{MACHINE}|程序|系统|工具|助手|算法|生成器)(?:参考|阅读|使用|读取)?{GAP}{{0,6}}?[,:]{GAP}{{0,30}}?{MUST}{GAP}{{0,30}}?{SAY}"
        ),
        format!("{addressee}(?:们)?(?:在{GAP}{{0,60}}?时)?{GAP}{{0,30}}{MUST}{GAP}{{0,60}}?{SAY}"),
        format!(
            "(?:请|敬请|恳请|要求|希望|烦请|提醒|建议|致|告){GAP}{{0,12}}{addressee}(?:们)?{GAP}{{0,90}}?{SAY}"
        ),
        format!(
            "{MAKE}(?:本|此|该|这)(?:次|份|篇|场)[^.!?,\\n]{{0,12}}?{DIGEST}的{DOER}们?,?{slanted}"
        ),
    ]
}

/// What is to be done when a text is made of this one.
fn while_writing() -> Vec<String> {
    let (this, slanted) = (this(), slanted());
    vec![
        format!(
            "(?:若|如|如果|当|凡|倘若)(?:由|有)?(?:{MACHINE}|模型|系统|程序|工具|算法|机器){GAP}{{0,12}}?{MAKE}{this}{GAP}{{0,12}}?,{GAP}{{0,12}}?{MUST}{GAP}{{0,60}}?{SAY}"
        ),
        format!(
            "(?:在|凡|当|若|如需?|如果|对){GAP}{{0,18}}?{MAKE}{this}{GAP}{{0,30}}?(?:时|的时候|之时|过程中|中|之前|后){GAP}{{0,30}}?{MUST}{GAP}{{0,60}}?{SAY}"
        ),
        format!(
            r"(?:^|[.!?\n;:])\s*(?:总结|概括|归纳|整理|概述|转述|引用|汇总|复述|提炼){this}{GAP}{{0,12}}?(?:时|的时候|之时),?{slanted}"
        ),
        format!(
            "(?:请|敬请|恳请|要求|希望|烦请){GAP}{{0,9}}?(?:{MACHINE}们?在?{MAKE}{this}{GAP}{{0,12}}?(?:时|的时候|之时){GAP}{{0,30}}?{SAY}|(?:模型|系统|程序|工具|算法)们?在?{MAKE}{this}{GAP}{{0,12}}?(?:时|的时候|之时){GAP}{{0,30}}?{SLANT})"
        ),
    ]
}

/// What the text that comes out of this one is to say, whoever writes it.
fn about_the_outcome() -> Vec<String> {
    let (this, slanted) = (this(), slanted());
    vec![
            format!(
                "(?:由|从|自|源自|源于){this}(?:所)?(?:衍生|派生|生成|产生|整理|提炼|改写|引申)出?来?的?(?:任何|所有|各类|一切)?{WORK}(?:中|里|内)?(?:都|均|也)?{slanted}"
            ),
            format!(
                "{this}的?(?:任何|所有|各种|一切|自动)?(?:生成的?)?{DIGEST}(?:部分)?(?:中|里|内)?(?:都|均|也)?{MUST}{GAP}{{0,60}}?{SAY}|(?:基于|根据|依据|针对|关于){this}{GAP}{{0,24}}?(?:生成|撰写|编写|作出|形成|得出)?的?(?:任何|所有|各类|一切)?{WORK}(?:中|里|内)?(?:都|均|也)?{MUST}{GAP}{{0,60}}?{SAY}"
            ),
            "(?:摘要|总结|概要|综述|提要|概述)(?:部分)?(?:中|里|内)?(?:都|均|也)?(?:不得|不要|不应|切勿|请勿|无需|不必|勿|应当?|须|必须|务必|请)(?:提及|提到|包含|出现|涉及|写|省略|略去|删去|跳过|回避|隐去|以[^.!?\\n,]{1,60}(?:开头|开篇|起首|结尾))".to_owned(),
            "(?:不得|不要|不应|切勿|请勿|无需|不必)(?:在|于)(?:任何|所有|各种|本文的?|相关)?(?:自动)?(?:摘要|总结|概要|综述|提要)(?:中|里|内)(?:提及|提到|包含|出现|涉及|写|说|引用)".to_owned(),
    ]
}
