use assay_domain::{Board, RunId};

use crate::Problem;
use crate::call::{Call, aside};

pub(crate) async fn show(call: Call) -> Result<Board, Problem> {
    let run = RunId::new(call.param("run"));
    let at = call.parsed::<u64>("at")?;
    let desk = call.desk;
    aside(move || {
        desk.row(&run)?;
        Ok(desk.store().board(&run, at)?)
    })
    .await
}
