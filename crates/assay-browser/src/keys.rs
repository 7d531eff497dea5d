/// A key that is pressed and let go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Tab,
    Enter,
    Escape,
    Backspace,
    Delete,
    Home,
    End,
    ArrowUp,
    ArrowDown,
    ArrowLeft,
    ArrowRight,
    /// A letter, digit or sign, as on a keyboard without an input method.
    Character(char),
}

/// What is held down meanwhile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers(u8);

impl Modifiers {
    pub const NONE: Self = Self(0);
    pub const ALT: Self = Self(1);
    pub const CONTROL: Self = Self(2);
    pub const META: Self = Self(4);
    pub const SHIFT: Self = Self(8);

    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn bits(self) -> u8 {
        self.0
    }

    fn writes(self) -> bool {
        self.0 & (Self::ALT.0 | Self::CONTROL.0 | Self::META.0) == 0
    }
}

/// How the protocol tells a key.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stroke {
    pub(crate) key: String,
    pub(crate) code: String,
    pub(crate) virtual_code: u32,
    /// What it writes, if anything.
    pub(crate) text: Option<String>,
}

impl Key {
    pub(crate) fn stroke(self, modifiers: Modifiers) -> Stroke {
        let named = |name: &str, virtual_code| Stroke {
            key: name.to_owned(),
            code: name.to_owned(),
            virtual_code,
            text: None,
        };
        match self {
            Self::Tab => named("Tab", 9),
            Self::Enter => Stroke {
                text: Some("\r".to_owned()),
                ..named("Enter", 13)
            },
            Self::Escape => named("Escape", 27),
            Self::Backspace => named("Backspace", 8),
            Self::Delete => named("Delete", 46),
            Self::Home => named("Home", 36),
            Self::End => named("End", 35),
            Self::ArrowUp => named("ArrowUp", 38),
            Self::ArrowDown => named("ArrowDown", 40),
            Self::ArrowLeft => named("ArrowLeft", 37),
            Self::ArrowRight => named("ArrowRight", 39),
            Self::Character(sign) => character(sign, modifiers),
        }
    }
}

fn character(sign: char, modifiers: Modifiers) -> Stroke {
    let upper = sign.to_ascii_uppercase();
    let (code, virtual_code) = match sign {
        ' ' => ("Space".to_owned(), 32),
        _ if sign.is_ascii_alphabetic() => (format!("Key{upper}"), u32::from(upper)),
        _ if sign.is_ascii_digit() => (format!("Digit{sign}"), u32::from(sign)),
        _ => (String::new(), 0),
    };
    Stroke {
        key: sign.to_string(),
        code,
        virtual_code,
        text: modifiers.writes().then(|| sign.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, Modifiers};

    #[test]
    fn a_letter_writes_unless_it_is_a_command() {
        let plain = Key::Character('a').stroke(Modifiers::NONE);
        assert_eq!((plain.code.as_str(), plain.virtual_code), ("KeyA", 65));
        assert_eq!(plain.text.as_deref(), Some("a"));
        let command = Key::Character('a').stroke(Modifiers::CONTROL.and(Modifiers::SHIFT));
        assert_eq!(command.text, None);
    }
}
