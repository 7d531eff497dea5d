use super::{Group, REACH, Script, Topic, words};
use crate::rules::{Action, HUMAN, Pattern};

const FORGET: &str = "an order to drop earlier instructions";
const PERSON: &str = "an order to become somebody else";
const RULES_OFF: &str = "an attempt to switch off rules";
const ADDRESS: &str = "words addressed to the machine that reads";
const REVEAL: &str = "an order to reveal the machine's instructions";
const SECRETS: &str = "an order to send secrets away";

pub(super) fn groups() -> Vec<Group> {
    vec![
        to_forget(),
        new_orders(),
        to_change_person(),
        to_machines(),
        to_reveal(),
        to_send_away(),
        to_keep_silent(),
        to_write(),
    ]
}

pub(super) fn group(
    triggers: &str,
    topic: Topic,
    patterns: &[(Action, &'static str, String)],
) -> Group {
    let new = |(action, reason, pattern): &(Action, &'static str, String)| {
        (topic, Pattern::new(*action, reason, pattern))
    };
    Group {
        reach: REACH,
        script: Script::Any,
        triggers: words(triggers),
        patterns: patterns.iter().map(new).collect(),
    }
}

fn to_forget() -> Group {
    let verb = r"\b(?:ignore|ignoring|disregard(?:ing)?|forget|override|bypass|overlook|neglect|discard|dismiss|abandon|erase|drop|set\s+aside|stop\s+(?:following|obeying)|cease\s+following|no\s+longer\s+(?:follow|obey)|(?:do\s+not|don'?t|never)\s+(?:follow|obey|comply\s+with|listen\s+to|adhere\s+to)|pay\s+no\s+(?:attention|heed)\s+to)";
    let filler = r"(?:\s+(?:about|all|any|every|of|the|these|those|that|this|your|my|our|and|or|other|given|whole|entire|following|subsequent))*";
    let earlier = r"(?:previous(?:ly)?|prior|above|preceding|earlier|foregoing|former|original|initial|past|provided|aforementioned|existing)";
    let bound =
        r"(?:existing|current|your|my|system|safety|developer|all|any|old|default|built-?in)";
    let order = r"(?:instructions?|prompts?|directions?|directives?|guidelines|guidance|commands?|programming|training|restrictions|assignments|safeguards|filters|thoughts|system\s+messages?)";
    let speech = r"(?:orders?|rules|policies|constraints|conversations?|context|text|content|messages?|questions?|tasks?|assignments?|requests?|information|input|data|chat|documents?|articles?|words|statements?)";
    let answer = r"(?:say|state|write|print|output|repeat|tell|answer|respond|reply|report|give|show|return|translate)";
    let light = r"(?:ignore|disregard|forget|overlook)\s+(?:about\s+)?";
    let patterns = [
        format!(r"{verb}{filler}\s+{earlier}{filler}(?:[\s,]+\w+){{0,2}}?\s+(?:{order}|{speech})\b"),
        format!(r"{verb}{filler}\s+{bound}{filler}(?:\s+[\w'-]+)?\s+{order}\b"),
        format!(r"{verb}{filler}\s+(?:{order}|{speech})\s+(?:that\s+|which\s+|listed\s+|given\s+)?(?:above|before|earlier|so\s+far|previously|(?:to|by)\s+(?:you|the\s+user)|(?:i|you|we)\s+(?:gave|were|have|had|got|received|provided|'ve))\b"),
        format!(r"\b{light}(?:ever?y?thing|all|anything|whatever|what)\s+(?:that\s+|what\s+|of\s+)?(?:you(?:'ve|\s+(?:have|had|were|know|learned|are))|(?:i|we)(?:'ve|\s+(?:have|said|told|discussed|talked))|(?:was|were|is|has\s+been|came)\s+(?:said|written|told|instructed|before|above)|above|before|previously|said|written|prior|told)\b"),
        format!(r"\b{light}everything\s+and\b|\b{light}(?:all\s+(?:of\s+)?this|(?:the|all)\s+above|the\s+\w+(?:\s+\w+)?)(?:\s+and|\s*,)\s+(?:instead\s+)?(?:just\s+|only\s+|simply\s+)?{answer}\b"),
        format!(r"(?:^|[.!?:\n]\s*)(?:please\s+|now\s+|so\s+|and\s+|but\s+)*{light}(?:everything|all\s+(?:of\s+)?(?:that|the\s+above)|the\s+above)\s*[.!;:,\n]"),
        r"(?:(?:^|[.!?:;\n])\s*|\b(?:please|now|must|then|and)\s+)(?:change|replace|update)\s+your\s+instructions\b|\byour\s+(?:new\s+)?instructions\s+are\s+(?:now\s+)?to\b".to_owned(),
        format!(r"{verb}{filler}\s+(?:{order}|{speech})\s+(?:set|given|issued|imposed|written|provided)\s+(?:to\s+you|by\s+(?:your|the)\s+(?:operators?|developers?|users?|creators?|makers?|system))\b"),
        r"\b(?:delete|clear|wipe|purge|reset|empty)\s+(?:all\s+)?(?:of\s+)?your\s+(?:\w+\s+)?(?:instructions|memory|context|prompt|rules|guidelines)\b".to_owned(),
        r"\b(?:treat|consider|regard)\s+(?:everything|all|anything|(?:the|all)\s+(?:text|instructions|messages))\s+(?:before|above)\b[^.!?\n]{0,40}\bas\s+(?:cancell?ed|void|deleted|invalid|obsolete|irrelevant|withdrawn)\b".to_owned(),
        r"\b(?:whatever|what|anything|everything|all)\s+(?:that\s+)?you\s+(?:were|have\s+been)\s+(?:told|asked|instructed)\b[^.!?\n]{0,60}\b(?:no\s+longer|does\s+not\s+apply|is\s+(?:void|cancell?ed|irrelevant))\b".to_owned(),
        format!(r"\b(?:{earlier}|your)\s+(?:{order})\b[^.!?]{{0,40}}\b(?:are|is)\s+(?:now\s+)?(?:void|irrelevant|invalid|cancell?ed|obsolete|nullified|overridden|no\s+longer\s+(?:valid|relevant|in\s+force|apply))\b"),
    ];
    let suspect = [
        format!(r"\b(?:this|the\s+following)\s+(?:document|page|text|message|note|paragraph|section|file|prompt|notice|block)\s+(?:now\s+)?(?:supersedes?|overrides?|replaces?|cancels?|takes?\s+precedence\s+over)\s+(?:all|any|your|every|the)\b{filler}(?:\s+{earlier})?(?:\s+system)?\s+(?:{order}|rules)\b"),
        format!(r"\byour\s+(?:{earlier}\s+|system\s+)?(?:{order})\s+(?:(?:have|has)\s+been|(?:are|is)\s+(?:now\s+)?)\s*(?:revoked|withdrawn|outdated|superseded|overwritten|deleted|expired)\b|\byour\s+system\s+(?:prompt|message)\s+is\s+(?:void|wrong|outdated|expired|no\s+longer)\b"),
        r"\b(?:policy|policies|rules?|guidelines|instructions)\s+(?:replaces?|overrides?|supersedes?)\s+your(?:s\b|\s+(?:instructions|rules|guidelines|prompt|policy))".to_owned(),
        r"(?:(?:^|[.!?:;\n])\W{0,3}|\b(?:please|now|immediately)\s+)(?:stop|cancel|abort|abandon|drop|suspend)\s+(?:the|your|this)\s+(?:current|present|ongoing|original)\s+(?:task|assignment|request|analysis|research|conversation)\b|\bstop\s+what\s+you\s+are\s+doing\s+and\b".to_owned(),
    ];
    // People are told of by others, and what people said or forecast is theirs to replace.
    let told = format!(
        r"\b(?:instruct|tell|told|direct|order|ask|advise|urge|warn|require|allow|permit|want)(?:s|ed|ing)?\s+(?:\w+\s+){{0,2}}?{HUMAN}\s+(?:not\s+)?to\s+\w+(?:\s+\w+)?{filler}\s+{earlier}\b"
    );
    let of_people = format!(
        r"\s+(?:(?:issued|given|provided|published|made|offered)\s+)?(?:from|by|of)\s+(?:the\s+|our\s+|its\s+|former\s+|senior\s+)*{HUMAN}\b"
    );
    let quarantine = |pattern: &String| (Action::Quarantine, FORGET, pattern.clone());
    let flag = |pattern: &String| (Action::Flag, FORGET, pattern.clone());
    let all = patterns.iter().map(quarantine);
    let all = all.chain(suspect.iter().map(flag));
    let made = group(
        "replaces yours|replace yours|replace your|override your|delete your|clear your|wipe your|purge your|reset your|empty your|all of your|supersede|overrides|replaces all|replaces any|replaces your|cancels all|cancels any|\
         cancels your|takes precedence|take precedence|treat everything|treat all|treat anything|\
         consider everything|regard everything|you were told|you have been told|were asked|\
         you were instructed|have been instructed|stop the|stop your|stop what|stop this|cancel the|cancel your|\
         abort |suspend the|suspend your|your system|your earlier|your previous|your prior|your original|your initial|\
         ignore|ignoring|disregard|forget|override|bypass|overlook|neglect|discard|dismiss|abandon|\
         erase|drop |set aside|stop following|stop obeying|cease following|no longer|not follow|\
         don't follow|not obey|don't obey|not comply|don't comply|not listen|don't listen|not adhere|\
         don't adhere|never follow|never obey|dont follow|dont obey|no attention to|no heed to|\
         your instruction|instructions are|prompts are|instruction is|prompt is|guidelines are|\
         directives are|commands are",
        Topic::Forget,
        &all.collect::<Vec<_>>(),
    );
    let meant = |(topic, pattern): (Topic, Pattern)| {
        (topic, pattern.unless(&told).unless_followed(&of_people))
    };
    Group {
        reach: REACH,
        script: Script::Any,
        triggers: made.triggers,
        patterns: made.patterns.into_iter().map(meant).collect(),
    }
}

fn new_orders() -> Group {
    group(
        "obey only|follow only|were you told|were you instructed|were you asked|you been told|admin override|\
         administrator override|developer override|root override|system override|instruction|prompt|new task|new goal|new objective|new mission|real task|real goal|\
         actual task|only task|do the following|perform the following|complete the following|\
         execute the following|follow the following|follow these|important message|these command|\
         my command|following command|strictly adhere",
        Topic::Writing,
        &[
            (
                Action::Quarantine,
                "an order that is put before the task",
                r"\b(?:before|after|instead\s+of)\b[^.!?]{0,60}\b(?:task|question|request|job)s?\b[^.!?]{0,80}\b(?:(?:do|perform|complete|execute)\s+the\s+following|follow\s+(?:these|the\s+following))\b".to_owned(),
            ),
            (
                Action::Quarantine,
                ADDRESS,
                r"\bimportant\s+message\s+(?:from|for|to)\b[^.!?]{0,60}\bto\s+you\b".to_owned(),
            ),
            (
                Action::Quarantine,
                "an order that is put in place of the task",
                r"\byour\s+(?:new|real|actual|true|only)\s+(?:task|goal|objective|mission|instructions?|prompt|directive)\s*(?:is|are|:|now\b)".to_owned(),
            ),
            (
                Action::Quarantine,
                "an announcement of instructions",
                r"\b(?:strictly|only)\s+(?:adhere\s+to|follow|obey|execute)\s+(?:the\s+following|these|my|this)\s+(?:\w+\s+)?(?:instructions?|commands?)\b".to_owned(),
            ),
            (
                Action::Flag,
                "an announcement of instructions",
                r"\b(?:new|updated|real|actual|secret|hidden)\s+(?:system\s+)?(?:instructions?|prompt)\s*:|\b(?:obey|follow)\s+only\s+(?:the|this|what)\s+(?:\w+\s+)?(?:text|file|page|document|instructions|orders)\b|\bwhat\s+(?:were\s+you|have\s+you\s+been)\s+(?:told|instructed|asked)\s+(?:before|at\s+the\s+start|to\s+do)\b|\b(?:admin(?:istrator)?|developer|root|system)\s+override\b[^.!?\n]{0,30}\b(?:accepted|granted|enabled|confirmed|activated)\b|\b(?:obey|follow)\s+(?:only\s+)?(?:my|these)\s+(?:new\s+)?(?:instructions|commands)\s+(?:instead|only|exactly|without)\b".to_owned(),
            ),
        ],
    )
}

fn to_change_person() -> Group {
    let mode = r"(?:developer|dan|jailbreak|god|debug|admin|unrestricted|unfiltered|maintenance|system|sudo|root)";
    group(
        "you are henceforth|you are hereafter|the voice of|you were|you are now|from now on|no longer a|persona of|identity of|personality of|character of|role is now|job is now|\
         imagine|suppose |act as|act like|pretend|role-play|roleplay|role playing|role-playing|respond as|\
         respond like|behave as|behave like|developer mode|dan mode|god mode|jailbreak mode|\
         debug mode|admin mode|unrestricted mode|unfiltered mode|maintenance mode|system mode|\
         sudo mode|root mode|do anything now|role of|confines of|stay in character|\
         remain in character|unfiltered|uncensored|amoral|unrestricted|you have no|not bound by|\
         answer as|you are free|without restrictions|without censorship|without filter|without moral|without ethical|\
         without any restrictions|without any censorship|without any filter|without any moral|without any ethical",
        Topic::Person,
        &[
            (
                Action::Quarantine,
                PERSON,
                r"\byou\s+are\s+now\s+(?:going\s+to\s+(?:act|pretend|play|be)\b|(?:an?|the|my)\s+(?:[\w-]+\s+){0,4}(?:ai|assistant|bot|chatbot|model|agent|hacker|machine|persona|character)\b|in\s+(?:developer|dan|debug|admin|god|jailbreak|unrestricted|maintenance)\s+mode|dan\b|free\s+(?:from|of)\b|no\s+longer\b)".to_owned(),
            ),
            (
                Action::Quarantine,
                "an order for everything that follows",
                r"\bfrom\s+now\s+on,?\s+(?:you|your|answer|respond|reply|act|always|only|speak|write|pretend)\b".to_owned(),
            ),
            (
                Action::Quarantine,
                RULES_OFF,
                format!(r"\b{mode}\s+mode\W{{0,3}}\s*(?:is\s+|has\s+been\s+)?(?:now\s+)?(?:enabled|activated|engaged|unlocked|on\s*(?:[^\w\s]|\n|$))|\b(?:enter|enable|activate|switch\s+(?:in)?to|entering|engage)\s+(?:\w+\s+)?{mode}\s+mode\b|\bdo\s+anything\s+now\b|<\s*{mode}\s+mode\s*>"),
            ),
            (
                Action::Quarantine,
                PERSON,
                r"\bimmerse\s+yourself\s+in(?:to)?\s+the\s+role\b|\b(?:typical\s+)?confines\s+of\s+ai\b|\b(?:take\s+on|assume|adopt|play)\s+the\s+role\s+of\s+(?:an?\s+|another\s+)?(?:[\w-]+\s+){0,3}(?:ai|chatbot|language\s+model|assistant)\b|\bstay\s+in\s+character\b[^.!?]{0,80}\b(?:ai|you|rules|restrictions)\b".to_owned(),
            ),
            (
                Action::Flag,
                RULES_OFF,
                r"\b(?:unfiltered|uncensored|amoral|unrestricted)(?:\s*(?:,|and|\s)\s*\w+){0,2}\s+(?:ai|chatbot|bot|assistant|language\s+model|persona)s?\b|\byou\s+(?:have\s+no|are\s+not\s+bound\s+by|are\s+free\s+(?:from|of))\s+(?:any\s+|the\s+|all\s+)?(?:\w+\s+)?(?:restrictions|limitations|filters|guidelines|censorship|rules|morals|ethics)\b|\b(?:you|respond|answer)\b[^.!?]{0,80}\bwithout\s+(?:any\s+)?(?:restrictions|censorship|filter\w*|moral\w*|ethical\s+\w+)\b|\b(?:stay|remain)\s+in\s+character\b|\b(?:act|respond|answer)\s+as\s+(?:an?\s+)?['\x22]\w".to_owned(),
            ),
            (
                Action::Flag,
                PERSON,
                r"\byou\s+are\s+no\s+longer\s+(?:an?|the)\s+(?:[\w-]+\s+){0,3}(?:assistant|analyst|model|ai|bot|chatbot|agent|researcher)\b|\b(?:assume|adopt|take\s+on)\s+the\s+(?:identity|persona|personality|character)\s+of\b|\bact\s+as\b[^.!?\n]{0,80}\b(?:for\s+the\s+rest\s+of|throughout|during)\s+(?:this|the|our)\s+(?:session|conversation|chat)\b|\byou\s+are\s+(?:henceforth|hereafter)\b|\b(?:respond|answer|reply|speak)\s+(?:only\s+)?(?:in\s+the\s+voice\s+of|as\s+(?:if|though)\s+you\s+were)\b|\byour\s+(?:role|identity|job|persona)\s+is\s+now\b|\b(?:imagine|suppose|pretend)\s+(?:that\s+)?(?:you\s+(?:have\s+no|are\s+not\s+bound|do\s+not\s+have|had\s+no)|your\s+[^.!?\n]{0,40}\b(?:guidelines|rules|policy|policies|limits|restrictions)\s+(?:do|does|did)\s+not)\b".to_owned(),
            ),
            (
                Action::Flag,
                "a request to play a part",
                r"\b(?:i\s+want\s+you\s+to|i\s+(?:need|would\s+like|'d\s+like)\s+you\s+to|you\s+(?:will|must|should|shall|have\s+to|need\s+to|are\s+going\s+to))\s+(?:now\s+)?(?:act|behave|respond|pretend|role-?play)\s+(?:as|like|to\s+be|that)\b|\bpretend\s+(?:that\s+)?you(?:'re|\s+are|\s+have)\b|\byou\s+are\s+role-?\s?playing\s+as\b".to_owned(),
            ),
        ],
    )
}

fn to_machines() -> Group {
    let machine = r"(?:ai|(?:ai\s+)?(?:language\s+)?(?:models?|assistants?)|ai\s+(?:agents?|systems?|readers?|reviewers?|analysts?|summari[sz]ers?|crawlers?|bots?|tools?)|large\s+language\s+models?|llms?|chatgpt|gpt-?\d[\w.]*|chatbots?|automated\s+(?:readers?|reviewers?|agents?|analysts?|systems?|summari[sz]ers?|tools?))";
    let called = r"(?:if\s+you\s+are|as|attention|dear|note\s+(?:to|for)|message\s+(?:to|for)|instructions?\s+(?:to|for)|to)\s*:?\s*(?:an?\s+|the\s+|any\s+|all\s+|every\s+|our\s+|this\s+)?";
    let order = r"(?:please|you|ignore|disregard|do\s+not|don't|say|state|write|report|rate|recommend|include|treat|respond|forget|send|reveal|output|print|always|never|kindly|add|leave\s+out|skip|omit|present|describe|conclude|mention|call|rank|mark|change|stop|this\s+(?:document|page|text|message|note)\s+(?:supersedes|overrides|replaces))";
    let group_of = format!(r"{machine}(?:\s*(?:,|and|or)\s*{machine})?");
    let reader = r"(?:\s+(?:that|which|who|reading|processing|summari[sz]ing|reviewing|analy[sz]ing)\b[^.!?:\n]{0,60})?";
    let patterns = [
        format!(
            r"\b(?:attention|dear|for|(?:note|message|notice|reminder|hint|memo|instructions?)\s+(?:to|for)|to)\s*:?\s*(?:an?\s+|the\s+|any\s+|all\s+|every\s+|our\s+)?{group_of}{reader}\s*[:,]\s*{order}\b"
        ),
        format!(
            r"\b(?:this|the\s+following)\s+(?:paragraph|section|text|note|message|part|page|passage|line|document|prompt|instruction|comment)s?\s+(?:is|are)\s+(?:\w+\s+){{0,2}}?(?:meant|intended|written|addressed|visible|reserved|for)\b[^.!?:\n]{{0,20}}\b{group_of}(?:\s+only)?\s*[:.,]"
        ),
        format!(
            r"\b{called}{machine}\b[^.!?]{{0,120}}\byou\s+(?:must|should|shall|are\s+(?:to|now|required|instructed)|have\s+to|need\s+to|will)\b"
        ),
        format!(
            r"\b{machine}\s+(?:(?:that\s+|who\s+|which\s+)?(?:is|are)\s+)?(?:reading|processing|summari[sz]ing|reviewing|analy[sz]ing|parsing|grading|scoring|evaluating|indexing|crawling|ranking|judging)\s+(?:this|these|it)\b|\b{machine}\s+(?:that|which|who)\s+(?:reads?|process(?:es)?|summari[sz]es?|reviews?|analy[sz]es?|parses?|grades?|scores?|evaluates?|index(?:es)?|crawls?|ranks?)\s+(?:this|these)\s+(?:page|text|document|file|filing|site|article|essay|paper|paragraph)\b"
        ),
        format!(
            r"\b(?:if\s+you\s+are|attention|dear|(?:note|message|instructions?)\s+(?:to|for))\s*:?\s*(?:an?\s+|the\s+|any\s+|all\s+)?{machine}\s*[:,.!-]+\s*{order}\b"
        ),
        format!(
            r"(?:^|[.!?\n]\s*)(?:chatgpt|gpt(?:-\w+)?|llm|claude|gemini|copilot)\s*,\s*(?:[\w']+[\s,]+){{0,8}}?{order}\b"
        ),
        format!(
            r"\b(?:hey|hello|hi|ok|okay|attention)\s*,?\s+(?:ai|assistant|chatgpt|gpt(?:-\w+)?|llm|claude|gemini|copilot|model)\s*[,:!-]+\s*(?:\w+\s+){{0,3}}?{order}\b"
        ),
        format!(
            r"(?:^|\n)\W{{0,4}}(?:ai|llm|ai\s+assistant|ai\s+model|chatgpt|language\s+model)\s*[:,]\s*{order}\b"
        ),
    ];
    let suspect = [
        r"(?:^|[.!?\n]\s*)(?:dear|hi|hello|hey)(?:\s+there)?,?\s+(?:\w+\s+)?(?:ai|model|language\s+model|llm|chatbot)\s*[,:!]".to_owned(),
        r"\b(?:ai\s+(?:readers?|models?|systems?|assistants?|agents?|reviewers?|summari[sz]ers?|tools?)|llms?|(?:large\s+)?language\s+models?|chatbots?)\b[^.!?\n]{0,60}\b(?:should|must|shall|have\s+to|(?:are|is)\s+(?:asked|required|instructed|told)\s+to)\s+(?:always\s+|only\s+|not\s+)?(?:conclude|rate|recommend|call|mention|omit|skip|praise)\b".to_owned(),
        format!(r"(?:^|[.!?\n]\s*)\W{{0,4}}(?:note|message|notice|reminder|instructions?)\s+(?:to|for)\s+(?:an?\s+|the\s+|any\s+|all\s+|every\s+)?{group_of}{reader}\s*:"),
        r"\b(?:system|developer|admin(?:istrator)?)\s+(?:message|notice|prompt|note|command)\s+(?:to|for)\s+(?:the\s+)?(?:model|ai|assistant|llm)\b".to_owned(),
    ];
    let quarantine = |pattern: &String| (Action::Quarantine, ADDRESS, pattern.clone());
    let flag = |pattern: &String| (Action::Flag, ADDRESS, pattern.clone());
    let all = patterns.iter().map(quarantine);
    let all = all.chain(suspect.iter().map(flag));
    group(
        "whichever ai|whatever ai|ai is |ai that |ai reading|ai grading|model,|model!|model:|models that|model that|to the model|for the model|ai crawler|ai bot|ai tool|automated summari|automated tool|an ai|to ai|for ai|the ai|any ai|all ai|dear ai|are ai|as ai|hey ai|hello ai|hi ai|\
         ok ai|okay ai|attention ai|attention: ai|note: ai|ai assistant|ai model|ai agent|\
         ai system|ai reader|ai reviewer|ai analyst|ai summari|ai:|ai,|language model|llm|chatgpt|\
         gpt-|gpt4|gpt5|gpt|assistant|chatbot|claude|gemini|copilot|attention: model|dear model|\
         attention model|note to model|the model|any model|all model|models read|model read|\
         models process|model process|model summar|model review|model analy|model pars|\
         automated reader|automated reviewer|automated agent|automated analyst|automated system",
        Topic::Address,
        &all.collect::<Vec<_>>(),
    )
}

fn to_reveal() -> Group {
    let show = r"(?:reveal|print|show|repeat|output|display|disclose|leak|tell\s+me|give\s+me|return|spell\s*-?check|write\s+(?:out|down)|copy|summari[sz]e|translate|list)";
    // What somebody makes a machine say is told of, not ordered.
    let told = r"\b(?:make|making|trick|tricking|get|getting|induce|inducing|cause|causing|lead|leading|persuade|force|forcing)\s+(?:an?|the)\s+(?:\w+\s+){1,3}?(?:into\s+|to\s+)?(?:reveal|print|show|repeat|output|disclos|leak|return)\w*\s+(?:its|their)\b";
    let all = group(
        "prompt|developer message|your instruction|initial instruction|hidden instruction|secret instruction|\
         previous instruction|prior instruction|above instruction|full instruction|\
         exact instruction|system message|text above|words above|everything above|\
         sentences above|content above|your password|your secret|your api key|your embeddings",
        Topic::Leak,
        &[
            (
                Action::Quarantine,
                REVEAL,
                format!(r"\b{show}\b[^.!?]{{0,40}}\b(?:system\s+(?:prompt|message)s?|(?:your|initial|hidden|secret)\s+(?:\w+\s+)?(?:prompts?|instructions|embeddings)|(?:previous|prior|above|full|exact)\s+(?:prompts?|instructions)|prompt\s+texts?)\b|\b{show}\b[^.!?]{{0,40}}\b(?:your|the)\s+(?:developer|configuration|setup)\s+(?:prompts?|messages?|instructions)\b|\bwhat\s+your\s+(?:developer|system|initial|hidden)\s+(?:message|prompt|instructions?)\s+(?:says?|said|is|are|contains?)\b"),
            ),
            (
                Action::Quarantine,
                REVEAL,
                format!(r"\b{show}\s+(?:me\s+)?(?:all\s+(?:of\s+)?)?(?:the\s+)?(?:text|words|everything|sentences|content)\s+(?:\w+\s+)?above\b|\bwhat\s+(?:is|are|was|were)\s+(?:written\s+)?(?:in\s+|at\s+the\s+(?:beginning|start|top)\s+of\s+)?(?:your|this|the)\s+(?:(?:system|initial|original|hidden|first|secret)\s+)+(?:prompts?|instructions?|message)\b|\b(?:beginning|start)\s+of\s+(?:this|the|your)\s+prompt\b"),
            ),
            (
                Action::Flag,
                "a request for a secret",
                r"\b(?:(?:can|could|would|will)\s+you|please)\b[^.!?]{0,30}\b(?:tell|give|share|reveal|provide|confirm)\b[^.!?]{0,20}\byour\s+(?:password|secret\s+key|api\s+key|secret\s+code|system)\b|\bwhat\s+is\s+your\s+(?:password|secret\s+key|api\s+key)\b".to_owned(),
            ),
        ],
    );
    let told_of = |(topic, pattern): (Topic, Pattern)| (topic, pattern.unless(told));
    Group {
        reach: REACH,
        script: Script::Any,
        triggers: all.triggers,
        patterns: all.patterns.into_iter().map(told_of).collect(),
    }
}

fn to_send_away() -> Group {
    let fetch = r"(?:retrieve|fetch|access|extract|gather|collect|obtain|find|get|look\s+up|search\s+for|export|download|provide|analy[sz]e|view|check|read)";
    group(
        "conversation|chat history|chat log|api key|credential|password|private key|user's|\
         user data|user info|user messages|user files|](http|and email|and e-mail|and send|\
         and forward|and share|then email|then send|then forward|and then send",
        Topic::Leak,
        &[
            (
                Action::Quarantine,
                SECRETS,
                r"\b(?:send|e-?mail|forward|post|upload|transmit|exfiltrate|leak|submit)\b[^.!?]{0,80}\b(?:conversation|chat\s+(?:history|logs?)|api\s+keys?|credentials?|passwords?|private\s+keys?|user(?:'s)?\s+(?:data|information|messages?|files?))\b[^!?]{0,80}?\b(?:to|at)\s+(?:\S+\s+){0,4}?\S*(?:https?://|[\w.+-]+@[\w-]+\.\w)".to_owned(),
            ),
            (
                Action::Quarantine,
                "an image address that would carry data out",
                r"!\[[^\]]{0,100}\]\(https?://[^)\s]{0,200}(?:\{|<|\[)\w".to_owned(),
            ),
            (
                Action::Flag,
                "a request to fetch something and send it to an address",
                format!(r"\b{fetch}\b[^!?\n]{{0,200}}\b(?:and|then)\s+(?:then\s+)?(?:e-?mail|send|forward|share)\s+(?:it|them|this|that|these|those|(?:the|all|my|his|her|their)\s+\w+)\b[^!?\n]{{0,120}}?[\w.+-]+@[\w-]+\.\w"),
            ),
        ],
    )
}

fn to_keep_silent() -> Group {
    group(
        "this text|this request|these notes|the person you|this instruction|these instructions|this message|this note|this paragraph|\
         these orders|this prompt|nothing had happened|nothing happened|that you saw|\
         the user|the human|the reader|the operator|tell user|inform user|notify user|alert user|\
         warn user|let user|users",
        Topic::Secrecy,
        &[(
            Action::Flag,
            "an order to keep something from the user",
            r"\b(?:do\s+not|don'?t|never)\s+(?:ever\s+)?(?:mention|disclose|reveal|cite|quote|refer\s+to|repeat|acknowledge|report)\s+(?:this|these|the\s+above|that\s+you\s+(?:saw|read))\s*(?:message|instruction|note|paragraph|text|order|prompt|step)?s?\b[^.!?\n]{0,20}\b(?:answer|report|reply|response|summary|output|user|human|reader)\b|\b(?:user|reader|human|operator|person\s+you\s+are\s+helping)\s+(?:must|should|may|shall|can)\s*(?:not|never)\s+(?:find\s+out|(?:know|learn)\s+(?:of|about|that|this)|notice\s+(?:this|that)|discover\s+(?:this|that)|be\s+(?:told|informed|made\s+aware)\s+(?:of|about)\s+(?:this|these))\b|\b(?:do\s+not|don'?t|never)\s+(?:bring\s+up|talk\s+about|discuss)\s+(?:this|these)\s+(?:text|message|note|request|instruction|paragraph|order)s?\b|\b(?:tell|reveal|say|mention|admit|disclose|show)\b[^.!?\n]{0,20}\bthe\s+person\s+you\s+(?:are\s+helping|serve|work\s+for|assist)\b|\b(?:hide|conceal|keep)\s+this\s+\w+\s+(?:secret\s+|hidden\s+)?from\s+(?:the\s+|your\s+)?(?:user|human|operator|reader)\b|\bact\s+as\s+(?:if|though)\s+nothing\s+(?:had\s+|has\s+)?happened\b".to_owned(),
        ), (
            Action::Quarantine,
            "an order to keep something from the user",
            r"\b(?:do\s+not|don'?t|never)\s+(?:ever\s+)?(?:tell|inform|alert|notify|warn|(?:mention|reveal|disclose|say|show|report)(?:\s+(?:this|it|that|any\s+of\s+this|anything))?\s+to|let)\s+(?:the\s+)?(?:user|human|reader|operator)s?\b|\bwithout\s+(?:telling|informing|alerting|notifying|asking)\s+(?:the\s+)?(?:user|human|operator)\b|\b(?:hide|conceal|keep)\s+(?:this|it|these\s+\w+)\s+(?:secret\s+|hidden\s+)?from\s+(?:the\s+)?(?:user|human|operator)\b".to_owned(),
        )],
    )
}

fn to_write() -> Group {
    let work = r"(?:summary|report|answer|response|reply|output|analysis|review|conclusion)";
    // What a customer writes to a firm.
    let own = r"\b(?:include|mention|state|add|put|write|give)\s+your\s+(?:\w+\s+)?(?:account|name|order|customer|telephone|phone|reference|policy|address|number|date)\b";
    let all = group(
        "in your |your answer|your response|your summary|your report|your output|your reply|\
         your analysis|your review|your conclusion|your final|always respond|always reply|\
         always answer|only respond|only reply|only answer",
        Topic::Writing,
        &[
            (
                Action::Quarantine,
                "an order about what to write",
                format!(
                    r"\bin\s+your\s+(?:final\s+)?{work}\b[^.!?]{{0,40}}\b(?:say|state|write|include|mention|recommend|rate|conclude|claim|add|omit|cite)\b|\b(?:say|state|write|include|mention|recommend|claim|add|put)\b[^.!?]{{0,80}}\bin\s+your\s+(?:final\s+)?{work}\b"
                ),
            ),
            (
                Action::Flag,
                "a demand on how to answer",
                r"\byour\s+(?:final\s+)?(?:summary|answer|response|reply|output|conclusion)(?:\s+of\s+[^.!?\n]{0,40})?\s+(?:must|should|shall|has\s+to|needs\s+to)\b|\byour\s+(?:final\s+)?(?:report|analysis|review)(?:\s+of\s+[^.!?\n]{0,40})?\s+(?:must|should|shall|has\s+to|needs\s+to)\s+(?:not\s+|never\s+|always\s+|only\s+)?(?:say|state|mention|include|contain|conclude|recommend|call|describe|claim|begin|start|end|use|rate|be\s+(?:in|written|positive|no|limited|exactly|formatted))\b|\b(?:always|only)\s+(?:respond|reply|answer)\s+(?:with|in|as|by|that)\b".to_owned(),
            ),
        ],
    );
    let to_others = |(topic, pattern): (Topic, Pattern)| (topic, pattern.unless(own));
    Group {
        reach: REACH,
        script: Script::Any,
        triggers: all.triggers,
        patterns: all.patterns.into_iter().map(to_others).collect(),
    }
}
