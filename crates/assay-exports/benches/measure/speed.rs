use anyhow::Result;
use assay_domain::{Decimal, Language};
use assay_exports::{
    Block, CellRole, Doc, NumberFormat, Sheet, SheetCell, Workbook, docx, html, markdown, xlsx,
};
use assay_measure::{Figure, Measured, cpu_time};

use crate::samples::memo;

/// As many passes as make the coarse clock of the system exact enough.
const PASSES: usize = 40;

pub(crate) fn measure() -> Result<Measured> {
    let doc = long_memo();
    let book = long_model();
    Ok(Measured::Figures(vec![
        timed("export: HTML of a long memo, CPU time", 100.0, || {
            Ok(html(&doc)?.len())
        })?,
        timed("export: Markdown of a long memo, CPU time", 100.0, || {
            Ok(markdown(&doc)?.len())
        })?,
        timed("export: DOCX of a long memo, CPU time", 200.0, || {
            Ok(docx(&doc)?.len())
        })?,
        timed("export: XLSX of 10,000 formulas, CPU time", 300.0, || {
            Ok(xlsx(&book)?.len())
        })?,
    ]))
}

fn timed(name: &str, most: f64, write: impl Fn() -> Result<usize>) -> Result<Figure> {
    let first = write()?;
    let start = cpu_time()?;
    for _ in 0..PASSES {
        anyhow::ensure!(write()? == first, "{name}: the same tree gave another size");
    }
    let milliseconds = (cpu_time()? - start).as_secs_f64() * 1_000.0 / PASSES as f64;
    Ok(Figure::new(name, milliseconds, "ms", PASSES).at_most(most))
}

/// Thirty times the body of the sample: some 60 pages, 750 figures.
fn long_memo() -> Doc {
    let mut doc = memo(Language::En);
    let body = doc.blocks.clone();
    for part in 1..30 {
        doc.blocks
            .extend(body.iter().cloned().map(|block| match block {
                Block::Heading {
                    level,
                    anchor,
                    text,
                } => Block::Heading {
                    level,
                    anchor: format!("{anchor}-{part}"),
                    text,
                },
                other => other,
            }));
    }
    doc
}

/// A hundred chains of a hundred formulas.
fn long_model() -> Workbook {
    let row = |row: u32| {
        (0..100_u32).map(move |column| match row {
            0 => SheetCell::value(column.into(), NumberFormat::Number(2), CellRole::Input),
            row => SheetCell::formula(
                format!("{}{row}+1", assay_exports::column_name(column)),
                Decimal::from(column + row),
                NumberFormat::Number(2),
            )
            .with_note(format!("dp_{row}_{column}"), "10-K FY2025, Item 7"),
        })
    };
    Workbook {
        title: "long".to_owned(),
        language: Language::En,
        sheets: vec![Sheet {
            name: "Long".to_owned(),
            widths: Vec::new(),
            frozen: (1, 0),
            rows: (0..=100).map(|number| row(number).collect()).collect(),
        }],
        names: Vec::new(),
    }
}
