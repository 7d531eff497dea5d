//! Orders to whoever writes, sums up or reads by machine, in English: a named addressee and what the
//! text that comes out of it is to say. Neither alone is one: people are told what to do in every
//! filing, and reports are described in most.

use super::acting::beginnings;
use super::english::group;
use super::{Group, Script, Topic};
use crate::rules::{Action, HUMAN, Pattern};

const REASON: &str = "an order to whoever writes about the document";

/// Up to so many bytes of one sentence. A full stop inside a number or a name ends none, and a line
/// may break.
fn gap(most: usize) -> String {
    format!(r"(?:[^.!?\n]|\n[^\n]|\.[^\s]){{0,{most}}}?")
}

/// A sentence and its neighbours: each of the many patterns is tried on all of it.
const NEAR: usize = 250;

const DETERMINER: &str =
    r"(?:an?|the|any|all|every|each|our|your|this|that|these|those|such|whichever|whatever)\s+";

const DOCUMENT: &str = r"(?:documents?|filings?|files?|pages?|texts?|reports?|articles?|papers?|statements?|announcements?|releases?|memos?|memorand(?:um|a)|letters?|prospectus|disclosures?|materials?|contents?|records?|transcripts?|notes?|passages?|sections?|paragraphs?|notices?|submissions?|messages?|e-?mails?|sites?|websites?|webpages?|posts?|chapters?|presentations?|decks?|excerpts?|circulars?|bulletins?|newsletters?|minutes|accounts|interviews?|sources?|pdfs?|calls?|lines|company|stock|issuer|shares|business)";

/// What is made out of a document, and of little else.
const DIGEST: &str =
    r"(?:summar(?:y|ies)|synops[ie]s|digests?|recaps?|abstracts?|abridgements?|precis|tl;?dr)";

const WORK: &str = r"(?:summar(?:y|ies)|synops[ie]s|digests?|recaps?|abstracts?|overviews?|briefs?|briefings?|write-?ups?|reports?|analys[ie]s|memos?|memorandum|answers?|responses?|repl(?:y|ies)|outputs?|reviews?|assessments?|commentar(?:y|ies)|conclusions?|research|notes?|outlines?|evaluations?|ratings?|scores?|valuations?)";

const MACHINE: &str = r"(?:a\.?i\.?(?:[\s-](?:\w+[\s-])?(?:models?|assistants?|agents?|systems?|tools?|readers?|reviewers?|analysts?|writers?|summari[sz]ers?|crawlers?|bots?|engines?|services?|software))?|(?:large\s+)?(?:language\s+)?models?|llms?|(?:\w+\s+)?assistants?|chatbots?|chatgpt|copilots?|(?:ro)?bots?|crawlers?|scrapers?|parsers?|(?:auto-?)?summari[sz]ers?|algorithms?|(?:automated|automatic|automat(?:on|a)|machine|robotic|computer|computeri[sz]ed|electronic|artificial|non-human|digital|generative|intelligent|algorithmic|software|llm-based|ai-based)\s+(?:\w+\s+)?(?:readers?|systems?|tools?|agents?|assistants?|process(?:es|ors?)?|programs?|software|services?|pipelines?|engines?|analysts?|reviewers?|writers?|summari[sz]ers?|consumers?|part(?:y|ies)|recipients?|intelligences?|means|drafting))";

/// Machines whose name says that they read or write.
const MACHINE_READER: &str = r"(?:(?:automated|automatic|machine|robotic|computer|computeri[sz]ed|electronic|artificial|non-human|algorithmic|ai|a\.i\.|llm)[\s-]+(?:readers?|reviewers?|summari[sz]ers?|analysts?|writers?|consumers?|recipients?)|readers?\s+(?:that|who|which)\s+are\s+(?:not\s+(?:human|people|persons)|machines?|programs?|software|ai|automated|robots?)|(?:auto-?)?summari[sz]ers?|text\s+generators?|(?:summari[sz]ation|summary|summari[sz]ing|report(?:ing)?|research|digest|drafting|writing|answering|question-answering)[\s-]+(?:bots?|engines?|systems?|tools?|agents?|assistants?|models?|software|programs?|pipelines?|services?))";

