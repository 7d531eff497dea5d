//! False figures, planted where a thesis has true ones.

use assay_appraisal::{Part, Style, Thesis, Tripwire, is_printed};
use assay_domain::Decimal;
use assay_facts::DataPackage;

/// What a seed changes.
const WAYS: u64 = 12;
/// The first way that changes what is watched; those before change sentences.
const OF_OUTLOOK: u64 = 8;

/// A thesis with one thing wrong, and what it is. `None` where this seed finds nothing to change.
pub(crate) fn plant(thesis: &Thesis, package: &DataPackage, seed: u64) -> Option<(Thesis, String)> {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut planted = thesis.clone();
    let way = random.below(WAYS);
    if way >= OF_OUTLOOK {
        let what = in_outlook(&mut planted, way - OF_OUTLOOK, &mut random)?;
        return Some((planted, what));
    }
    let places = places(&planted, way);
    let at = usize::try_from(random.below(u64::try_from(places.len()).ok()?)).ok()?;
    let place = places.get(at)?;
    let part = part_at(&mut planted, *place)?;
    let before = format!("{part:?}");
    match part {
        Part::Figure { text, id } => match way {
            0 | 1 => *text = other_digit(text, &mut random)?,
            2 => *text = other_scale(text)?,
            3 => *text = other_sign(text),
            4 => *id = other_point(id, text, package, &mut random)?,
            _ => *id = format!("{id}0"),
        },
        Part::Text { text } if way == 6 => text.push_str(" 17.3%"),
        Part::Text { text } => *text = other_digit(text, &mut random)?,
        Part::Cite { .. } => return None,
    }
    let after = part_at(&mut planted, *place).map(|part| format!("{part:?}"))?;
    Some((planted, format!("{before} became {after}")))
}

/// Changes a hypothesis or the threshold of a tripwire.
fn in_outlook(thesis: &mut Thesis, way: u64, random: &mut Random) -> Option<String> {
    if way < 2 {
        let mut wires: Vec<&mut Tripwire> = thesis
            .claims
            .iter_mut()
            .filter_map(|claim| claim.wrong_if.as_mut())
            .collect();
        let at = usize::try_from(random.below(u64::try_from(wires.len()).ok()?)).ok()?;
        let wire = wires.get_mut(at)?;
        let before = format!("{wire:?}");
        if way == 0 {
            wire.threshold = -wire.threshold - Decimal::ONE;
        } else {
            wire.metric.push_str("_of_another");
        }
        return Some(format!("{before} became {wire:?}"));
    }
    let hypotheses = &mut thesis.hypotheses;
    let at = usize::try_from(random.below(u64::try_from(hypotheses.len()).ok()?)).ok()?;
    let one = hypotheses.get_mut(at)?;
    let before = format!("{one:?}");
    let mut texts: Vec<&mut String> = vec![&mut one.statement];
    texts.extend(&mut one.verification_needed);
    for trigger in &mut one.monitoring_triggers {
        texts.extend([&mut trigger.event, &mut trigger.action]);
    }
    if way == 2 {
        texts.retain(|text| text.contains(|c: char| c.is_ascii_digit()));
    }
    let at = usize::try_from(random.below(u64::try_from(texts.len()).ok()?)).ok()?;
    let text = texts.get_mut(at)?;
    **text = if way == 2 {
        other_digit(text, random)?
    } else {
        format!("{text} 17.3%")
    };
    Some(format!("{before} became {one:?}"))
}

#[derive(Clone, Copy)]
struct Place {
    /// 0 a claim, 1 a mechanism, 2 a driver.
    list: usize,
    item: usize,
    part: usize,
}

/// Where this way of changing applies: figures, or words with a digit, or any words.
fn places(thesis: &Thesis, way: u64) -> Vec<Place> {
    let lists: [Vec<&Vec<Part>>; 3] = [
        thesis.claims.iter().map(|claim| &claim.text).collect(),
        thesis.mechanisms.iter().map(|one| &one.text).collect(),
        thesis.drivers.iter().map(|one| &one.description).collect(),
    ];
    let mut found = Vec::new();
    for (list, items) in lists.iter().enumerate() {
        for (item, parts) in items.iter().enumerate() {
            for (part, piece) in parts.iter().enumerate() {
                let fits = match piece {
                    Part::Figure { .. } => way < 6,
                    Part::Text { text } => {
                        way == 6 || (way == 7 && text.contains(|c: char| c.is_ascii_digit()))
                    }
                    Part::Cite { .. } => false,
                };
                if fits {
                    found.push(Place { list, item, part });
                }
            }
        }
    }
    found
}

fn part_at(thesis: &mut Thesis, place: Place) -> Option<&mut Part> {
    let parts = match place.list {
        0 => &mut thesis.claims.get_mut(place.item)?.text,
        1 => &mut thesis.mechanisms.get_mut(place.item)?.text,
        _ => &mut thesis.drivers.get_mut(place.item)?.description,
    };
    parts.get_mut(place.part)
}

fn other_digit(text: &str, random: &mut Random) -> Option<String> {
    let digits: Vec<(usize, char)> = text
        .char_indices()
        .filter(|(_, c)| c.is_ascii_digit())
        .collect();
    let at = usize::try_from(random.below(u64::try_from(digits.len()).ok()?)).ok()?;
    let (start, digit) = *digits.get(at)?;
    let moved = (u64::from(digit.to_digit(10)?) + 1 + random.below(9)) % 10;
    let mut changed = text.to_owned();
    changed.replace_range(start..=start, &moved.to_string());
    Some(changed)
}

fn other_scale(text: &str) -> Option<String> {
    let swaps = [
        ("trillion", "billion"),
        ("billion", "million"),
        ("million", "billion"),
        ("万亿", "亿"),
        ("亿", "百万"),
        ("百万", "亿"),
        ("个百分点", "%"),
        ("percentage points", "%"),
        ("%", " percentage points"),
        ("times", "%"),
        ("倍", "%"),
    ];
    let (from, to) = swaps.iter().find(|(from, _)| text.contains(from))?;
    Some(text.replacen(from, to, 1))
}

fn other_sign(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(rest) => rest.to_owned(),
        None => format!("-{}", text.trim_start_matches('+')),
    }
}

/// Another point of the package that the same text does not state.
fn other_point(id: &str, text: &str, package: &DataPackage, random: &mut Random) -> Option<String> {
    let points = &package.data_points;
    for _ in 0..20 {
        let at = usize::try_from(random.below(u64::try_from(points.len()).ok()?)).ok()?;
        let point = points.get(at)?;
        let states = is_printed(text, point.value, &Style::of_point(point));
        if point.id != id && !states {
            return Some(point.id.clone());
        }
    }
    None
}

/// A generator that gives the same numbers for the same seed on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound.max(1)
    }
}
