//! The first view: bytes over the wire, and time until it is drawn.

use anyhow::Result;
use assay_browser::PageOptions;
use assay_measure::{Figure, Measured, percentile};

use crate::workbench::on_workbench;

const SAMPLES: usize = 10;

pub(crate) fn measure() -> Result<Measured> {
    on_workbench("first-view", async |bench| {
        let mut bytes = 0;
        let mut times = Vec::new();
        for _ in 0..SAMPLES {
            // a page of its own has no cache of the last one
            let page = bench.browser.new_page(PageOptions::default()).await?;
            page.open(&bench.address).await?;
            page.wait_for("#recent").await?;
            let drawn = page.evaluate("performance.now()").await?;
            times.extend(drawn.as_f64());
            bytes = bytes.max(page.transferred());
        }
        times.sort_by(f64::total_cmp);
        let middle = percentile(&times, 0.5).unwrap_or_default();
        let worst = percentile(&times, 1.0).unwrap_or_default();
        #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
        let kilobytes = bytes as f64 / 1024.0;
        Ok(Measured::Figures(vec![
            Figure::new("first view, transferred", kilobytes, "KB", SAMPLES).at_most(200.0),
            Figure::new("first view, drawn, p50", middle, "ms", SAMPLES).at_most(1000.0),
            Figure::new("first view, drawn, max", worst, "ms", SAMPLES),
        ]))
    })
}