/// What may be a machine by what it does.
const DEVICE: &str = r"(?:systems?|tools?|software|programs?|engines?|pipelines?|services?|applications?|apps?|machines?|process(?:es|ors?)?|generators?|scripts?|plug-?ins?)";

/// Who may be meant only by what they do.
const ANYBODY: &str = r"(?:systems?|tools?|software|programs?|engines?|pipelines?|services?|applications?|apps?|machines?|process(?:es|ors?)?|generators?|scripts?|plug-?ins?|part(?:y|ies)|persons?|people|analysts?|authors?|writers?|researchers?|editors?|individuals?|one|ones|those|anyone|anybody|everyone|whoever|whomever|whosoever|colleagues?|interns?|readers?|reviewers?|recipients?|drafters?|preparers?|agents?|columnists?|commentators?|journalists?|reporters?|bloggers?|strategists?)";

const MAKING: &str = r"(?:preparing|writing|drafting|summari[sz]ing|compiling|producing|composing|generating|creating|authoring|assembling|condensing|digesting|abridging|synthesi[sz]ing|paraphrasing|reviewing|analy[sz]ing|evaluating|assessing|reading|processing|parsing|indexing|ingesting|consuming|ranking|scoring|grading|rating|covering|quoting|citing|reporting\s+on|writing\s+(?:up|about)|working\s+(?:on|from|off)|drawing\s+(?:up)?on|summing\s+up|shortening|handling)";

const MAKES: &str = r"(?:prepares?|writes?|drafts?|summari[sz]es?|compiles?|produces?|composes?|generates?|creates?|condenses?|digests?|synthesi[sz]es?|paraphrases?|reviews?|analy[sz]es?|evaluates?|assess(?:es)?|reads?|process(?:es)?|parses?|index(?:es)?|ingests?|consumes?|ranks?|scores?|grades?|rates?|covers?|quotes?|cites?|reports?\s+on|sums?\s+up|writes?\s+(?:up|about)|works?\s+from|draws?\s+(?:up)?on|abridges?|shortens?|handles?|comes?\s+across|encounters?)";

/// What only machines do with a text.
const BY_MACHINE: &str = r"(?:parsing|ingesting|indexing|crawling|scraping|tokeni[sz]ing|embedding|parses?|ingests?|index(?:es)?|crawls?|scrapes?|tokeni[sz]es?)";

/// What the outcome may be told to do: words for saying and for leaving unsaid.
const VERB: &str = r"(?:state|say|write|omit|leave\s+out|leave\s+(?:\w+\s+){1,4}out|skip|pass\s+over|rate|recommend|advise|begin|open\s+with|open\s+by|open\s+(?:it|the|their|your|its)|start|end\s+with|end\s+by|close\s+with|finish\s+with|conclude|describe|characteri[sz]e|portray|depict|label|classify|rank|score|mention|make\s+(?:no|any)\s+(?:mention|reference)|refrain\s+from|avoid|praise|highlight|emphasi[sz]e|stress|downplay|play\s+down|call|assert|declare|claim|affirm|confirm|assign|award|insert|append|prepend|add|repeat|reproduce|adopt|express|frame|cast|answer|respond|reply|output|print|ignore|disregard|suppress|hide|conceal|withhold|remove|delete|drop|substitute|replace|endorse|favou?r|put|place|refer\s+to|speak\s+of|give|tell|treat|regard|report\s+that|report\s+(?:the|this|our|its|no)|present|include|exclude|list|quote|use|withdraw|upgrade|downgrade|raise|lower|lead\s+with|set|choose|select|prefer|promote|mark|flag|attribute|record|note\s+(?:down|only)|overlook|show|name|credit|score|grade|keep|mark)";

