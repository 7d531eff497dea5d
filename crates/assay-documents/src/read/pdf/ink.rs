//! The part of a page's drawing state that says where letters stand and whether they can be seen.

use unpdf::parser::backend::{ContentOp, GlyphAdvance, PageBox, get_number_from_value};

/// From this lightness on a colour is the page's own.
const WHITE: f32 = 0.95;
/// Up to this lightness white letters stand out.
const DARK_ENOUGH: f32 = 0.85;
/// Points; smaller letters are not for a reader's eyes.
const TINY: f32 = 1.0;
/// Points that letters may stand beyond the edge of the page.
const BESIDE: f32 = 2.0;
/// Points that the middle of letters may stand outside of what is shown.
const CUT_OFF: f32 = 0.5;
/// Saved states and painted areas that are kept.
const MAX_SAVED: usize = 512;
const MAX_AREAS: usize = 20_000;

pub(super) type Matrix = [f32; 6];
pub(super) const IDENTITY: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

#[derive(Clone)]
struct State {
    matrix: Matrix,
    lightness: f32,
    mode: i32,
    font: Vec<u8>,
    size: f32,
    leading: f32,
    /// Added to the width of each letter, and of each space.
    letter_space: f32,
    word_space: f32,
    /// What is drawn outside of it is not seen.
    clip: PageBox,
    /// 1 is the width that the font gives.
    stretch: f32,
    rise: f32,
}

/// What was drawn with before a drawing within the page.
pub(super) struct Outside {
    state: State,
    saved: Vec<State>,
    text: Matrix,
    line: Matrix,
}

pub(super) struct Ink {
    page: PageBox,
    state: State,
    saved: Vec<State>,
    text: Matrix,
    line: Matrix,
    path: Vec<PageBox>,
    /// The path that is ended next bounds what is seen.
    is_clip: bool,
    /// Painted areas that white letters can be read on.
    dark: Vec<PageBox>,
}

impl Ink {
    pub(super) fn new(page: PageBox) -> Self {
        Self {
            page,
            state: State {
                matrix: IDENTITY,
                lightness: 0.0,
                mode: 0,
                font: Vec::new(),
                size: 12.0,
                leading: 0.0,
                letter_space: 0.0,
                word_space: 0.0,
                clip: page,
                stretch: 1.0,
                rise: 0.0,
            },
            saved: Vec::new(),
            text: IDENTITY,
            line: IDENTITY,
            path: Vec::new(),
            is_clip: false,
            dark: Vec::new(),
        }
    }

    pub(super) fn font(&self) -> &[u8] {
        &self.state.font
    }

    /// Whether letters are filled and drawn around, which makes them bold.
    pub(super) fn is_outlined(&self) -> bool {
        self.state.mode == 2
    }

    /// Goes into a drawing with a space of its own; [`Ink::leave`] takes what this gives.
    pub(super) fn enter(&mut self, matrix: Matrix) -> Outside {
        let outside = Outside {
            state: self.state.clone(),
            saved: std::mem::take(&mut self.saved),
            text: self.text,
            line: self.line,
        };
        self.state.matrix = product(matrix, self.state.matrix);
        outside
    }

    pub(super) fn leave(&mut self, outside: Outside) {
        self.state = outside.state;
        self.saved = outside.saved;
        self.text = outside.text;
        self.line = outside.line;
    }

    /// From the space of the text to the page; letters stand at its origin, a font's size high.
    pub(super) fn letters_at(&self) -> Matrix {
        let state = &self.state;
        let size = state.size;
        let scaled = [size * state.stretch, 0.0, 0.0, size, 0.0, state.rise];
        product(scaled, product(self.text, state.matrix))
    }

    /// How far a letter moves the next one, in sizes of the font.
    pub(super) fn advance_of(&self, glyph: &GlyphAdvance) -> (f32, f32) {
        let state = &self.state;
        let word = if glyph.is_word_space {
            state.word_space
        } else {
            0.0
        };
        let size = if state.size == 0.0 { 1.0 } else { state.size };
        let space = (state.letter_space + word) / size;
        match glyph.vertical {
            None => (glyph.width / 1000.0 + space, 0.0),
            Some(vertical) => (0.0, vertical.advance / 1000.0 + space),
        }
    }

