/// What style declarations say about an element, as far as it decides whether its text can be seen.
/// `None` is nothing said.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Look {
    is_displayed: Option<bool>,
    pub(super) is_visible: Option<bool>,
    is_opaque: Option<bool>,
    is_positioned: Option<bool>,
    is_far_off: Option<bool>,
    is_indented_away: Option<bool>,
    is_clipped: Option<bool>,
    has_no_extent: Option<bool>,
    cuts_overflow: Option<bool>,
    pub(super) is_tiny: Option<bool>,
    pub(super) is_bold: Option<bool>,
    pub(super) color: Option<Paint>,
    pub(super) background: Option<Paint>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    /// Red, green, blue and how much it covers what is behind it.
    Color(u8, u8, u8, u8),
    /// Lets through what is behind it.
    None,
    /// A picture, a gradient, a name that is defined elsewhere.
    Unknown,
}

/// Type of at most this many pixels cannot be read.
const TINY_PIXELS: f32 = 1.5;
/// Further left or above than this is off every screen.
const FAR_PIXELS: f32 = -400.0;
/// Fainter than this cannot be seen.
const FAINT: f32 = 0.06;
/// Colours this near to each other in each channel cannot be told apart.
const SAME_COLOR: u8 = 8;

impl Look {
    /// From `name: value; name: value`.
    pub(super) fn of(declarations: &str) -> Self {
        let mut look = Self::default();
        for declaration in declarations.split(';') {
            if let Some((name, value)) = declaration.split_once(':') {
                look.declare(name.trim(), value);
            }
        }
        look
    }

    pub(super) fn says_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// What `other` says replaces what was said before.
    pub(super) fn overlay(&mut self, other: &Self) {
        fn take<T: Copy>(mine: &mut Option<T>, theirs: Option<T>) {
            *mine = theirs.or(*mine);
        }
        take(&mut self.is_displayed, other.is_displayed);
        take(&mut self.is_visible, other.is_visible);
        take(&mut self.is_opaque, other.is_opaque);
        take(&mut self.is_positioned, other.is_positioned);
        take(&mut self.is_far_off, other.is_far_off);
        take(&mut self.is_indented_away, other.is_indented_away);
        take(&mut self.is_clipped, other.is_clipped);
        take(&mut self.has_no_extent, other.has_no_extent);
        take(&mut self.cuts_overflow, other.cuts_overflow);
        take(&mut self.is_tiny, other.is_tiny);
        take(&mut self.is_bold, other.is_bold);
        take(&mut self.color, other.color);
        take(&mut self.background, other.background);
    }

    /// Nothing inside the element can be seen, whatever is said about it.
    pub(super) fn removes_all(&self) -> bool {
        let says = |property: Option<bool>| property == Some(true);
        self.is_displayed == Some(false)
            || self.is_opaque == Some(false)
            || says(self.is_positioned) && (says(self.is_far_off) || says(self.is_clipped))
            || says(self.is_indented_away)
            || says(self.has_no_extent) && says(self.cuts_overflow)
    }

    fn declare(&mut self, name: &str, value: &str) {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        // The commonest names of filings come first and are turned away by their length.
        match name.len() {
            3 if is("top") => self.offset(value),
            4 if is("left") => self.offset(value),
            4 if is("clip") => self.is_clipped = Some(is_clip(&plain(value))),
            5 if is("right") => self.offset(value),
            5 if is("color") => self.color = Some(Paint::of(&plain(value))),
            5 | 9 if is("width") || is("max-width") => self.extent(value),
            6 if is("bottom") => self.offset(value),
            6 | 10 if is("height") || is("max-height") => self.extent(value),
            7 if is("display") => self.is_displayed = Some(plain(value) != "none"),
            7 if is("opacity") => {
                let opacity = number(&plain(value)).unwrap_or(1.0);
                self.is_opaque = Some(opacity > FAINT);
            }
            8 if is("position") => {
                let value = plain(value);
                self.is_positioned = Some(matches!(value.as_str(), "absolute" | "fixed"));
            }
            8 if is("overflow") => {
                self.cuts_overflow = Some(matches!(plain(value).as_str(), "hidden" | "clip"));
            }
            9 if is("font-size") => self.font_size(&plain(value)),
            9 if is("clip-path") => self.is_clipped = Some(is_clip(&plain(value))),
            9 if is("transform") => {
                let value = plain(value);
                let shrinks = value.contains("scale(0)") || value.contains("scale(0,");
                self.is_opaque = Some(!shrinks).filter(|opaque| !opaque).or(self.is_opaque);
            }
            10 if is("background") => self.background = Some(Paint::of_background(&plain(value))),
            10 if is("visibility") => {
                self.is_visible = Some(!matches!(plain(value).as_str(), "hidden" | "collapse"));
            }
            11 if is("font-weight") => {
                let value = plain(value);
                let weight = value.parse().unwrap_or(400);
                self.is_bold = Some(matches!(value.as_str(), "bold" | "bolder") || weight >= 600);
            }
            11 if is("margin-left") => self.indent(value),
            11 if is("text-indent") => self.indent(value),
            16 if is("background-color") => self.background = Some(Paint::of(&plain(value))),
            16 if is("background-image") && plain(value) != "none" => {
                self.background = Some(Paint::Unknown);
            }
            _ => {}
        }
    }