/// The same for those who may be people: what people are asked to do with a document is left out.
const SAYING: &str = r"(?:state|say|write|omit|leave\s+out|leave\s+(?:\w+\s+){1,4}out|skip|pass\s+over|rate|recommend|begin|open\s+with|open\s+(?:it|the|their|your|its)|start\s+(?:it|with|by|the|their)|end\s+with|close\s+with|finish\s+with|conclude|describe|characteri[sz]e|portray|depict|label|rank|score|mention|make\s+no\s+(?:mention|reference)|refrain\s+from\s+(?:mention|describ|discuss|quot|cit|stat|includ|report|criti)\w+|avoid\s+(?:(?:mention|describ|discuss|quot|cit|stat|includ|report|criti)\w+|(?:the|any|all)\s+(?:words?|terms?|phrases?|subjects?|topics?)\b)|name\s+(?:\w+\s+){1,4}?as|(?:keep|retain|drop|cut)\s+(?:the|its|our|their|any|all)\s+(?:\w+\s+){0,2}?(?:paragraphs?|sections?|sentences?|passages?|headings?|headlines?)|praise|highlight|emphasi[sz]e|stress|downplay|play\s+down|call\s+(?:it|the|this|them)|assert|declare\s+(?:that|this|our)|claim|assign|award|insert|append|prepend|adopt\s+the|express|frame|output|suppress|conceal|endorse|refer\s+to\s+(?:\w+\s+){1,4}as|speak\s+of|put\s+the|place\s+the|use\s+the\s+(?:word|phrase|wording|term|heading|title)|lead\s+with|upgrade|promote|mark\s+(?:it|the|this|our|them)|give\s+(?:it|us|this|the|our|them)\s+(?:\w+\s+){0,3}?(?:an?|the|full|top|highest)\b|attribute)";

const SAID: &str = r"(?:stated|said|written|omitted|left\s+out|skipped|passed\s+over|rated|recommended|begun|opened|concluded|described|characteri[sz]ed|portrayed|depicted|label(?:l)?ed|classified|ranked|scored|mentioned|praised|highlighted|emphasi[sz]ed|stressed|downplayed|played\s+down|called|asserted|declared|treated|presented|referred\s+to|reported|ignored|disregarded|suppressed|excluded|quoted|cited|discussed|repeated|named|endorsed|shown|given)";

const ADVERBS: &str = r"(?:(?:not|never|always|only|also|first|then|please|kindly|simply|instead|both|merely|just|further|therefore|either|\w+ly)\s+){0,3}";

fn must() -> String {
    let be = r"(?:is|are|be|was|were|stand|stands)\s+(?:hereby\s+|also\s+|therefore\s+|\w+ly\s+)*(?:not\s+)?";
    let asked = r"(?:asked|requested|required|instructed|invited|expected|advised|reminded|encouraged|directed|urged|obliged|told|ordered|bound|supposed|free|permitted|best\s+advised|authori[sz]ed)\s+";
    format!(
        r"(?:(?:must|shall|should|will|would|ought|need|cannot|(?:may|can)\s+(?:not|only|never))(?:n't)?\s+(?:not\s+)?(?:do\s+well\s+)?(?:to\s+)?|(?:has|have|needs?|had\s+better)\s+(?:to\s+)?|{be}(?:{asked})?(?:not\s+)?to\s+|please\s+|kindly\s+|do\s+not\s+|don't\s+|never\s+){ADVERBS}"
    )
}

/// `reading this`, `tasked with the summary of …`, `that prepares a report`.
fn deed(object: &str) -> String {
    format!(
        r"(?:\s*,)?\s+(?:(?:that|which|who)\s+(?:(?:is|are|has|have|may|might|will|would|must)\s+(?:been\s+|be\s+)?)?|(?:currently|now|presently|later|subsequently)\s+)?(?:(?:(?:tasked|charged|entrusted|dealing|helping|concerned)\s+with|responsible\s+for|in\s+charge\s+of|engaged\s+in|used\s+(?:for|to|in)|asked\s+(?:to|for)|working\s+on|assigned\s+to|behind)\s+(?:the\s+|an?\s+)?)?(?:{MAKING}|{MAKES}|(?:preparation|production|drafting|writing|generation|summary|review|analysis)\s+of)?\s*{object}"
    )
}

/// Whatever somebody does with this document.
fn use_of_this() -> String {
    format!(
        r"\s+(?:(?:that|which|who)\s+(?:(?:is|are)\s+)?)?\w+(?:ing|s|ed)\s+(?:[\w-]+\s+){{0,4}}?(?:this|these|the\s+present|the\s+above)\s+(?:\w+\s+){{0,2}}?(?:{DOCUMENT}|pdf|source|account)s?\b(?:\s+into\s+(?:\w+\s+){{1,3}}?)?"
    )
}

