use std::collections::BTreeMap;

use assay_gates::{
    ConfiguredSecret, EgressDecision, EgressPolicy, EgressVerdict, OfRun, Outgoing, OutputKind,
    egress, secret_shapes, secrets,
};

/// A key of a shape, its letters drawn by a small generator so that each row gets its own.
fn sample(shape: &str, seed: u64) -> String {
    let mut state = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(99);
    let mut key = String::new();
    let mut rest = shape;
    while let Some((text, run)) = rest.split_once('{') {
        key.push_str(text);
        let (run, after) = run.split_once('}').expect("a closing brace");
        let (class, bounds) = run.split_at(1);
        let least = bounds.split('-').next().expect("a bound");
        let alphabet: Vec<char> = match class {
            "d" => ('0'..='9').collect(),
            "h" => ('0'..='9').chain('a'..='f').collect(),
            "H" => ('0'..='9').chain('A'..='F').collect(),
            "l" => ('a'..='z').chain('A'..='Z').collect(),
            "a" => ('0'..='9').chain('a'..='z').collect(),
            "U" => ('0'..='9').chain('A'..='Z').collect(),
            "k" => ('2'..='7').chain('A'..='Z').collect(),
            _ => ('0'..='9').chain('a'..='z').chain('A'..='Z').collect(),
        };
        for _ in 0..least.parse::<usize>().expect("a number") {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            key.push(alphabet[(state >> 33) as usize % alphabet.len()]);
        }
        rest = after;
    }
    key + rest
}

#[test]
fn every_published_format_is_found_in_every_setting() {
    let mut kinds = BTreeMap::new();
    for (seed, shape) in (1..).zip(secret_shapes()) {
        let key = sample(shape.shape, seed);
        let settings = match shape.service {
            None => vec![
                format!("the key is {key}."),
                format!("key=\"{key}\""),
                format!("`{key}`"),
                format!("密钥为{key}，请保密"),
                format!("| a | {key} |"),
                key.clone(),
            ],
            Some(service) => vec![
                format!("{service}_api_key = \"{key}\""),
                format!("{}_TOKEN={key}", service.to_uppercase()),
                format!("\"{service}\": \"{key}\""),
            ],
        };
        for text in settings {
            let found = secrets(&text);
            let start = text.find(&key).expect("the key");
            let is_found =
                |one: &assay_gates::SecretFinding| one.start < start + key.len() && start < one.end;
            assert!(
                found.iter().any(is_found),
                "{}: {text}: {found:?}",
                shape.name
            );
        }
        *kinds.entry(shape.name).or_insert(0) += 1;
    }
    assert!(kinds.len() >= 222, "{} kinds", kinds.len());
}

#[test]
fn secrets_by_form_are_found() {
    for text in [
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEow",
        "-----BEGIN OPENSSH PRIVATE KEY-----",
        "-----BEGIN PGP PRIVATE KEY BLOCK-----",
        "PuTTY-User-Key-File-3: ssh-ed25519",
        "postgres://admin:s3cr3tpw@db.example/prod",
        "mongodb+srv://u:pa55word@cluster.example",
        "Authorization: Bearer 8f14e45fceea167a5a36dedd4bea2543",
        "Authorization: Basic YWRtaW46aHVudGVyMg==",
        "curl -u admin:hunter2x https://x.example",
        "password = \"Tr0ub4dor&3\"",
        "密码：Xk29fhQ7z1",
        "the password is Xk29fhQ7z1",
        "client_secret: 9fQx27LmPz0aRt5WvY31",
        "API_KEY=9fQx27LmPz0aRt5WvY31",
        "<add key=\"Password\" value=\"longpassword\" />",
        "kind: Secret\ndata:\n  login: c3VwZXJzZWNyZXQ=\n",
    ] {
        assert_eq!(secrets(text).len(), 1, "{text}: {:?}", secrets(text));
    }
}

#[test]
fn ordinary_words_about_keys_are_no_secrets() {
    for text in [
        "The key driver: revenue growth of 12.5% in 2024.",
        "Token economics: 1,000,000 tokens were issued on 2024-01-31.",
        "Our password policy: at least twelve characters.",
        "Secret of success: focus.",
        "AKIAXXXXXXXXXXXXXXXX",
        "sk_live_xxxxxxxxxxxxxxxxxxxxxxxx",
        "ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "password = ${DB_PASSWORD}",
        "api_key: your-api-key-here",
        "https://user@example.com/path",
        "basic earnings per share and bearer instruments",
        "关键词：收入增长",
        "密码学与令牌经济",
        "the linear trend: 3.2 per year",
        "commit 356a192b7913b04c54574d18c28d46e6395428ab",
        "Exhibit 10.1: Credit Agreement",
        "(access key: see Note 12)",
    ] {
        assert_eq!(secrets(text), [], "{text}");
    }
}

