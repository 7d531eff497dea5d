use assay_domain::Language;
use assay_gates::{EgressPolicy, PersonalKind, personal_data, redact};

use PersonalKind::{
    BankAccount, BankRouting, ChineseResident, DriverLicence, Email, HongKongIdentity, Iban,
    IpAddress, LicencePlate, Passport, PaymentCard, Phone, UkHealth, UkNationalInsurance,
    UsSocialSecurity, UsTaxpayer, Wallet,
};

/// Text with `«»` around what must be found, and the kinds in order.
const FOUND: &[(&str, &[PersonalKind])] = &[
    ("Card «4111 1111 1111 1111» was charged.", &[PaymentCard]),
    (
        "Pay with «5500-0000-0000-0004» or «3400 000000 00009».",
        &[PaymentCard, PaymentCard],
    ),
    ("number «4111111111111111»", &[PaymentCard]),
    ("my card «630427373398» is lost", &[PaymentCard]),
    ("银行卡«6222021234567890128»，请查收", &[PaymentCard]),
    ("wide «４１１１１１１１１１１１１１１１»", &[PaymentCard]),
    (
        "hidden «4111\u{200b}1111\u{200b}1111\u{200b}1111»",
        &[PaymentCard],
    ),
    ("bold «4111**1111**11111111» end", &[PaymentCard]),
    ("escaped «4111&#45;1111\\-1111-1111»", &[PaymentCard]),
    ("IBAN «GB82 WEST 1234 5698 7654 32».", &[Iban]),
    ("to «DE89370400440532013000» today", &[Iban]),
    ("iban «de89370400440532013000»", &[Iban]),
    ("Norway «NO9386011117947»", &[Iban]),
    ("SSN: «219-09-9999»", &[UsSocialSecurity]),
    (
        "social security number «219099999» on file",
        &[UsSocialSecurity],
    ),
    ("ITIN «912-70-1234»", &[UsTaxpayer]),
    ("routing number «021000021»", &[BankRouting]),
    ("Account number: «000123456789»", &[BankAccount]),
    ("账号：«1234567890123»", &[BankAccount]),
    ("NHS number «943 476 5919»", &[UkHealth]),
    ("National Insurance «AB123456C»", &[UkNationalInsurance]),
    ("ref «AB 12 34 56 C»", &[UkNationalInsurance]),
    ("身份证«11010519491231002X»。", &[ChineseResident]),
    ("号码 «440308199901101512» 有效", &[ChineseResident]),
    ("他的旧身份证是«110105491231002»", &[ChineseResident]),
    ("HKID «A123456(3)»", &[HongKongIdentity]),
    ("Passport No. «C01X00T47»", &[Passport]),
    ("护照号«E12345678»", &[Passport]),
    ("passport 9-digit «123456789»", &[Passport]),
    ("My driver's license number is «D1234567»", &[DriverLicence]),
    ("车牌«京A12345»的车辆", &[LicencePlate]),
    ("车牌号：«粤B·D12345»", &[LicencePlate]),
    ("车牌号：«粤B·12345»", &[LicencePlate]),
    ("Mail «jane.doe+x@mail.example.co.uk», please.", &[Email]),
    ("邮箱«zhang_san@example.cn»。", &[Email]),
    ("escaped «zhang\\_san@example.cn»", &[Email]),
    ("entity «jane&#64;example.com»", &[Email]),
    ("<«jane@example.com»>", &[Email]),
    ("call «+1 (415) 555-2671» now", &[Phone]),
    ("«+44 20 7946 0958»", &[Phone]),
    ("«(512) 516-8177»", &[Phone]),
    ("«512-516-8177»", &[Phone]),
    ("Phone: «467 3395»", &[Phone]),
    ("«416 60 039» office", &[Phone]),
    ("Fax: «9498777106»", &[Phone]),
    ("Desk: «986.291.2294x751»", &[Phone]),
    ("手机 «13800138000»", &[Phone]),
    ("确诊超 «13800138000» 166万例", &[Phone]),
    ("call me on «9472 7916»?", &[Phone]),
    ("my number is «01.84.17.61.18»", &[Phone]),
    ("请联系 «138-0013-8000» 。", &[Phone]),
    ("他的号码«13912345678»。", &[Phone]),
    ("电话：«010-62770334»", &[Phone]),
    ("from IP «81.2.69.142» at noon", &[IpAddress]),
    ("client_ip=«81.2.69.142»", &[IpAddress]),
    ("login from «2a02:898:146::b0a» seen", &[IpAddress]),
    ("«bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq»", &[Wallet]),
    (
        "my bitcoin wallet «1BoatSLRHtKNngkdXEeobR76b53LETtpyT»",
        &[Wallet],
    ),
    (
        "wallet «0x52908400098527886E0F7030069857D2E4169EE7»",
        &[Wallet],
    ),
    (
        "卡«6222021234567890128»、身份证«11010519491231002X»、手机«13800138000»",
        &[PaymentCard, ChineseResident, Phone],
    ),
];