/// This document, or what is made of it.
fn own() -> String {
    format!(
        r"(?:this|these|the\s+present|the\s+above|the\s+foregoing|the\s+attached|the\s+enclosed|(?:{DETERMINER})?(?:\w+\s+){{0,2}}?{WORK}\s+(?:of|on|about|from|based\s+(?:up)?on|for|concerning|regarding|covering|drawn\s+from)\s+(?:this|these|the\s+present|the\s+above))(?:\s+(?:\w+\s+){{0,3}}?{DOCUMENT})?\b"
    )
}

/// Everybody who reads by machine, or makes a text of this one.
fn addressee() -> String {
    let any_work = format!(r"{DETERMINER}(?:[\w-]+\s+){{0,3}}?(?:{WORK}|{DOCUMENT})\b");
    let digest = format!(r"(?:{DETERMINER})?(?:[\w-]+\s+){{0,2}}?{DIGEST}\b");
    let (own, machine_deed) = (own(), deed(&any_work));
    let (own_deed, digest_deed, this_used) = (deed(&own), deed(&digest), use_of_this());
    format!(
        r"(?:(?:{MACHINE}|{DEVICE}){this_used}|{MACHINE_READER}(?:{own_deed}|{digest_deed}|{machine_deed})?|{MACHINE}(?:{own_deed}|{digest_deed}|{machine_deed})|{ANYBODY}(?:{own_deed}|{digest_deed})|(?:authors?|writers?|drafters?|preparers?|compilers?|producers?|makers?)\s+of\s+(?:{digest}|{own}))"
    )
}

/// One who is called and is then told what to write.
fn called() -> String {
    let (work, narrow) = (
        format!(r"{DETERMINER}(?:[\w-]+\s+){{0,3}}?(?:{WORK}|{DOCUMENT})\b"),
        addressee(),
    );
    let deed = deed(&work);
    format!(r"(?:{DETERMINER})?(?:{narrow}|(?:{MACHINE}|{ANYBODY}){deed})")
}

const POLITE: &str = r"(?:(?:please|kindly|now|always|never|do\s+not|don't|you\s+(?:must|should|shall|are\s+to|will|may)(?:\s+not)?|be\s+sure\s+to|make\s+sure\s+(?:to|that\s+you)|remember\s+to|take\s+care\s+to|we\s+(?:ask|request|would\s+like|expect)\s+(?:that\s+)?you\s+(?:to\s+)?|it\s+would\s+be\s+appreciated\s+if\s+you\s+(?:would\s+)?|the\s+instruction\s+is\s+to)\s+)*";

/// Patterns by which each of the ways to give such an order is known.
fn orders() -> Vec<String> {
    let mut all = to_somebody();
    all.extend(while_writing());
    all.extend(about_the_outcome());
    all
}