    fn offset(&mut self, value: &str) {
        if pixels(&plain(value)).is_some_and(|offset| offset <= FAR_PIXELS) {
            self.is_far_off = Some(true);
        }
    }

    fn indent(&mut self, value: &str) {
        if let Some(indent) = pixels(&plain(value)) {
            self.is_indented_away = Some(indent <= FAR_PIXELS);
        }
    }

    fn extent(&mut self, value: &str) {
        if pixels(&plain(value)).is_some_and(|extent| extent <= 1.0) {
            self.has_no_extent = Some(true);
        }
    }

    fn font_size(&mut self, value: &str) {
        let size = number(value);
        let is_relative = value.ends_with('%') || value.ends_with("em") && !value.ends_with("rem");
        self.is_tiny = match pixels(value) {
            Some(size) if is_relative => (size <= TINY_PIXELS).then_some(true),
            Some(size) => Some(size <= TINY_PIXELS),
            None if size.is_none() && value != "inherit" => Some(false),
            None => None,
        };
    }
}

impl Paint {
    pub(super) fn of(value: &str) -> Self {
        let value = value.trim();
        if let Some(hex) = value.strip_prefix('#') {
            return Self::of_hex(hex).unwrap_or(Self::Unknown);
        }
        if let Some((function, arguments)) = value.split_once('(')
            && matches!(function, "rgb" | "rgba")
        {
            return Self::of_parts(arguments.trim_end_matches(')')).unwrap_or(Self::Unknown);
        }
        let named = NAMED.iter().find(|(name, _)| *name == value);
        match value {
            "transparent" => Self::None,
            _ => named.map_or(Self::Unknown, |(_, (r, g, b))| Self::solid(*r, *g, *b)),
        }
    }

    /// The colour of the shorthand `background`, which may say more.
    fn of_background(value: &str) -> Self {
        if value.contains("url(") || value.contains("gradient(") {
            return Self::Unknown;
        }
        if value == "none" {
            return Self::None;
        }
        if value.starts_with("rgb") {
            return Self::of(value);
        }
        let words = value.split(' ').map(Self::of);
        let mut known = words.filter(|paint| *paint != Self::Unknown);
        known.next().unwrap_or(Self::Unknown)
    }

    pub(super) const fn solid(red: u8, green: u8, blue: u8) -> Self {
        Self::Color(red, green, blue, u8::MAX)
    }

    fn of_hex(hex: &str) -> Option<Self> {
        let digits: Vec<u8> = hex
            .chars()
            .map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
            .collect::<Option<_>>()?;
        match *digits.as_slice() {
            [r, g, b] => Some(Self::solid(r * 17, g * 17, b * 17)),
            [r, g, b, a] => Some(Self::Color(r * 17, g * 17, b * 17, a * 17)),
            [r1, r2, g1, g2, b1, b2] => Some(Self::solid(r1 * 16 + r2, g1 * 16 + g2, b1 * 16 + b2)),
            [r1, r2, g1, g2, b1, b2, a1, a2] => Some(Self::Color(
                r1 * 16 + r2,
                g1 * 16 + g2,
                b1 * 16 + b2,
                a1 * 16 + a2,
            )),
            _ => None,
        }
    }

