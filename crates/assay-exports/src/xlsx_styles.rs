use std::collections::BTreeMap;

use crate::workbook::{CellRole, NumberFormat, SheetCell, Workbook};

/// What makes two cells look alike. `quoted` marks a text that would read as a formula if somebody
/// typed it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Look {
    pub(crate) role: CellRole,
    pub(crate) format: NumberFormat,
    pub(crate) is_quoted: bool,
}

impl Look {
    pub(crate) fn of(cell: &SheetCell) -> Option<Self> {
        match cell {
            SheetCell::Empty => None,
            SheetCell::Text { text, role, .. } => Some(Self {
                role: *role,
                format: NumberFormat::General,
                is_quoted: reads_as_formula(text),
            }),
            SheetCell::Value { format, role, .. } | SheetCell::Formula { format, role, .. } => {
                Some(Self {
                    role: *role,
                    format: *format,
                    is_quoted: false,
                })
            }
        }
    }
}

fn reads_as_formula(text: &str) -> bool {
    text.trim_start()
        .starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '|', '%', '\''])
}

/// Every look of a workbook with its number in the styles part; 0 is the plain one.
pub(crate) struct Looks {
    numbers: BTreeMap<Look, usize>,
}

impl Looks {
    pub(crate) fn of(workbook: &Workbook) -> Self {
        let cells = workbook
            .sheets
            .iter()
            .flat_map(|sheet| sheet.rows.iter().flatten());
        let looks: std::collections::BTreeSet<Look> = cells.filter_map(Look::of).collect();
        Self {
            numbers: looks.into_iter().zip(1..).collect(),
        }
    }

    pub(crate) fn number(&self, cell: &SheetCell) -> usize {
        let look = Look::of(cell);
        let number = look.and_then(|look| self.numbers.get(&look));
        number.copied().unwrap_or_default()
    }

    pub(crate) fn xml(&self) -> String {
        let mut codes: Vec<String> = Vec::new();
        let mut forms = String::new();
        for look in self.numbers.keys() {
            let code = format_code(look.format);
            // Numbers under 164 belong to the formats that every program knows.
            let number = code.map_or(0, |code| {
                let place = codes.iter().position(|known| *known == code);
                164 + place.unwrap_or_else(|| {
                    codes.push(code);
                    codes.len() - 1
                })
            });
            let (font, fill, border) = match look.role {
                CellRole::Plain => (0, 0, 0),
                CellRole::Title => (1, 0, 0),
                CellRole::Head => (2, 2, 1),
                CellRole::Input => (3, 0, 0),
                CellRole::Total => (2, 0, 2),
                CellRole::Remark => (4, 0, 0),
            };
            let quoted = if look.is_quoted {
                " quotePrefix=\"1\""
            } else {
                ""
            };
            let wrap = match look.role {
                CellRole::Remark => "<alignment vertical=\"top\" wrapText=\"1\"/>",
                CellRole::Head => "<alignment vertical=\"center\" wrapText=\"1\"/>",
                CellRole::Plain | CellRole::Title | CellRole::Input | CellRole::Total => "",
            };
            forms.push_str(&format!(
                "<xf numFmtId=\"{number}\" fontId=\"{font}\" fillId=\"{fill}\" borderId=\"{border}\" xfId=\"0\" \
                 applyNumberFormat=\"1\" applyFont=\"1\" applyFill=\"1\" applyBorder=\"1\"{quoted}>{wrap}</xf>"
            ));
        }
        let formats: String = codes
            .iter()
            .zip(164..)
            .map(|(code, number)| {
                let code = crate::clean::escaped(code);
                format!("<numFmt numFmtId=\"{number}\" formatCode=\"{code}\"/>")
            })
            .collect();
        let formats = if codes.is_empty() {
            String::new()
        } else {
            format!("<numFmts count=\"{}\">{formats}</numFmts>", codes.len())
        };
        format!(
            "<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">{formats}{FONTS}{FILLS}{BORDERS}\
             <cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>\
             <cellXfs count=\"{}\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>{forms}</cellXfs>\
             <cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>",
            self.numbers.len() + 1
        )
    }
}

fn format_code(format: NumberFormat) -> Option<String> {
    let places = |number: u8| match number.min(10) {
        0 => String::new(),
        number => format!(".{}", "0".repeat(usize::from(number))),
    };
    Some(match format {
        NumberFormat::General => return None,
        NumberFormat::Number(number) => {
            let places = places(number);
            format!("#,##0{places};-#,##0{places}")
        }
        NumberFormat::Percent(number) => format!("0{}%", places(number)),
        NumberFormat::Multiple(number) => format!("0{}\"x\"", places(number)),
    })
}

const FONTS: &str = concat!(
    "<fonts count=\"5\">",
    "<font><sz val=\"10\"/><name val=\"Calibri\"/><family val=\"2\"/></font>",
    "<font><b/><sz val=\"15\"/><name val=\"Calibri\"/><family val=\"2\"/></font>",
    "<font><b/><sz val=\"10\"/><name val=\"Calibri\"/><family val=\"2\"/></font>",
    "<font><sz val=\"10\"/><color rgb=\"FF0000FF\"/><name val=\"Calibri\"/><family val=\"2\"/></font>",
    "<font><sz val=\"9\"/><color rgb=\"FF5B636D\"/><name val=\"Calibri\"/><family val=\"2\"/></font>",
    "</fonts>"
);

const FILLS: &str = concat!(
    "<fills count=\"3\"><fill><patternFill patternType=\"none\"/></fill>",
    "<fill><patternFill patternType=\"gray125\"/></fill>",
    "<fill><patternFill patternType=\"solid\"><fgColor rgb=\"FFEEF0F2\"/><bgColor indexed=\"64\"/></patternFill></fill></fills>"
);

const BORDERS: &str = concat!(
    "<borders count=\"3\"><border><left/><right/><top/><bottom/><diagonal/></border>",
    "<border><left/><right/><top/><bottom style=\"thin\"><color rgb=\"FF5B636D\"/></bottom><diagonal/></border>",
    "<border><left/><right/><top style=\"thin\"><color rgb=\"FF5B636D\"/></top><bottom/><diagonal/></border></borders>"
);
