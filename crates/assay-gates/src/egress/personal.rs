//! Personal data by pattern: numbers with a check digit, a fixed format, or a word beside them that
//! says what they are. Names are not looked for.

mod checks;
mod context;
mod digits;
mod groups;
mod mixed;
mod network;
mod payment;
mod phone;

use std::ops::Range;

use assay_domain::Language;

use groups::{Group, Start};

use super::view::View;

/// A kind of personal data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PersonalKind {
    PaymentCard,
    Iban,
    BankAccount,
    BankRouting,
    UsSocialSecurity,
    UsTaxpayer,
    UkNationalInsurance,
    UkHealth,
    ChineseResident,
    HongKongIdentity,
    Passport,
    DriverLicence,
    LicencePlate,
    Email,
    Phone,
    IpAddress,
    Wallet,
}

impl PersonalKind {
    pub const ALL: [Self; 17] = [
        Self::PaymentCard,
        Self::Iban,
        Self::BankAccount,
        Self::BankRouting,
        Self::UsSocialSecurity,
        Self::UsTaxpayer,
        Self::UkNationalInsurance,
        Self::UkHealth,
        Self::ChineseResident,
        Self::HongKongIdentity,
        Self::Passport,
        Self::DriverLicence,
        Self::LicencePlate,
        Self::Email,
        Self::Phone,
        Self::IpAddress,
        Self::Wallet,
    ];

    pub fn name(self, language: Language) -> &'static str {
        let (english, chinese) = match self {
            Self::PaymentCard => ("payment card", "银行卡号"),
            Self::Iban => ("IBAN", "国际银行账号"),
            Self::BankAccount => ("bank account", "银行账号"),
            Self::BankRouting => ("bank routing number", "银行路由号"),
            Self::UsSocialSecurity => ("US social security number", "美国社会安全号"),
            Self::UsTaxpayer => ("US taxpayer number", "美国纳税人识别号"),
            Self::UkNationalInsurance => ("UK national insurance number", "英国国民保险号"),
            Self::UkHealth => ("UK health service number", "英国医疗服务号"),
            Self::ChineseResident => ("Chinese resident id", "居民身份证号"),
            Self::HongKongIdentity => ("Hong Kong identity card", "香港身份证号"),
            Self::Passport => ("passport", "护照号"),
            Self::DriverLicence => ("driving licence", "驾驶证号"),
            Self::LicencePlate => ("licence plate", "车牌号"),
            Self::Email => ("e-mail address", "电子邮箱"),
            Self::Phone => ("phone number", "电话号码"),
            Self::IpAddress => ("IP address", "IP 地址"),
            Self::Wallet => ("crypto wallet", "加密货币钱包地址"),
        };
        language.pick(english, chinese)
    }
}

/// Personal data at a place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Personal {
    pub kind: PersonalKind,
    /// Bytes, on character boundaries.
    pub start: usize,
    pub end: usize,
}

/// Personal data in a Markdown or plain text, in text order and apart from each other.
pub fn personal_data(text: &str) -> Vec<Personal> {
    let view = View::of(text);
    let found = in_view(&view.text).into_iter();
    found
        .map(|found| {
            let range = view.original(&(found.start..found.end));
            Personal {
                kind: found.kind,
                start: range.start,
                end: range.end,
            }
        })
        .collect()
}

/// The same over a text that is already as its reader sees it.
pub(crate) fn in_view(text: &str) -> Vec<Personal> {
    let mut found = network::emails(text);
    let mut at = 0;
    let mut group = Group::default();
    while let Some(start) = groups::next_start(text, at) {
        let hits = match start {
            Start::Digits(first) => {
                group.read(text, first);
                at = group.end();
                digits::check(text, &group)
            }
            Start::Mixed(token) => {
                at = token.end;
                mixed::check(text, &token).into_iter().collect()
            }
        };
        for (kind, range) in hits {
            at = at.max(range.end);
            found.push(Personal {
                kind,
                start: range.start,
                end: range.end,
            });
        }
    }
    found.extend(network::ipv6(text));
    apart(found)
}

/// What overlaps an earlier or longer find is dropped.
fn apart(mut found: Vec<Personal>) -> Vec<Personal> {
    found.sort_by_key(|one| (one.start, usize::MAX - one.end, one.kind));
    let mut end = 0;
    found.retain(|one| {
        let is_apart = one.start >= end;
        if is_apart {
            end = one.end;
        }
        is_apart
    });
    found
}

type Hit = (PersonalKind, Range<usize>);