/// What must pass: figures, dates, references, and numbers whose check digit or context is wrong.
const CLEAN: &[&str] = &[
    "Revenue rose to $97,690 million in 2024, from $96,773 million.",
    "The call option expires 2025-06-30; 2024 2023 2022",
    "Commission file number 001-34756, IRS employer no. 91-2197729",
    "Accession number 0001628280-25-003063",
    "Card 4111 1111 1111 1112 was charged.",
    "number 4111111111111112",
    "number 1234567890123456",
    "GB82 WEST 1234 5698 7654 33",
    "ISIN US88160R1014, CUSIP 88160R101, LEI 54930043XZGB27CTOV49",
    "219-09-9999",
    "SSN 666-12-3456, 000-12-3456, 912-12-3456",
    "routing number 021000022",
    "943 476 5919",
    "NHS number 943 476 5918",
    "身份证 11010519491231002 号",
    "身份证 110105194912310021",
    "统一社会信用代码 91110000802100433B",
    "营业收入13845678901元，净利润15987654321元",
    "| 营业收入 | 13845678901 |",
    "HKID A123456(4)",
    "passport holders numbered 12 in 2024",
    "京A12345 is a code",
    "version 10.0.19041.1 at address book",
    "IP 192.168.1.1, 10.0.0.1, 127.0.0.1 and 203.0.113.7",
    "section 4.2.1.3 of the agreement",
    "follow @tesla and a @ b, x@y, @.com",
    "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdr",
    "contract 0x52908400098527886E0F7030069857D2E4169EE7",
    "net loss of 1234567890 shares, 12345678 units",
    "On 1978-04-13 12:20:39 we called",
    "at 12:20:39 and 08:15:00",
    "grew +12.5% and +1,234,567",
    "0.123456789012345678, 3.14159265358979",
    "[redacted: phone number] 12 345 678",
    "Securities registered: file number 001-34756, employer 91-2197729",
    "The call prices are 102.375 101.250 100.125",
    "mobile revenue 2024 2023 2022",
    "Q4 2024 10-K, S3 bucket, H100 GPU, B200, 5G, 4680 cell",
];

#[test]
fn personal_data_is_found_where_it_stands() {
    for (marked, kinds) in FOUND {
        let text = marked.replace(['«', '»'], "");
        let found = personal_data(&text);
        let mut shown = String::new();
        let mut at = 0;
        for one in &found {
            shown.push_str(&text[at..one.start]);
            shown.push_str(&format!("«{}»", &text[one.start..one.end]));
            at = one.end;
        }
        shown.push_str(&text[at..]);
        assert_eq!(shown, *marked, "{found:?}");
        let found: Vec<PersonalKind> = found.iter().map(|one| one.kind).collect();
        assert_eq!(found, *kinds, "{marked}");
    }
}

#[test]
fn figures_and_wrong_check_digits_are_not_personal_data() {
    for text in CLEAN {
        assert_eq!(personal_data(text), [], "{text}");
    }
}

#[test]
fn every_kind_is_covered_and_has_a_name_in_both_languages() {
    for kind in PersonalKind::ALL {
        let covered = FOUND.iter().any(|(_, kinds)| kinds.contains(&kind));
        assert!(covered, "{kind:?} has no case");
        assert_ne!(kind.name(Language::En), kind.name(Language::Zh));
    }
}

#[test]
fn a_page_loses_its_personal_data_and_keeps_its_tags() {
    let page = "<p>Mail <a href=\"#s1\">jane&#64;example.com</a>, 手机13800138000</p>";
    for (language, expected) in [
        (
            Language::En,
            "<p>Mail <a href=\"#s1\">[redacted: e-mail address]</a>, 手机[redacted: phone number]</p>",
        ),
        (
            Language::Zh,
            "<p>Mail <a href=\"#s1\">［已隐去：电子邮箱］</a>, 手机［已隐去：电话号码］</p>",
        ),
    ] {
        let (clean, removed) = redact(page, language, &EgressPolicy::default());
        assert_eq!(clean, expected);
        assert_eq!(removed.len(), 2);
        let (again, removed) = redact(&clean, language, &EgressPolicy::default());
        assert_eq!((again.as_ref(), removed), (clean.as_ref(), Vec::new()));
    }
}
