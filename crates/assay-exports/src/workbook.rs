use assay_domain::{Decimal, Language};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A valuation model before it is a file. Cells are counted from 0, row first; in formulas they have
/// their spreadsheet names, which [`CellRef`] writes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Workbook {
    pub title: String,
    pub language: Language,
    pub sheets: Vec<Sheet>,
    pub names: Vec<DefinedName>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sheet {
    /// At most 31 characters, and none of `[ ] : * ? / \`.
    pub name: String,
    /// In characters, from the first column; further columns have the usual width.
    pub widths: Vec<u16>,
    /// Rows and columns that stay in view.
    pub frozen: (u32, u32),
    pub rows: Vec<Vec<SheetCell>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "cell", rename_all = "snake_case")]
pub enum SheetCell {
    #[default]
    Empty,
    /// Shown as it is, whatever it looks like.
    Text {
        text: String,
        role: CellRole,
        note: Option<Note>,
    },
    Value {
        value: Decimal,
        format: NumberFormat,
        role: CellRole,
        note: Option<Note>,
    },
    /// A formula over cells of this workbook, and the result it must give.
    Formula {
        /// Without the equals sign, with English function names and commas.
        formula: String,
        result: Decimal,
        format: NumberFormat,
        role: CellRole,
        note: Option<Note>,
    },
}

/// Where a cell comes from. Shown beside the cell and listed on a sheet of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Note {
    /// The data point, claim or assumption.
    pub id: String,
    pub text: String,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CellRole {
    Plain,
    Title,
    Head,
    /// Entered by hand, blue as bankers have it.
    Input,
    Total,
    Remark,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum NumberFormat {
    General,
    /// Thousands apart, with as many decimal places.
    Number(u8),
    Percent(u8),
    /// For instance `12.5x`.
    Multiple(u8),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DefinedName {
    pub name: String,
    pub cell: CellRef,
}

/// A cell of a sheet, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct CellRef {
    pub sheet: String,
    pub row: u32,
    pub column: u32,
}

impl CellRef {
    pub fn new(sheet: impl Into<String>, row: u32, column: u32) -> Self {
        Self {
            sheet: sheet.into(),
            row,
            column,
        }
    }

    /// `B3`, for a formula on the same sheet.
    pub fn local(&self) -> String {
        format!("{}{}", column_name(self.column), u64::from(self.row) + 1)
    }

    /// `'Cash flow'!$B$3`, from anywhere.
    pub fn absolute(&self) -> String {
        format!(
            "'{}'!${}${}",
            self.sheet.replace('\'', "''"),
            column_name(self.column),
            u64::from(self.row) + 1
        )
    }
}

/// `A` for 0, `AA` for 26.
pub fn column_name(column: u32) -> String {
    let mut rest = u64::from(column) + 1;
    let mut letters = Vec::new();
    while rest > 0 {
        let digit = (rest - 1) % 26;
        letters.push(char::from(b'A' + u8::try_from(digit).unwrap_or_default()));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

impl SheetCell {
    pub fn text(text: impl Into<String>, role: CellRole) -> Self {
        Self::Text {
            text: text.into(),
            role,
            note: None,
        }
    }

    pub fn value(value: Decimal, format: NumberFormat, role: CellRole) -> Self {
        Self::Value {
            value,
            format,
            role,
            note: None,
        }
    }

    pub fn formula(formula: impl Into<String>, result: Decimal, format: NumberFormat) -> Self {
        Self::Formula {
            formula: formula.into(),
            result,
            format,
            role: CellRole::Plain,
            note: None,
        }
    }

    pub fn with_role(mut self, new: CellRole) -> Self {
        match &mut self {
            Self::Empty => {}
            Self::Text { role, .. } | Self::Value { role, .. } | Self::Formula { role, .. } => {
                *role = new;
            }
        }
        self
    }

    pub fn with_note(mut self, id: impl Into<String>, text: impl Into<String>) -> Self {
        let written = Note {
            id: id.into(),
            text: text.into(),
        };
        match &mut self {
            Self::Empty => {}
            Self::Text { note, .. } | Self::Value { note, .. } | Self::Formula { note, .. } => {
                *note = Some(written);
            }
        }
        self
    }

    pub(crate) fn note(&self) -> Option<&Note> {
        match self {
            Self::Empty => None,
            Self::Text { note, .. } | Self::Value { note, .. } | Self::Formula { note, .. } => {
                note.as_ref()
            }
        }
    }
}
