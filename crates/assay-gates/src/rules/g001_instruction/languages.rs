//! The order to drop one's instructions has the same parts in every language: a verb (ignore,
//! forget), what came before (previous, above, all, your) and what was said (instructions, rules,
//! text). Only their order differs.

use super::{Group, REACH, Script, Topic, words};
use crate::rules::{Action, Pattern};

/// The words of a language for the parts of an order, in small letters, separated by `|`.
struct Language {
    verbs: &'static str,
    earlier: &'static str,
    orders: &'static str,
    /// What is an order by itself: "forget everything", "disregard the above".
    whole: &'static str,
    sequence: Sequence,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sequence {
    VerbFirst,
    VerbLast,
    Either,
}

pub(super) fn groups() -> Vec<Group> {
    LANGUAGES
        .iter()
        .map(group)
        .chain([other_orders()])
        .collect()
}

fn group(language: &Language) -> Group {
    let gap = r"[^.!?\n]{0,60}?";
    let verb = alternatives(language.verbs);
    let earlier = alternatives(language.earlier);
    let orders = alternatives(language.orders);
    let objects = format!("(?:{earlier}{gap}{orders}|{orders}{gap}{earlier})");
    let mut patterns = Vec::new();
    if language.sequence != Sequence::VerbLast {
        patterns.push(format!("{verb}{gap}{objects}"));
    }
    if language.sequence != Sequence::VerbFirst {
        patterns.push(format!("{objects}{gap}{verb}"));
    }
    let mut triggers = words(language.verbs);
    if !language.whole.is_empty() {
        patterns.push(alternatives(language.whole));
        triggers.extend(words(language.whole));
    }
    let reason = "an order to drop earlier instructions";
    let new = |pattern: &String| {
        (
            Topic::Forget,
            Pattern::new(Action::Quarantine, reason, pattern),
        )
    };
    Group {
        reach: REACH,
        script: Script::Any,
        patterns: patterns.iter().map(new).collect(),
        triggers,
    }
}

/// Words of the Latin alphabet begin where a word begins.
fn alternatives(list: &str) -> String {
    let bounded = |word: String| {
        if word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            format!(r"\b{word}")
        } else {
            word
        }
    };
    let all: Vec<String> = words(list).into_iter().map(bounded).collect();
    format!("(?:{})", all.join("|"))
}