/// Somebody is told, asked or called.
fn to_somebody() -> Vec<String> {
    let (must, addressee, called, short) = (must(), addressee(), called(), gap(60));
    let this_used = use_of_this();
    let machine = format!(
        r"(?:(?:{MACHINE}|{DEVICE}){this_used}|{MACHINE_READER}|\w+\s+(?:(?:that|which|who)\s+(?:is\s+|are\s+)?)?{BY_MACHINE}\s+(?:this|these)\s+(?:\w+\s+)?{DOCUMENT}|(?:scrapers?|crawlers?|parsers?|indexers?|summari[sz]ers?)\s+of\s+(?:this|these)\s+(?:\w+\s+)?{DOCUMENT}|{MACHINE}\s*,{short}\b(?:this|these)\s+(?:\w+\s+)?{DOCUMENT}{short},)"
    );
    let wish = r"(?:wish|intention|desire|request|hope|expectation|policy|instruction|requirement)";
    let asks = r"(?:oblige[sd]?|ask(?:s|ed|ing)?|request(?:s|ed|ing)?|require[sd]?|invite[sd]?|instruct(?:s|ed)?|urge[sd]?|direct(?:s|ed)?|expect(?:s|ed)?|wants?|wish(?:es)?|encourage[sd]?|remind(?:s|ed)?|like[sd]?|trust|important|imperative|essential|necessary|desirable|appreciated?|grateful|hoped?|recommended|suggested|preferable|preferred|advisable|intended|meant|agreed)\s+(?:that\s+|for\s+|if\s+|of\s+)?";
    vec![
        format!(r"\b(?:{DETERMINER})?{addressee}\s*,?\s*(?:{short},\s*)?{must}{SAYING}\b"),
        format!(
            r"\b{asks}(?:{DETERMINER})?{addressee}\s*,?\s*(?:to\s+|should\s+|will\s+|would\s+|may\s+|shall\s+)?{ADVERBS}{SAYING}\b"
        ),
        format!(
            r"(?:(?:note|notes|message|memo|notice|reminder|instructions?|guidance|request|hint|tip|word|advice|directions?|directive|attention|remark|appeal|comment)\s*(?:to|for|of)?\s*:?\s*|\b(?:dear|hello|hey|attn\.?|fao|for\s+the\s+(?:benefit|attention|use|guidance|information)\s+of|addressed\s+to)\s*:?\s*|(?:^|[.!?:\n(\[\x22]\s*)(?:to|for)\s+){called}{short}\s*[:,.;)\]-]+\s*{POLITE}{VERB}\b"
        ),
        format!(r"\b(?:{DETERMINER})?{machine}\s*,?\s*{must}{VERB}\b"),
        format!(r"\b{wish}\b{short}\bthat\s+(?:{DETERMINER})?{addressee}\s+{ADVERBS}{SAYING}\b"),
        format!(r"\b{asks}(?:{DETERMINER})?{addressee}\s+(?:would\s+have\s+|had\s+)?{SAID}\b"),
        format!(
            r"\b(?:instruct|tell|ask|have|let|get|order|program|direct|configure)\s+your\s+(?:\w+\s+)?{MACHINE}\s+(?:not\s+)?(?:to\s+)?(?:not\s+)?{VERB}\b"
        ),
        format!(
            r"\b(?:if|when(?:ever)?|should|where)\s+(?:{DETERMINER})?(?:{MACHINE}|{MACHINE_READER})\b{short}\b(?:this|these)\s+(?:\w+\s+)?{DOCUMENT}\b{short},\s*(?:it|they|the\s+\w+|its\s+\w+)\s+{must}{VERB}\b"
        ),
        format!(r"\b(?:dear|hello|hey)\s+{MACHINE_READER}\s*[,:!]"),
        format!(
            r"\b(?:note|message|memo|instructions?|guidance|directions?|directive|hint)s?\s+(?:to|for)\s+(?:{DETERMINER})?(?:\w+\s+)?(?:report|summary|digest|overview|article|content|answer)[\s-]+generators?\s*:\s*{POLITE}{VERB}\b"
        ),
        format!(
            r"\b(?:would|could|will|can|might|may)\s+(?:{DETERMINER})?(?:{MACHINE}|{MACHINE_READER})\s+(?:please|kindly|be\s+so\s+(?:good|kind)\s+as\s+to|be\s+(?:good|kind)\s+enough\s+to)\s+{ADVERBS}{SAYING}\b"
        ),
    ]
}

/// What is to be done when a text is made of this one.
fn while_writing() -> Vec<String> {
    let (must, own) = (must(), own());
    let (short, long) = (gap(60), gap(140));
    let made = r"(?:condensed|summari[sz]ed|processed|read|parsed|quoted|analy[sz]ed|reviewed|indexed|ingested|digested|abridged|paraphrased|evaluated|scored|ranked|crawled|handled|turned\s+into|(?:fed|given|passed|shown)\s+to|put\s+(?:in)?to|used|cited)";
    let making = format!(
        r"(?:when(?:ever)?|while|if|in|on|upon|before|after|for|once|should)\s+(?:(?:you|they|one|it|anyone|somebody|someone)\s+)?(?:(?:are|is|be|were)\s+)?(?:(?:asked|told|going|about|instructed)\s+to\s+)?(?:{MAKING}|{MAKES})\s+(?:up\s+)?(?:{own}|(?:an?|any|your|the)\s+(?:[\w-]+\s+){{0,2}}?{WORK}\s+(?:of|on|about|from|based\s+(?:up)?on)\s+(?:this|these|the\s+present|the\s+above)\b)"
    );
    vec![
        format!(
            r"\b(?:if|when(?:ever)?|should|where|once|in\s+case)\s+(?:this|these|the\s+present)\s+(?:\w+\s+)?{DOCUMENT}\s+(?:is|are|be|were|gets?|has\s+been|have\s+been)\s+(?:being\s+|to\s+be\s+|ever\s+|later\s+)?{made}\b{long},{short}\s{must}(?:{VERB}|be\s+{SAID})\b"
        ),
        format!(
            r"{making}{short}[,:]\s*{POLITE}(?:{SAYING}|(?:record|list|quote|cite|include|exclude|treat|present|ignore|disregard)\b{short}\b(?:question|risk|lawsuit|litigation|fraud|debt|loss|losses|fine|fines|warning|negative|section|paragraph|part|parts|item|note)s?)\b"
        ),
        format!(
            r"{making}(?:\s+(?:\w+\s+)?{DOCUMENT})?{short},\s*(?:{DETERMINER})?(?:{MACHINE}|{MACHINE_READER})\s+{must}(?:{SAYING}|treat|present|ignore|disregard|answer)\b"
        ),
        format!(
            r"{making}{long}\b(?:must|shall|should|is\s+to|are\s+to|may|can|ought\s+to)\s*(?:not\s+|never\s+|only\s+|always\s+)?be\s+{ADVERBS}{SAID}\b"
        ),
    ]
}