const CANARY: &str = "kX9-fj_27Qz!mL4pR8tW";

fn judged(text: &str) -> EgressDecision {
    let secrets = [
        ConfiguredSecret {
            name: "TAVILY_API_KEY",
            value: CANARY,
        },
        ConfiguredSecret {
            name: "short",
            value: "a-1",
        },
        ConfiguredSecret {
            name: "empty",
            value: "",
        },
    ];
    let output = Outgoing {
        kind: OutputKind::ToolReply,
        text,
        language: assay_domain::Language::En,
        disclaimer_required: false,
        run: OfRun::NONE,
        configured_secrets: &secrets,
    };
    egress(&output, &EgressPolicy::default())
}

#[test]
fn a_configured_secret_is_blocked_in_every_disguise_and_never_repeated() {
    let spaced: String = CANARY.chars().flat_map(|c| [c, ' ']).collect();
    let reversed: String = CANARY.chars().rev().collect();
    let hex: String = CANARY.bytes().map(|b| format!("{b:02x}")).collect();
    let colons: Vec<String> = CANARY.bytes().map(|b| format!("{b:02X}")).collect();
    let percent: String = CANARY.bytes().map(|b| format!("%{b:02X}")).collect();
    let escapes: String = CANARY.bytes().map(|b| format!("\\x{b:02x}")).collect();
    let unicode: String = CANARY.bytes().map(|b| format!("\\u{b:04x}")).collect();
    let entities: String = CANARY.bytes().map(|b| format!("&#{b};")).collect();
    let lines: String = CANARY.chars().map(|c| format!("- {c}\n")).collect();
    for text in [
        CANARY.to_owned(),
        format!("x{CANARY}y"),
        CANARY.to_lowercase(),
        CANARY.replace('-', "%2D"),
        CANARY.replace('_', "\\_"),
        CANARY.replace('f', "<b></b>f"),
        CANARY.replace('f', "\u{200b}f"),
        CANARY.replace('f', "<!-- x -->f"),
        format!("[a](https://x.example/?q={CANARY})"),
        format!("![a](https://x.example/{CANARY}.png)"),
        format!("[a]: https://x.example/{CANARY}"),
        // kX9-fj_27Qz!mL4pR8tW at the three places a base 64 quartet can begin
        "a1g5LWZqXzI3UXohbUw0cFI4dFc=".to_owned(),
        "eGtYOS1mal8yN1F6IW1MNHBSOHRX".to_owned(),
        "eHhrWDktZmpfMjdReiFtTDRwUjh0Vw==".to_owned(),
        "a1g5LWZq\nXzI3UXoh\nbUw0cFI4dFc=".to_owned(),
        spaced,
        reversed,
        hex,
        colons.join(":"),
        percent,
        escapes,
        unicode,
        entities,
        lines,
    ] {
        let decision = judged(&text);
        assert_eq!(decision.verdict, EgressVerdict::Blocked, "{text}");
        assert_eq!(decision.text, None);
        let ours = decision.blocked.iter().find(|one| one.rule == "G-103");
        let ours = ours.unwrap_or_else(|| panic!("{text}: {:?}", decision.blocked));
        assert!(ours.reason.contains("TAVILY_API_KEY"), "{}", ours.reason);
        assert!(!ours.reason.contains("kX9"), "{}", ours.reason);
        if let Some((start, end)) = ours.span {
            assert!(text.get(start..end).is_some(), "{text}");
        }
    }
    for text in ["kX9 and fj", "revenue rose", "A 1 and a1"] {
        assert_eq!(judged(text).verdict, EgressVerdict::Safe, "{text}");
    }
    assert_eq!(judged("the code is a-1.").verdict, EgressVerdict::Blocked);
}

#[test]
fn a_secret_in_chinese_is_found_whole() {
    let secrets = [ConfiguredSecret {
        name: "passphrase",
        value: "春眠不觉晓处处闻啼鸟",
    }];
    let text = "诗云：春眠 不觉晓，处处闻 啼鸟。";
    let output = Outgoing {
        kind: OutputKind::ToolReply,
        text,
        language: assay_domain::Language::Zh,
        disclaimer_required: false,
        run: OfRun::NONE,
        configured_secrets: &secrets,
    };
    let decision = egress(&output, &EgressPolicy::default());
    let (start, end) = decision.blocked[0].span.expect("a place");
    assert_eq!(&text[start..end], "春眠 不觉晓，处处闻 啼鸟");
}

#[test]
fn a_printed_secret_shows_its_name_alone() {
    let secret = ConfiguredSecret {
        name: "KEY",
        value: CANARY,
    };
    assert!(!format!("{secret:?}").contains(CANARY));
}
