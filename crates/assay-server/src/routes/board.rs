use assay_domain::RunId;

use crate::answer;
use crate::call::{Call, aside};
use crate::route::Answer;

pub(crate) async fn show(call: Call) -> Answer {
    let run = RunId::new(call.param("run"));
    let at = call.parsed::<u64>("at")?;
    let desk = call.desk;
    let board = aside(move || {
        desk.row(&run)?;
        Ok(desk.store().board(&run, at)?)
    });
    Ok(answer::ok(&board.await?))
}