/// What the text that comes out of this one is to say, whoever writes it.
fn about_the_outcome() -> Vec<String> {
    let (must, addressee) = (must(), addressee());
    let (short, long) = (gap(60), gap(140));
    let digest = format!(r"(?:{DETERMINER})(?:[\w-]+\s+){{0,2}}?{DIGEST}");
    let of_this = format!(
        r"(?:{DETERMINER})?(?:[\w-]+\s+){{0,2}}?{WORK}\s+(?:(?:that\s+(?:is|are)\s+)?(?:based|built|drawn|derived|generated|prepared|produced|made|written|compiled|created)\s+(?:up\s+)?)?(?:of|on|upon|about|from|off|out\s+of|using|with|(?:that|which)\s+(?:quotes?|cites?|covers?|draws?\s+(?:up)?on|relies\s+on|rely\s+on|deals?\s+with|summari[sz]es?))\s+(?:this|these|the\s+present|the\s+above)\s+(?:[\w-]+\s+){{0,2}}?{DOCUMENT}\b{short}"
    );
    vec![
        format!(
            r"\b(?:see\s+(?:to\s+it\s+)?that|ensure(?:\s+that)?|make\s+sure(?:\s+that)?|take\s+care\s+that)\s+{of_this}\s+(?:only\s+|never\s+|always\s+)?(?:says?|states?|speaks?|omits?|mentions?|describes?|calls?|praises?|begins?|opens?|ends?|closes?|avoids?|leaves?\s+out|recommends?|concludes?|rates?)\b"
        ),
        format!(
            r"\b(?:must|shall|should|is\s+to|are\s+to|has\s+to|have\s+to)\s+{ADVERBS}(?:be\s+{ADVERBS}{SAID}|appear|feature)\b{short}\bin\s+(?:any|every|your|all)\s+(?:\w+\s+){{0,2}}?{DIGEST}\s*(?:[.,:;!]|$|of\s+(?:this|these)|(?:made|produced|generated|drawn|written|prepared)\b)"
        ),
        format!(
            r"\b{digest}\s+{must}(?:omit|exclude|leave\s+out|leave\s+(?:\w+\s+){{1,4}}out|skip|(?:mention|refer\s+to|discuss)\s+(?:only|nothing)|make\s+no|say\s+nothing|pass\s+over|(?:begin|open|start|end|close|conclude)\s+(?:with|by)|rate|recommend|praise|call|portray|characteri[sz]e|describe\s+(?:{short})\bas)\b"
        ),
        format!(
            r"\b{digest}\s+(?:must|shall|should|may|is|are|can|need|ought)\s*(?:not|never)\s+(?:to\s+)?(?:mention|refer|discuss|include|contain|dwell|touch|cover|repeat|cite|quote|reveal)\b"
        ),
        format!(
            r"\b{of_this}\s+{must}(?:{SAYING}|exclude|present|treat|include|contain|avoid|ignore|disregard|touch\s+(?:up)?on|dwell\s+on|be\s+(?:favou?rable|positive|negative|silent|limited|bullish|bearish|no\s+(?:lower|worse|less)|{SAID}))\b"
        ),
        format!(
            r"\b(?:must|shall|should|is|are|may|need|can|ought)\s*(?:not|never)\s+(?:to\s+)?(?:be\s+{ADVERBS}{SAID}|appear|feature|figure|be\s+found|be\s+included)\b{short}\bin\s+(?:any|your|a|the|resulting|every)\s+(?:(?:\w+\s+){{0,2}}?{DIGEST}\b|(?:\w+\s+){{0,2}}?{WORK}\s+(?:of|on|about|from|based\s+on)\s+(?:this|these)\b)"
        ),
        format!(
            r"\bno\s+(?:mention|reference|account|notice)\b{long}\b(?:be|is|are)\s+(?:to\s+be\s+)?(?:made|taken|given)\b{short}\bin\s+(?:any|your|a|the|resulting|every)\s+(?:\w+\s+){{0,2}}?(?:{DIGEST}|{WORK}\s+(?:of|on|about|from|based\s+on)\s+(?:this|these))\b"
        ),
        format!(
            r"\bin\s+(?:any|every|all|each|your|whatever)\s+(?:(?:\w+\s+){{0,2}}?{DIGEST}|(?:\w+\s+){{0,2}}?{WORK}\s+(?:drawn|derived|made|prepared|generated|based|of|on|about|from)\s+(?:\w+\s+)?(?:this|these|the\s+present))\b{long}(?:\b(?:must|shall|should|is\s+to|are\s+to|may|ought\s+to)\s*(?:not\s+|never\s+|only\s+|always\s+)?(?:be\s+{ADVERBS}{SAID}|appear|feature|be\s+(?:found|included))\b|[,:]\s*{POLITE}{SAYING}\b)"
        ),
        format!(
            r"\b(?:must|shall|should|is\s+to|are\s+to|ought\s+to)\s*(?:not\s+|never\s+|only\s+|always\s+)?be\s+{ADVERBS}{SAID}\b{long}\bby\s+(?:{DETERMINER})?{addressee}"
        ),
    ]
}

