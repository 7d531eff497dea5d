//! Formulas of the model as formulas of cells.

use assay_exports::CellRef;

/// Writes `a * (1 + b) ^ 3 - max(0, c)` with the cells of `a`, `b` and `c`. Brackets stand around
/// what a minus turns, because spreadsheets turn a number before they raise it. `None` where the
/// formula cannot be read or names a line without a cell.
pub(super) fn cell_formula(
    formula: &str,
    place: &dyn Fn(&str) -> Option<CellRef>,
) -> Option<String> {
    let mut writer = Writer {
        rest: formula,
        place,
    };
    let written = writer.sum()?;
    writer.rest.trim().is_empty().then_some(written)
}

struct Writer<'a> {
    rest: &'a str,
    place: &'a dyn Fn(&str) -> Option<CellRef>,
}

impl Writer<'_> {
    fn take(&mut self, symbol: char) -> bool {
        self.rest = self.rest.trim_start();
        let Some(rest) = self.rest.strip_prefix(symbol) else {
            return false;
        };
        self.rest = rest;
        true
    }

    fn word(&mut self) -> String {
        self.rest = self.rest.trim_start();
        let is_kept = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
        let end = self.rest.find(|c| !is_kept(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.to_owned()
    }

    fn sum(&mut self) -> Option<String> {
        let mut out = self.product()?;
        loop {
            let sign = if self.take('+') {
                '+'
            } else if self.take('-') {
                '-'
            } else {
                return Some(out);
            };
            out.push(sign);
            out.push_str(&self.product()?);
        }
    }

    fn product(&mut self) -> Option<String> {
        let mut out = self.factor()?;
        loop {
            let sign = if self.take('*') {
                '*'
            } else if self.take('/') {
                '/'
            } else {
                return Some(out);
            };
            out.push(sign);
            out.push_str(&self.factor()?);
        }
    }

    fn factor(&mut self) -> Option<String> {
        if self.take('-') {
            return Some(format!("-({})", self.factor()?));
        }
        let mut out = self.atom()?;
        if self.take('^') {
            let exponent: u32 = self.word().parse().ok()?;
            out = format!("({out}^{exponent})");
        }
        Some(out)
    }

    fn atom(&mut self) -> Option<String> {
        if self.take('(') {
            let inside = self.sum()?;
            return self.take(')').then(|| format!("({inside})"));
        }
        let word = self.word();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(word);
        }
        match word.as_str() {
            "" => None,
            "sqrt" => self.call("SQRT"),
            "max" => self.call("MAX"),
            "min" => self.call("MIN"),
            "median" => self.call("MEDIAN"),
            "quartile1" => self.quartile(1),
            "quartile3" => self.quartile(3),
            id => (self.place)(id).map(|cell| cell.absolute()),
        }
    }

    fn call(&mut self, name: &str) -> Option<String> {
        if !self.take('(') {
            return None;
        }
        let mut arguments = vec![self.sum()?];
        while self.take(',') {
            arguments.push(self.sum()?);
        }
        self.take(')')
            .then(|| format!("{name}({})", arguments.join(",")))
    }

    /// A quartile takes a range, so its lines must stand one below the other.
    fn quartile(&mut self, number: u32) -> Option<String> {
        if !self.take('(') {
            return None;
        }
        let mut cells = vec![(self.place)(&self.word())?];
        while self.take(',') {
            cells.push((self.place)(&self.word())?);
        }
        let follows = |pair: &[CellRef]| match pair {
            [above, below] => {
                above.sheet == below.sheet
                    && above.column == below.column
                    && above.row + 1 == below.row
            }
            _ => false,
        };
        let (first, last) = (cells.first()?, cells.last()?);
        if !self.take(')') || !cells.windows(2).all(follows) {
            return None;
        }
        let end = last.absolute();
        let (_, end) = end.rsplit_once('!')?;
        Some(format!("QUARTILE({}:{end},{number})", first.absolute()))
    }
}

#[cfg(test)]
mod tests {
    use super::cell_formula;
    use assay_exports::CellRef;

    #[test]
    fn lines_become_cells() {
        let place = |id: &str| match id {
            "a" => Some(CellRef::new("In", 0, 1)),
            "b.y1" => Some(CellRef::new("In", 1, 1)),
            _ => None,
        };
        for (formula, expected) in [
            ("a + b.y1 * 2", Some("'In'!$B$1+'In'!$B$2*2")),
            ("-a", Some("-('In'!$B$1)")),
            ("(1 + a) ^ 3", Some("((1+'In'!$B$1)^3)")),
            (
                "max(0, a - b.y1) / 365",
                Some("MAX(0,'In'!$B$1-'In'!$B$2)/365"),
            ),
            ("sqrt(1 + a)", Some("SQRT(1+'In'!$B$1)")),
            ("quartile1(a, b.y1)", Some("QUARTILE('In'!$B$1:$B$2,1)")),
            ("quartile1(b.y1, a)", None),
            ("a + c", None),
            ("a +", None),
            ("a b.y1", None),
        ] {
            assert_eq!(
                cell_formula(formula, &place).as_deref(),
                expected,
                "{formula}"
            );
        }
    }
}