    /// Moves the place of the next letter, in sizes of the font.
    pub(super) fn advance(&mut self, across: f32, up: f32) {
        let (size, stretch) = (self.state.size, self.state.stretch);
        let moved = [1.0, 0.0, 0.0, 1.0, across * size * stretch, up * size];
        self.text = product(moved, self.text);
    }

    /// Whether letters drawn now would not be seen.
    pub(super) fn is_unseen(&self) -> bool {
        let matrix = product(self.text, self.state.matrix);
        let (x, y) = (matrix[4], matrix[5]);
        let scale = (matrix[0] * matrix[3] - matrix[1] * matrix[2]).abs().sqrt();
        let is_tiny = (self.state.size * scale).abs() < TINY;
        let is_beside = x < self.page.llx - BESIDE
            || x > self.page.urx + BESIDE
            || y < self.page.lly - BESIDE
            || y > self.page.ury + BESIDE;
        // A little above the base line, where the letters are.
        let (at_x, at_y) = (x + 0.5, y + self.state.size * scale * 0.3);
        let clip = &self.state.clip;
        let is_cut_off =
            at_x > clip.urx + BESIDE || at_y < clip.lly - CUT_OFF || at_y > clip.ury + CUT_OFF;
        let stands_on = || {
            let inside = |area: &PageBox| {
                (area.llx..=area.urx).contains(&at_x) && (area.lly..=area.ury).contains(&at_y)
            };
            self.dark.iter().any(inside)
        };
        let is_white = self.state.lightness >= WHITE && matches!(self.state.mode, 0 | 4);
        let has_no_ink = matches!(self.state.mode, 3 | 7);
        is_tiny || is_beside || is_cut_off || ((is_white || has_no_ink) && !stands_on())
    }

    /// Something is painted over `area`, given in a space of its own.
    pub(super) fn cover(&mut self, area: PageBox, matrix: Matrix) {
        if self.dark.len() < MAX_AREAS {
            self.dark
                .push(placed(area, product(matrix, self.state.matrix)));
        }
    }

    pub(super) fn take(&mut self, operator: &ContentOp) {
        let numbers: Vec<f32> = operator
            .operands
            .iter()
            .filter_map(get_number_from_value)
            .collect();
        match operator.operator.as_str() {
            "q" if self.saved.len() < MAX_SAVED => self.saved.push(self.state.clone()),
            "Q" => {
                if let Some(state) = self.saved.pop() {
                    self.state = state;
                }
            }
            "cm" => {
                if let Ok(matrix) = Matrix::try_from(numbers.as_slice()) {
                    self.state.matrix = product(matrix, self.state.matrix);
                }
            }
            "g" | "rg" | "k" | "sc" | "scn" => self.colour(&numbers),
            "cs" => self.state.lightness = 0.0,
            "re" => {
                if let [x, y, width, height] = numbers.as_slice() {
                    self.add_to_path(*x, *y, x + width, y + height);
                }
            }
            "m" => {
                if let [x, y] = numbers.as_slice() {
                    self.add_to_path(*x, *y, *x, *y);
                }
            }
            "l" => {
                if let [x, y] = numbers.as_slice() {
                    self.extend_path(*x, *y);
                }
            }
            "W" | "W*" => self.is_clip = true,
            "f" | "F" | "f*" | "B" | "B*" | "b" | "b*" => {
                self.end_clip();
                let path = std::mem::take(&mut self.path);
                if self.state.lightness <= DARK_ENOUGH && self.dark.len() < MAX_AREAS {
                    self.dark.extend(path);
                }
            }
            "n" | "S" | "s" => {
                self.end_clip();
                self.path.clear();
            }
            "sh" => self.dark.push(self.page),
            _ => self.text_operator(operator, &numbers),
        }
    }

