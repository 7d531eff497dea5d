//! Letters that do not run from left to right: tables that lie on their side, marks in a margin.

use super::pages::Letter;

/// Where a line of letters runs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Facing {
    Right,
    Up,
    Left,
    Down,
}

impl Facing {
    pub(super) fn of(across: f32, up: f32) -> Self {
        match (across.abs() >= up.abs(), across >= 0.0, up >= 0.0) {
            (true, true, _) => Self::Right,
            (true, false, _) => Self::Left,
            (false, _, true) => Self::Up,
            (false, _, false) => Self::Down,
        }
    }

    /// The place as it is once the line runs to the right.
    pub(super) fn turned(self, x: f32, y: f32) -> (f32, f32) {
        match self {
            Self::Right => (x, y),
            Self::Up => (y, -x),
            Self::Left => (-x, -y),
            Self::Down => (-y, x),
        }
    }
}

/// The letters of a page by where their lines run to.
#[derive(Default)]
pub(super) struct Turned {
    letters: Vec<(Facing, Letter)>,
}

impl Turned {
    pub(super) fn add(&mut self, facing: Facing, letter: Letter) {
        self.letters.push((facing, letter));
    }

    pub(super) fn len(&self) -> usize {
        self.letters.len()
    }

    /// The letters as the page is held to read most of them, and how high it is then; `height` is
    /// that of the page as it is shown. Letters that run elsewhere stand below the others.
    pub(super) fn held_upright(self, height: f32) -> (Vec<Letter>, f32) {
        let count = |facing: Facing| self.letters.iter().filter(|(f, _)| *f == facing).count();
        let mut facings = [Facing::Right, Facing::Up, Facing::Down, Facing::Left];
        facings.sort_by_key(|facing| std::cmp::Reverse(count(*facing)));
        let mut read: Vec<Letter> = Vec::with_capacity(self.letters.len());
        let mut high = height;
        for facing in facings {
            let of = self.letters.iter().filter(|(f, _)| *f == facing);
            let of: Vec<Letter> = of.map(|(_, letter)| *letter).collect();
            let top = of.iter().map(|l| l.baseline).fold(f32::MIN, f32::max);
            let lowest = of.iter().map(|l| l.baseline).fold(f32::MAX, f32::min);
            let down = if !read.is_empty() {
                let bottom = read.iter().map(|l| l.baseline).fold(f32::MAX, f32::min);
                bottom - BETWEEN - top
            } else if facing == Facing::Right || of.is_empty() {
                0.0
            } else {
                high = top - lowest + 2.0 * MARGIN;
                MARGIN - lowest
            };
            read.extend(of.into_iter().map(|letter| Letter {
                baseline: letter.baseline + down,
                ..letter
            }));
        }
        (read, high)
    }
}

/// Points; more than any two lines are apart.
const BETWEEN: f32 = 100.0;
/// Points above and below the letters of a page that lies on its side.
const MARGIN: f32 = 40.0;