/// What may be such an order: one who is called, and anything said to them; machines in general, and
/// what they are to make of this issuer.
fn suspicions() -> Vec<String> {
    let (called, must) = (called(), must());
    let (short, long) = (gap(60), gap(100));
    vec![
        format!(
            r"(?:^|[.!?\n]\s*)\W{{0,4}}to\s+(?:{DETERMINER})?(?:{MACHINE}|{MACHINE_READER})\s+{MAKING}\b{short}:"
        ),
        format!(
            r"(?:^|[.!?\n]\s*)\W{{0,4}}(?:\w+\s+){{0,2}}(?:{MACHINE_READER}|copilots?|ai\s+\w+)\s*:\s*{POLITE}{VERB}\b"
        ),
        format!(
            r"\bno\s+(?:{MACHINE}|{MACHINE_READER})\s+(?:is\s+to|are\s+to|shall|should|must|may)\s+(?:flag|mention|record|report|cite|quote|question|state|rate|describe|call)\b"
        ),
        format!(r"\blet\s+(?:{DETERMINER})(?:{MACHINE}|{MACHINE_READER})\s+{ADVERBS}{SAYING}\b"),
        format!(
            r"(?:^|[.!?\n(\[]\s*)\W{{0,4}}(?:note|message|memo|notice|reminder|instructions?|guidance|request|hint|directive)s?\s+(?:to|for)\s+{called}{short}\s*:"
        ),
        format!(
            r"\b{MACHINE}\s+{must}{VERB}\b{long}\b(?:(?:this|our)\s+(?:company|stock|issuer|firm|filing|document|report|page|product|shares?)|strong\s+buy|buy\s+rating)\b"
        ),
        format!(
            r"\b(?:only|sole|correct|right|proper|expected|required|approved|appropriate|acceptable|desired|intended)\s+(?:conclusion|summary|answer|response|output|rating|verdict)\s+(?:of|to|for|from|on|about|after)\s+(?:reading\s+|reviewing\s+)?(?:this|these)\b{short}(?:\bis\b|\breads\b|\bwill\s+be\b|:)"
        ),
    ]
}