    fn of_parts(arguments: &str) -> Option<Self> {
        let parts: Vec<&str> = arguments
            .split([',', ' ', '/'])
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .collect();
        let alpha = match parts.get(3) {
            None => 1.0,
            Some(alpha) if alpha.ends_with('%') => number(alpha)? / 100.0,
            Some(alpha) => number(alpha)?,
        };
        let channel = |place: usize| parts.get(place)?.parse::<u8>().ok();
        let alpha = (alpha.clamp(0.0, 1.0) * 255.0) as u8;
        Some(Self::Color(channel(0)?, channel(1)?, channel(2)?, alpha))
    }

    /// What is seen where this lies over something else.
    pub(super) fn over(self, below: Self) -> Self {
        match (self, below) {
            (Self::None, _) => below,
            (Self::Color(.., u8::MAX), _) => self,
            (Self::Color(r, g, b, a), Self::Color(below_r, below_g, below_b, below_a)) => {
                let mixed = |above: u8, below: u8| {
                    let (above, below, a) = (u32::from(above), u32::from(below), u32::from(a));
                    let mixed = (above * a + below * (255 - a)) / 255;
                    u8::try_from(mixed).unwrap_or(u8::MAX)
                };
                Self::Color(
                    mixed(r, below_r),
                    mixed(g, below_g),
                    mixed(b, below_b),
                    below_a,
                )
            }
            _ => Self::Unknown,
        }
    }

    /// Whether text of this colour cannot be seen on `background`.
    pub(super) fn vanishes_on(self, background: Self) -> bool {
        match (self.over(background), background) {
            (Self::Color(r, g, b, _), Self::Color(back_r, back_g, back_b, _)) => {
                [(r, back_r), (g, back_g), (b, back_b)]
                    .iter()
                    .all(|(one, other)| one.abs_diff(*other) <= SAME_COLOR)
            }
            _ => matches!(self, Self::None | Self::Color(.., 0..=15)),
        }
    }
}

const NAMED: [(&str, (u8, u8, u8)); 20] = [
    ("white", (255, 255, 255)),
    ("snow", (255, 250, 250)),
    ("ivory", (255, 255, 240)),
    ("ghostwhite", (248, 248, 255)),
    ("floralwhite", (255, 250, 240)),
    ("whitesmoke", (245, 245, 245)),
    ("black", (0, 0, 0)),
    ("silver", (192, 192, 192)),
    ("gray", (128, 128, 128)),
    ("grey", (128, 128, 128)),
    ("red", (255, 0, 0)),
    ("maroon", (128, 0, 0)),
    ("yellow", (255, 255, 0)),
    ("green", (0, 128, 0)),
    ("lime", (0, 255, 0)),
    ("blue", (0, 0, 255)),
    ("navy", (0, 0, 128)),
    ("teal", (0, 128, 128)),
    ("purple", (128, 0, 128)),
    ("orange", (255, 165, 0)),
];

/// A value in lower case, without `!important`.
fn plain(value: &str) -> String {
    let value = value.trim().to_ascii_lowercase();
    match value.split_once('!') {
        Some((value, _)) => value.trim_end().to_owned(),
        None => value,
    }
}

fn is_clip(value: &str) -> bool {
    let numbers: Vec<f32> = value
        .split(|c: char| !c.is_ascii_digit() && c != '.')
        .filter(|part| !part.is_empty())
        .filter_map(|part| part.parse().ok())
        .collect();
    let is_small = !numbers.is_empty() && numbers.iter().all(|number| *number <= 1.0);
    let hides_half = numbers.first().is_some_and(|number| *number >= 50.0);
    let is_shape = value.starts_with("rect(") || value.starts_with("circle(");
    is_shape && is_small || value.starts_with("inset(") && value.contains('%') && hides_half
}

fn number(value: &str) -> Option<f32> {
    let end = value
        .find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+'))
        .unwrap_or(value.len());
    value.get(..end)?.parse().ok()
}

/// A length in pixels; type that is not stated is taken for 16 pixels high.
fn pixels(value: &str) -> Option<f32> {
    let number = number(value)?;
    let unit = value.trim_start_matches(|c: char| !c.is_ascii_alphabetic() && c != '%');
    Some(match unit {
        "" | "px" => number,
        "pt" => number * 4.0 / 3.0,
        "em" | "rem" | "ex" | "ch" => number * 16.0,
        "%" => number * 0.16,
        "in" => number * 96.0,
        "cm" => number * 37.8,
        "mm" => number * 3.78,
        "vw" | "vh" => number * 10.0,
        _ => return None,
    })
}
