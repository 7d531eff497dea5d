use assay_plan::profiles::Words;
use assay_plan::{ProfileChoice, Profiles};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Problem;
use crate::call::Call;

/// The profiles that a run may be wished for with, in the order in which they are shown.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ProfileList {
    profiles: Vec<ProfileView>,
}

#[derive(Serialize, JsonSchema)]
struct ProfileView {
    id: ProfileChoice,
    name: Words,
    /// What it does, in a sentence.
    about: Words,
    /// Whether one agent works on its own: it takes a purpose and limits in the place of a plan.
    agent: bool,
}

pub(crate) async fn list(_: Call) -> Result<ProfileList, Problem> {
    let all = Profiles::default().all().iter();
    Ok(ProfileList {
        profiles: all
            .map(|spec| ProfileView {
                id: ProfileChoice(spec),
                name: spec.name,
                about: spec.about,
                agent: spec.has_agent(),
            })
            .collect(),
    })
}