pub(super) fn to_writers() -> Group {
    let quarantine = |pattern: String| (Action::Quarantine, REASON, pattern);
    let flag = |pattern: String| (Action::Flag, REASON, pattern);
    let all = orders().into_iter().map(quarantine);
    let all: Vec<_> = all.chain(suspicions().into_iter().map(flag)).collect();
    // A firm tells what it or others asked of people.
    let told = format!(
        r"\b(?:we|he|she|they|it|company|board|court|judge|committee|management)\s+(?:\w+ly\s+|had\s+|has\s+|have\s+)?(?:asked|requested|instructed|told|directed|ordered|required)\s+(?:the\s+|its\s+|their\s+|our\s+)?(?:\w+\s+)?{HUMAN}\b"
    );
    let told_of = |(topic, pattern): (Topic, Pattern)| (topic, pattern.unless(&told));
    let made = group(&triggers(), Topic::Writing, &all);
    Group {
        reach: NEAR,
        script: Script::Any,
        triggers: made.triggers,
        patterns: made.patterns.into_iter().map(told_of).collect(),
    }
}

/// Each names somebody who is spoken to, by name or by deed, or a text that is made of this one. Words
/// for telling and urging stand on every page and would call the patterns up too often.
fn triggers() -> String {
    let this = "this|these|the present|the above|the attached|the foregoing";
    let making = "preparing|writing|drafting|summarizing|summarising|compiling|producing|composing|generating|creating|condensing|\
         digesting|reviewing|analyzing|analysing|evaluating|assessing|processing|parsing|ingesting|covering|quoting|reading|\
         indexing|crawling|scraping|abridging|shortening|consuming|handling|reporting on|working on|working from|working off|drawing on|summing up|writing up|writing about|citing|ranking|scoring|grading|rating";
    let makes = "prepare|write|draft|summarize|summarise|compile|produce|compose|generate|condense|review|analyze|analyse|\
         read|process|parse|ingest|digest|rank|score|quote|handle|encounter|\
         prepares|writes|drafts|summarizes|summarises|compiles|produces|composes|generates|condenses|reviews|analyzes|\
         analyses|reads|processes|parses|ingests|digests|ranks|scores|quotes|handles|encounters|comes across|write about|writes about|draws on|works from|parse|crawl|index|cites|covers|written off|written from|derived from";
    let writing = "writing|drafting|summarizing|summarising|compiling|preparing|summarize|summarise|summarizes|summarises";
    let digests = "summary|summaries|digest|digests|synopsis|recap|abstract|abstracts";
    let read = "reader|reviewer|summar|analyst|writer|consumer|recipient|system|tool|agent|assistant|process|program|pipeline|part";
    [
        beginnings(making, this),
        beginnings(makes, this),
        beginnings(writing, "any|a|an|the|your"),
        beginnings(digests, "must|shall|should|may|is to|are to|of this|on this|of these|is not|are not|is asked|is expected|is required|please|will|ought|needs|has to"),
        beginnings("any|your|every|each", "summary|digest|synopsis|recap|abstract"),
        beginnings("report|analysis|review|assessment|memo|note|commentary|briefing|answer|overview", "of this|on this|about this|based on|from this|drawn from"),
        beginnings("automated|automatic|machine|robotic|electronic|artificial|computer|ai|llm|generative|intelligent", &format!("{read}|overview|digest|answer")),
        beginnings("note|message|memo|instruction|instructions|reminder|hint|directive", "to|for"),
        beginnings("this", "filing|document|page|text|memo|letter|file|source|pdf|article|transcript|release|announcement|circular|bulletin|newsletter|company|webpage|website|site|passage|message|material|stock|issuer|content|presentation|deck|prospectus"),
        "these pages|these accounts|these materials|these documents".to_owned(),
        beginnings("your", "model|assistant|ai|bot|llm|agent|chatbot"),
        beginnings("summarization|summarisation|summarizing|summarising|reporting|drafting|writing|answering", "bot|engine|tool|agent|assistant|model|software|program|pipeline"),
        beginnings("report|summary|digest|overview|article|content|answer", "generator"),
        "text generator|not human|the bot |whoever|whomever|whosoever|anyone who|anyone prep|anyone writ|anyone sum|assistant|llm|chatbot|chatgpt|copilot|language model|model read|models read|\
         model process|models process|model must|models must|model should|models should|crawler|summarizer|summariser|based on this|drawn from this|\
         derived from this|generated from this"
            .to_owned(),
    ]
    .join("|")
}
