/// What a page is shown on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// In CSS pixels.
    pub width: u32,
    pub height: u32,
    pub scheme: Scheme,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    Light,
    Dark,
}

impl Screen {
    pub const DESK: Self = Self {
        width: 1280,
        height: 900,
        scheme: Scheme::Light,
    };
    pub const PHONE: Self = Self {
        width: 390,
        height: 844,
        scheme: Scheme::Light,
    };

    #[must_use]
    pub fn dark(self) -> Self {
        Self {
            scheme: Scheme::Dark,
            ..self
        }
    }
}
