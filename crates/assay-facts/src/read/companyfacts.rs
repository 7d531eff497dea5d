//! The SEC's companyfacts, read in one pass. `fy`, `fp` and `frame` are not looked at: the first
//! two belong to the filing, the third to its latest vintage.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use assay_domain::{Date, Decimal};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};
use serde_json::value::RawValue;

use crate::period::parse_date;
use crate::{Company, Fact, Period, Publisher, ReadError, Scope};

const WHAT: &str = "companyfacts";
const SOURCE: &str = "sec:companyfacts";

/// The company and every vintage of every fact.
pub fn read_companyfacts(bytes: &[u8]) -> Result<(Company, Vec<Fact>), ReadError> {
    let mut out = Sink::default();
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let (cik, name) = Document { out: &mut out }
        .deserialize(&mut json)
        .and_then(|read| json.end().map(|()| read))
        .map_err(|error| ReadError::json(WHAT, &error))?;
    if out.facts.is_empty() {
        return Err(ReadError::Empty { what: WHAT });
    }
    let company = Company {
        cik,
        ..Company::named(name)
    };
    Ok((company, out.facts))
}

#[derive(Default)]
struct Sink {
    facts: Vec<Fact>,
    texts: HashSet<Arc<str>>,
    source: Option<Arc<str>>,
}

impl Sink {
    fn text(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.texts.get(text) {
            return known.clone();
        }
        let new: Arc<str> = Arc::from(text);
        self.texts.insert(new.clone());
        new
    }

    fn source(&mut self) -> Arc<str> {
        self.source.get_or_insert_with(|| Arc::from(SOURCE)).clone()
    }
}

struct Document<'s> {
    out: &'s mut Sink,
}

impl<'de> DeserializeSeed<'de> for Document<'_> {
    type Value = (Option<u64>, String);

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Document<'_> {
    type Value = (Option<u64>, String);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with cik, entityName and facts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut cik, mut name, mut has_facts) = (None, None, false);
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            match &*key {
                "cik" => cik = map.next_value::<Cik>()?.0,
                "entityName" => name = Some(map.next_value::<String>()?),
                "facts" => {
                    has_facts = true;
                    map.next_value_seed(Level {
                        out: self.out,
                        depth: Depth::Taxonomies,
                    })?;
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        if !has_facts {
            return Err(de::Error::missing_field("facts"));
        }
        let name = name.ok_or_else(|| de::Error::missing_field("entityName"))?;
        Ok((cik, name))
    }
}

/// A number, or a number in a text.
struct Cik(Option<u64>);

impl<'de> Deserialize<'de> for Cik {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(from)?.get();
        Ok(Self(raw.trim_matches('"').parse().ok()))
    }
}

/// The maps below `facts`: taxonomies, their concepts, what a concept has, its units.
enum Depth {
    Taxonomies,
    Concepts { taxonomy: String },
    Concept { name: Arc<str> },
    Units { concept: Arc<str> },
}

struct Level<'s> {
    out: &'s mut Sink,
    depth: Depth,
}

impl<'de> DeserializeSeed<'de> for Level<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Level<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map of facts by taxonomy, concept and unit")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            let depth = match &self.depth {
                Depth::Taxonomies => Depth::Concepts {
                    taxonomy: key.into_owned(),
                },
                Depth::Concepts { taxonomy } => Depth::Concept {
                    name: Arc::from(format!("{taxonomy}:{key}")),
                },
                Depth::Concept { name } if key == "units" => Depth::Units {
                    concept: name.clone(),
                },
                Depth::Concept { .. } => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
                Depth::Units { concept } => {
                    let unit = self.out.text(&key);
                    map.next_value_seed(Facts {
                        out: &mut *self.out,
                        concept,
                        unit,
                    })?;
                    continue;
                }
            };
            map.next_value_seed(Level {
                out: &mut *self.out,
                depth,
            })?;
        }
        Ok(())
    }
}

struct Facts<'s> {
    out: &'s mut Sink,
    concept: &'s Arc<str>,
    unit: Arc<str>,
}

impl<'de> DeserializeSeed<'de> for Facts<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Facts<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of facts")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(raw) = seq.next_element::<RawFact<'de>>()? {
            // A value that was filed as nil says nothing.
            let text = raw.val.get();
            if text == "null" {
                continue;
            }
            let value = parse_number(text).ok_or_else(|| {
                de::Error::custom(format!("{}: the value {text} is no number", self.concept))
            })?;
            let fact = Fact {
                concept: self.concept.clone(),
                unit: self.unit.clone(),
                period: Period {
                    start: raw.start.map(|day| day.0),
                    end: raw.end.0,
                },
                value,
                form: self.out.text(&raw.form),
                accession: self.out.text(&raw.accn),
                filed: raw.filed.0,
                source: self.out.source(),
                publisher: Publisher::Filing,
                tier: Publisher::Filing.tier(),
                scope: Scope::Consolidated,
                decimals: None,
            };
            self.out.facts.push(fact);
        }
        Ok(())
    }
}

/// Exact, also where a number is written with an exponent.
pub(super) fn parse_number(text: &str) -> Option<Decimal> {
    text.parse()
        .ok()
        .or_else(|| Decimal::from_scientific(text).ok())
}

#[derive(Deserialize)]
struct RawFact<'a> {
    start: Option<Day>,
    end: Day,
    #[serde(borrow)]
    val: &'a RawValue,
    #[serde(borrow)]
    accn: Cow<'a, str>,
    #[serde(borrow)]
    form: Cow<'a, str>,
    filed: Day,
}

#[derive(Clone, Copy)]
struct Day(Date);

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Day;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a date such as 2024-10-27")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Day, E> {
                parse_date(text)
                    .map(Day)
                    .ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }
        from.deserialize_str(Text)
    }
}
