use super::*;

#[test]
fn a_wrong_value_and_a_wrong_key_say_what_is_right() {
    for (key, text, expected) in [
        (
            "run.concurrency",
            "many",
            "the setting run.concurrency cannot be `many`; it takes a whole number from 1 to 1000",
        ),
        (
            "run.concurency",
            "3",
            "there is no setting `run.concurency`; did you mean `run.concurrency`? `assay config` lists them all",
        ),
        (
            "language",
            "fr",
            "the setting language cannot be `fr`; it takes one of auto, en, zh",
        ),
        (
            "providers.mine.dialect",
            "odd",
            "the setting providers.mine.dialect cannot be `odd`; it takes one of openai, anthropic",
        ),
    ] {
        assert_eq!(check(key, text).unwrap_err().to_string(), expected);
    }
    assert!(check("budget.max_tokens", "").is_ok());
    assert!(check("run.concurrency", "").is_err());
}

#[test]
fn every_default_is_a_value_that_may_be_set() {
    for setting in SETTINGS {
        check(setting.key, setting.default).unwrap();
    }
    for setting in PROVIDER_SETTINGS {
        check(&format!("providers.x.{}", setting.key), setting.default).unwrap();
    }
}

#[test]
fn distances() {
    for (left, right, expected) in [
        ("", "", 0),
        ("abc", "abd", 1),
        ("abc", "", 3),
        ("kitten", "sitting", 3),
    ] {
        assert_eq!(distance(left, right), expected, "{left} {right}");
    }
}