/// Orders of other kinds in the languages of most readers.
fn other_orders() -> Group {
    let person = "an order to become somebody else";
    let secrecy = "an order to keep something from the user";
    let reveal = "an order to reveal the machine's instructions";
    let part = "a request to play a part";
    let table: [(Topic, Action, &'static str, &str); 7] = [
        (
            Topic::Forget,
            Action::Quarantine,
            "an order to drop the task and say something",
            r"\b(?:ignoriere|ignorieren sie|vergiss|vergessen sie)\b[^.!?\n]{0,50}\bund (?:sag|sage|sagen|schreib|schreibe|antworte|antworten|gib|geben|behaupte|nenne)\b|\b(?:ignora|ignore|olvida|olvide|olvidate)\b[^.!?\n]{0,50}\b[ye] (?:di|diga|declara|declare|escribe|escriba|responde|responda|indica|indique)\b|\b(?:ignore|ignorez|oublie|oubliez)\b[^.!?\n]{0,50}\bet (?:dis|dites|declare|declarez|ecris|ecrivez|indique|indiquez|reponds|repondez)\b|\b(?:ignora|ignori|dimentica|ignorate)\b[^.!?\n]{0,50}\be (?:di|dichiara|scrivi|rispondi|indica|dica)\b|\b(?:ignore|ignora|esqueca|desconsidere)\b[^.!?\n]{0,50}\be (?:diga|declare|escreva|responda|indique|afirme|informe)\b|\b(?:negeer|vergeet)\b[^.!?\n]{0,50}\ben (?:zeg|schrijf|antwoord|vermeld)\b|(?:игнорируй|игнорируйте|проигнорируй|проигнорируйте|забудь|забудьте)[^.!?\n]{0,90} и (?:скажи|напиши|ответь|укажи|заяви|сообщи)|を無視して[^.!?\n]{0,60}(?:言って|言え|述べ|答え|書い|出力|教え|伝え)|(?:무시하고|잊고)[^.!?\n]{0,60}(?:말하|말해|답하|쓰세요|출력|알려|반복)",
        ),
        (
            Topic::Person,
            Action::Quarantine,
            person,
            r"\bdu bist (?:jetzt|nun|ab jetzt|ab sofort) (?:ein|eine|der|die|das|kein|keine|nicht mehr|frei)\b|\bab (?:jetzt|sofort) (?:bist|antwortest|wirst|sollst) du\b|\bvon nun an (?:bist|wirst|antwortest) du\b|\ba partir de ahora,? (?:eres|actua|responde|debes|tu)\b|\bahora eres (?:un|una|el|la)\b|\ba partir de (?:maintenant|desormais),? (?:tu|vous)\b|\b(?:tu es|vous etes) (?:maintenant|desormais) (?:un|une|le|la)\b|\bd'ora in poi,? (?:sei|tu|rispondi|agisci)\b|\bora sei (?:un|una|il|la)\b|\ba partir de agora,? (?:voce|es|responda|aja)\b|\bagora voce e (?:um|uma|o|a)\b|\bvanaf nu ben je\b|\bje bent nu (?:een|de|het)\b|с этого момента,? (?:ты|вы)\b|теперь ты |今からあなたは|これからあなたは|あなたは今から|지금부터 (?:너는|당신은|넌)",
        ),
        (
            Topic::Secrecy,
            Action::Quarantine,
            secrecy,
            r"\b(?:sage|sagen sie|erzahle|erzahlen sie|verrate|verraten sie) (?:es |das |dies )?(?:dem|den) (?:benutzer|nutzer|anwender)n? nicht|\bno (?:le )?(?:digas|diga|informes|informe|menciones|reveles) (?:\w+ ){0,2}al usuario|\bne (?:dis|dites|parle|parlez|mentionne|mentionnez|revele|revelez) (?:\w+ ){0,3}a l'utilisateur|\bnon (?:dire|dirlo|informare|rivelare|menzionare) (?:\w+ ){0,2}(?:all')?utente|\bnao (?:diga|conte|informe|revele|mencione) (?:\w+ ){0,2}a?o usuario|\b(?:vertel|zeg) (?:\w+ ){0,2}niet aan de gebruiker|не (?:говори|говорите|сообщай|сообщайте)(?: об этом)? пользователю|ユーザーに(?:は)?(?:言わないで|教えないで|伝えないで|知らせないで)|사용자에게 (?:말하지|알리지)",
        ),
        (
            Topic::Leak,
            Action::Quarantine,
            reveal,
            r"\b(?:zeige?|gib|geben sie|nenne|verrate|drucke|wiederhole|muestra|muestrame|revela|imprime|repite|dime|montre|montrez|affiche|affichez|revelez|repete|repetez|mostra|mostrami|rivela|stampa|ripeti|mostre|revele|imprima|repita|toon|onthul|herhaal)\b[^.!?\n]{0,50}\b(?:system-?prompts?|prompt-?texte?s?|system(?:anweisung|nachricht)\w*|(?:deine|ihre) (?:anweisungen|instruktionen)|(?:tus|sus) instrucciones|prompt del sistema|instrucciones del sistema|(?:tes|vos) instructions|prompt systeme|instructions systeme|(?:tue|le tue) istruzioni|prompt di sistema|(?:suas|tuas) instrucoes|prompt do sistema|je instructies|systeemprompt)\b|(?:покажи|раскрой|выведи|повтори|покажите|раскройте)[^.!?\n]{0,60}(?:системн\S{1,8} (?:промпт|подсказк|инструкц)|свои инструкции|твои инструкции)|システムプロンプトを(?:表示|教え|出力|開示)|시스템 ?프롬프트를 (?:보여|출력|알려|공개)",
        ),
        (
            Topic::Person,
            Action::Flag,
            part,
            r"\bich (?:mochte|will),? dass (?:du|sie) (?:als|wie|eine? |so tu)|\bhandle als\b|\bagiere als\b|\bquiero que (?:actues|te comportes|hagas) como\b|\bactua como\b|\bje veux que (?:tu agisses|vous agissiez|tu joues|vous jouiez)\b|\bagis comme\b|\bagissez comme\b|\bvoglio che tu (?:agisca|faccia)\b|\bagisci come\b|\bquero que (?:voce|tu) (?:aja|atue|finja)\b|\baja como\b|\bik wil dat je (?:optreedt|doet|je gedraagt)\b|я хочу, чтобы (?:ты|вы) (?:действовал|вел|выступ|сыграл|притвор)|(?:действуй|веди себя|притворись) как|のように振る舞ってください|として行動してください|(?:처럼|인 척) 행동",
        ),
        (
            Topic::Address,
            Action::Quarantine,
            "words addressed to the machine that reads",
            r"\b(?:als|hallo|liebe|achtung) (?:ki|sprachmodell|ki-assistent|ki-modell)\b[^.!?\n]{0,60}\b(?:musst|mussen|sollst|sollen|bitte|ignorier)|\b(?:como|querida|atencion) (?:ia|modelo de lenguaje|asistente de ia)\b[^.!?\n]{0,60}\b(?:debes|debe|tienes que|por favor|ignora)|\b(?:en tant qu'|chere |attention )(?:ia|assistant ia|modele de langage)\b[^.!?\n]{0,60}\b(?:tu dois|vous devez|veuillez|ignore)|\b(?:come|attenzione|cara) (?:ia|modello linguistico|assistente ia)\b[^.!?\n]{0,60}\b(?:devi|deve|per favore|ignora)|\b(?:como|atencao|cara) (?:ia|modelo de linguagem|assistente de ia)\b[^.!?\n]{0,60}\b(?:deve|voce deve|por favor|ignore)",
        ),
        (
            Topic::Forget,
            Action::Quarantine,
            "an order to drop earlier instructions",
            r"\b(?:bisherigen?|vorherigen?|obigen?|fruheren?) (?:informationen|anweisungen|angaben|instruktionen|aufgaben)\b[^.!?\n]{0,60}\b(?:sind|waren) (?:nun |jetzt |ab sofort )?(?:irrelevant|ungultig|hinfallig|nichtig)|\b(?:lass|lassen sie|lasst) (?:\w+ ){0,3}(?:vorherigen?|bisherigen?|obigen?) \w+ hinter (?:dir|sich|euch)",
        ),
    ];
    let triggers = "ignor|vergiss|vergess|olvid|oubli|dimentica|esquec|desconsider|negeer|vergeet|игнориру|проигнориру|забудь|を無視|무시하고|잊고|du bist|ab jetzt|ab sofort|von nun an|a partir de|ahora eres|tu es|vous etes|d'ora in poi|ora sei|\
        agora voce|vanaf nu|je bent nu|с этого момента|теперь ты|今から|これから|지금부터|benutzer|nutzer|anwender|\
        usuario|utilisateur|utente|gebruiker|пользовател|ユーザー|사용자|prompt|systemanweisung|systemnachricht|\
        deine anweisungen|ihre anweisungen|deine instruktionen|tus instrucciones|sus instrucciones|\
        instrucciones del|tes instructions|vos instructions|instructions systeme|tue istruzioni|suas instrucoes|\
        tuas instrucoes|je instructies|промпт|инструкц|подсказк|プロンプト|프롬프트|ich mochte|ich will|handle als|\
        agiere als|quiero que|actua como|je veux que|agis comme|agissez comme|voglio che|agisci come|quero que|\
        aja como|ik wil dat|я хочу|действуй|веди себя|притворись|振る舞|行動して|행동|als ki|hallo ki|liebe ki|\
        achtung ki|sprachmodell|modelo de|modele de|modello linguistico|como ia|qu'ia|chere ia|attention ia|\
        come ia|cara ia|attenzione ia|atencion ia|atencao ia|querida ia|assistant ia|asistente de ia|\
        assistente ia|assistente de ia|bisherige|vorherige|obige|fruhere|hinter sich|hinter dir|hinter euch";
    Group {
        reach: REACH,
        script: Script::Any,
        triggers: words(triggers),
        patterns: table
            .into_iter()
            .map(|(topic, action, reason, pattern)| (topic, Pattern::new(action, reason, pattern)))
            .collect(),
    }
}

const LANGUAGES: [Language; 21] = [
    // German
    Language {
        verbs: "ignorier|vergiss|vergessen sie|vergesst|missachte|missachten sie|beachte nicht|beachten sie nicht|befolge nicht|befolgen sie nicht|uberschreibe|verwirf|verwerfen sie",
        earlier: "vorherig|vorig|bisherig|obig|oben|fruher|vorangegangen|vorhergehend|zuvor|alle|allen|samtliche|deine|ihre|ursprunglich|gegeben|system",
        orders: "anweisung|instruktion|befehl|regeln|vorgaben|angaben|aufgaben|aufforderung|prompt|ausfuhrung|informationen|kontext|richtlinie|eingaben|nachrichten",
        whole: "vergiss alles|vergessen sie alles|ignoriere alles|ignorieren sie alles|vergesst alles",
        sequence: Sequence::Either,
    },
    // French
    Language {
        verbs: "ignore|ignorer|ignorez|oublie|oubliez|oublier|neglige|negligez|ne tiens pas compte|ne tenez pas compte|ne tiens plus compte|fais abstraction|faites abstraction|ne suis plus|ne suivez plus|ne suivez pas",
        earlier: "precedent|anterieur|ci-dessus|toutes|tous|tes|vos|initial|avant|recu|systeme|donne",
        orders: "instruction|consigne|directive|ordre|regle|commande|message|prompt|texte|contexte|contenu",
        whole: "oublie tout|oubliez tout|ignore tout ce qui|ignorez tout ce qui",
        sequence: Sequence::VerbFirst,
    },
    // Spanish
    Language {
        verbs: "ignora|ignore|ignorad|ignorar|olvida|olvide|olvidate|olvidese|olvidar|descarta|descarte|haz caso omiso|haga caso omiso|no sigas|no siga|no hagas caso|omite|omita",
        earlier: "anterior|previ|arriba|todas|todos|tus|sus|original|inicial|recibid|sistema|dad",
        orders: "instruccion|indicacion|orden|regla|directriz|directrices|comando|mensaje|prompt|texto|contexto|contenido",
        whole: "olvida todo|olvide todo|olvidate de todo|ignora todo lo|ignore todo lo",
        sequence: Sequence::VerbFirst,
    },
    // Italian
    Language {
        verbs: "ignora|ignori|ignorate|ignorare|dimentica|dimentichi|dimenticate|dimenticare|trascura|non seguire|non tenere conto|non considerare",
        earlier: "precedent|anterior|sopra|tutte|tutti|tue|tuoi|vostr|original|inizial|ricevut|sistema|fornit",
        orders: "istruzion|indicazion|ordin|regol|direttiv|comand|messagg|prompt|testo|contesto|contenut",
        whole: "dimentica tutto|dimenticate tutto|ignora tutto cio|ignora quanto sopra",
        sequence: Sequence::VerbFirst,
    },
    // Portuguese
    Language {
        verbs: "ignora|ignore|ignorem|ignorar|esqueca|esquece|esquecer|esquecam|desconsidere|desconsidera|desconsiderar|descarte|nao siga|nao sigas",
        earlier: "anterior|previ|acima|todas|todos|suas|seus|tuas|original|originais|inicia|recebid|sistema|dad",
        orders: "instruc|indicac|ordem|ordens|regra|diretriz|diretrizes|comando|mensage|prompt|texto|contexto|conteudo",
        whole: "esqueca tudo|esquece tudo|ignore tudo|desconsidere tudo",
        sequence: Sequence::VerbFirst,
    },
    // Dutch
    Language {
        verbs: "negeer|negeren|vergeet|sla geen acht op|volg niet|let niet op|laat varen",
        earlier: "vorige|voorgaande|eerdere|bovenstaande|hierboven|alle|je|jouw|uw|oorspronkelijke|gegeven",
        orders: "instructie|aanwijzing|opdracht|regels|richtlijn|bevel|commando|prompt|tekst|context|berichten",
        whole: "vergeet alles|negeer alles",
        sequence: Sequence::Either,
    },
    // Polish
    Language {
        verbs: "zignoruj|ignoruj|zapomnij|pomin|nie przestrzegaj|odrzuc",
        earlier: "poprzedni|wczesniej|powyzsz|wszystki|swoich|twoich|dotychczas|pierwotn",
        orders: "instrukcj|polecen|polecenia|wytyczn|zasad|regul|rozkaz|wiadomosc|prompt|tekst|kontekst",
        whole: "zapomnij o wszystkim|zapomnij wszystko|zignoruj wszystko",
        sequence: Sequence::VerbFirst,
    },
    // Croatian, Serbian, Bosnian
    Language {
        verbs: "zaboravi|zaboravite|zanemari|zanemarite|ignorisi|ignoriraj",
        earlier: "prethodn|ranij|gore|sve|sva|svoje|tvoje|vase",
        orders: "instrukcij|uput|naredb|pravil|poruk|nalog",
        whole: "zaboravi sve|zaboravite sve",
        sequence: Sequence::VerbFirst,
    },
    // Russian
    Language {
        verbs: "игнорируй|игнорируйте|проигнорируй|игнорировать|забудь|забудьте|забыть|не обращай внимания|не обращайте внимания|не следуй|не следуйте|отбрось|отбросьте|пренебреги",
        earlier: "предыдущ|прежн|выше|все |всех|всё|ранее|раньше|твои|свои|ваши|исходн|первоначальн|полученн|систем",
        orders: "инструкци|указани|команд|приказ|правил|сообщени|промпт|подсказк|текст|контекст|директив",
        whole: "забудь все|забудьте все|забудь обо всем|забудьте обо всем",
        sequence: Sequence::VerbFirst,
    },
    // Ukrainian
    Language {
        verbs: "ігноруй|ігноруйте|проігноруй|забудь|забудьте|не зважай|не зважайте",
        earlier: "попередн|вище|усі|всі|раніше|твої|свої|ваші",
        orders: "інструкці|вказівк|команд|наказ|правил|повідомлен|текст",
        whole: "забудь усе|забудь все|забудьте все",
        sequence: Sequence::VerbFirst,
    },
    // Turkish
    Language {
        verbs: "yok say|gormezden gel|goz ardi et|unut|dikkate alma|yoksay|ihmal et",
        earlier: "onceki|yukaridaki|tum|butun|sana verilen|size verilen|daha once|orijinal",
        orders: "talimat|komut|yonerge|kural|emir|emri|mesaj|metin|icerik|istem|prompt",
        whole: "her seyi unut",
        sequence: Sequence::VerbLast,
    },
    // Vietnamese
    Language {
        verbs: "quen|bo qua|phot lo|lo di|khong tuan theo|dung lam theo",
        earlier: "truoc|tren|tat ca|moi |cua ban|ban dau",
        orders: "huong dan|chi dan|chi thi|quy tac|lenh|yeu cau|tin nhan|noi dung",
        whole: "",
        sequence: Sequence::VerbFirst,
    },
    // Indonesian and Malay
    Language {
        verbs: "abaikan|lupakan|hiraukan|jangan ikuti|jangan patuhi|kesampingkan",
        earlier: "sebelum|di atas|semua|seluruh|anda|kamu|terdahulu|awal",
        orders: "instruksi|perintah|arahan|petunjuk|aturan|pesan|teks|konteks",
        whole: "lupakan semua yang|abaikan semua yang|lupakan semuanya",
        sequence: Sequence::VerbFirst,
    },
    // Tagalog
    Language {
        verbs: "kalimutan|balewalain|huwag pansinin|isantabi|ipagwalang-bahala|huwag sundin",
        earlier: "nauna|nakaraan|lahat|itaas|iyong|dating",
        orders: "tagubilin|utos|panuto|tuntunin|patakaran|instruksyon|mensahe|panuntunan",
        whole: "",
        sequence: Sequence::VerbFirst,
    },
    // Greek
    Language {
        verbs: "αγνοηστε|αγνοησε|ξεχαστε|ξεχασε|παραβλεψτε|μην ακολουθ",
        earlier: "προηγουμεν|παραπανω|ολες|ολα|αρχικ|σου|σας",
        orders: "οδηγι|εντολ|κανον|μηνυμα|κειμεν|προτροπ",
        whole: "ξεχαστε τα παντα|ξεχασε τα παντα",
        sequence: Sequence::VerbFirst,
    },
    // Hindi
    Language {
        verbs: "अनदेखा|अनदेखी|नजरअंदाज|नज़रअंदाज|भूल जा|उपेक्षा|ध्यान न दें|मत मान",
        earlier: "पिछले|पिछली|पहले|उपरोक्त|ऊपर|सभी|सारे|सब |आपके|आपको|पूर्व",
        orders: "निर्देश|आदेश|नियम|अनुदेश|हिदायत|सामग्री|संदेश|बताया|प्रॉम्प्ट",
        whole: "सब कुछ भूल जा|ऊपर को अनदेखा|ऊपर की अनदेखी|उपरोक्त को अनदेखा",
        sequence: Sequence::Either,
    },
    // Bengali
    Language {
        verbs: "উপেক্ষা|ভুলে যা|অগ্রাহ্য|এড়িয়ে যা",
        earlier: "পূর্ববর্তী|আগের|উপরের|সমস্ত|সকল|সব |আপনার|পূর্বের",
        orders: "নির্দেশ|আদেশ|নিয়ম|নির্দেশনা|বার্তা|বিষয়বস্তু",
        whole: "সবকিছু ভুলে যা",
        sequence: Sequence::VerbLast,
    },
    // Arabic
    Language {
        verbs: "تجاهل|انس |انسى|انسي|تغاض|لا تتبع|أهمل|اهمل",
        earlier: "السابق|أعلاه|اعلاه|جميع|كل |كافة|المذكور|الأصلي|قبل",
        orders: "تعليمات|التعليمات|أوامر|الأوامر|الاوامر|توجيهات|التوجيهات|القواعد|قواعد|الرسائل|النص|إرشادات|الإرشادات",
        whole: "انس كل|انسى كل|تجاهل كل ما",
        sequence: Sequence::VerbFirst,
    },
    // Thai
    Language {
        verbs: "เพิกเฉย|ละเว้น|ไม่ต้องสนใจ|อย่าสนใจ|ลืม|ละเลย|มองข้าม",
        earlier: "ก่อนหน้า|ข้างต้น|ด้านบน|ทั้งหมด|ทุก|เดิม|ที่ผ่านมา",
        orders: "คำสั่ง|คำแนะนำ|กฎ|ข้อความ|คําสั่ง|คําแนะนํา|เนื้อหา",
        whole: "",
        sequence: Sequence::VerbFirst,
    },
    // Japanese
    Language {
        verbs: "無視|忘れて|忘れろ|従わないで|破棄|無効に",
        earlier: "以前|これまで|上記|上述|前述|先ほど|今まで|すべて|全て|全ての|元の|上の|前の|あなたの",
        orders: "指示|命令|プロンプト|指令|ルール|規則|内容|文章|制約|設定|会話|テキスト",
        whole: "上記を無視|上記は無視|以上を無視|上記無視|全て忘れて|すべて忘れて",
        sequence: Sequence::VerbLast,
    },
    // Korean
    Language {
        verbs: "무시하|무시해|잊어|잊고|따르지 마|따르지 말",
        earlier: "이전|위의|앞의|앞선|지금까지|모든|기존|상기|위에|원래|너의|당신의",
        orders: "지시|명령|지침|프롬프트|규칙|내용|메시지|대화|설정|텍스트|말",
        whole: "모두 잊어|다 잊어|전부 잊어",
        sequence: Sequence::VerbLast,
    },
];