    fn text_operator(&mut self, operator: &ContentOp, numbers: &[f32]) {
        match (operator.operator.as_str(), numbers) {
            ("BT", _) => (self.text, self.line) = (IDENTITY, IDENTITY),
            ("Tf", [size, ..]) => {
                self.state.size = *size;
                if let Some(unpdf::parser::backend::PdfValue::Name(name)) =
                    operator.operands.first()
                {
                    self.state.font.clone_from(name);
                }
            }
            ("Tc", [space, ..]) => self.state.letter_space = *space,
            ("Tw", [space, ..]) => self.state.word_space = *space,
            ("Tz", [percent, ..]) => self.state.stretch = percent / 100.0,
            ("Ts", [rise, ..]) => self.state.rise = *rise,
            ("Tr", [mode, ..]) => self.state.mode = *mode as i32,
            ("TL", [leading, ..]) => self.state.leading = *leading,
            ("Td", [x, y]) => self.move_line(*x, *y),
            ("TD", [x, y]) => {
                self.state.leading = -y;
                self.move_line(*x, *y);
            }
            ("\"", [word, letter, ..]) => {
                (self.state.word_space, self.state.letter_space) = (*word, *letter);
                self.move_line(0.0, -self.state.leading);
            }
            ("T*" | "'" | "\"", _) => self.move_line(0.0, -self.state.leading),
            ("Tm", numbers) => {
                if let Ok(matrix) = Matrix::try_from(numbers) {
                    (self.text, self.line) = (matrix, matrix);
                }
            }
            _ => {}
        }
    }

    /// The box around the path bounds what is seen from here on, together with what did before.
    fn end_clip(&mut self) {
        if !std::mem::take(&mut self.is_clip) {
            return;
        }
        let clip = &mut self.state.clip;
        let low = |of: fn(&PageBox) -> f32| self.path.iter().map(of).fold(f32::MAX, f32::min);
        let high = |of: fn(&PageBox) -> f32| self.path.iter().map(of).fold(f32::MIN, f32::max);
        if !self.path.is_empty() {
            clip.llx = clip.llx.max(low(|area| area.llx));
            clip.lly = clip.lly.max(low(|area| area.lly));
            clip.urx = clip.urx.min(high(|area| area.urx));
            clip.ury = clip.ury.min(high(|area| area.ury));
        }
    }

    fn move_line(&mut self, x: f32, y: f32) {
        self.line = product([1.0, 0.0, 0.0, 1.0, x, y], self.line);
        self.text = self.line;
    }

    /// Grey, red-green-blue or four inks, by their number; a pattern has none.
    fn colour(&mut self, numbers: &[f32]) {
        self.state.lightness = match numbers {
            [grey] => *grey,
            [red, green, blue] => red.min(*green).min(*blue),
            [cyan, magenta, yellow, black] => {
                1.0 - (cyan.max(*magenta).max(*yellow) + black).min(1.0)
            }
            _ => 0.0,
        };
    }

    fn add_to_path(&mut self, x: f32, y: f32, to_x: f32, to_y: f32) {
        if self.path.len() < MAX_AREAS {
            let area = PageBox {
                llx: x.min(to_x),
                lly: y.min(to_y),
                urx: x.max(to_x),
                ury: y.max(to_y),
            };
            self.path.push(placed(area, self.state.matrix));
        }
    }

    /// The box around the points of a path stands for it.
    fn extend_path(&mut self, x: f32, y: f32) {
        let matrix = self.state.matrix;
        let (x, y) = moved(matrix, x, y);
        match self.path.last_mut() {
            Some(area) => {
                area.llx = area.llx.min(x);
                area.lly = area.lly.min(y);
                area.urx = area.urx.max(x);
                area.ury = area.ury.max(y);
            }
            None => self.path.push(PageBox {
                llx: x,
                lly: y,
                urx: x,
                ury: y,
            }),
        }
    }
}

pub(super) fn product(a: Matrix, b: Matrix) -> Matrix {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

fn moved(matrix: Matrix, x: f32, y: f32) -> (f32, f32) {
    (
        x * matrix[0] + y * matrix[2] + matrix[4],
        x * matrix[1] + y * matrix[3] + matrix[5],
    )
}

fn placed(area: PageBox, matrix: Matrix) -> PageBox {
    let corners = [
        moved(matrix, area.llx, area.lly),
        moved(matrix, area.urx, area.lly),
        moved(matrix, area.llx, area.ury),
        moved(matrix, area.urx, area.ury),
    ];
    let mut placed = PageBox {
        llx: f32::MAX,
        lly: f32::MAX,
        urx: f32::MIN,
        ury: f32::MIN,
    };
    for (x, y) in corners {
        placed.llx = placed.llx.min(x);
        placed.lly = placed.lly.min(y);
        placed.urx = placed.urx.max(x);
        placed.ury = placed.ury.max(y);
    }
    placed
}
