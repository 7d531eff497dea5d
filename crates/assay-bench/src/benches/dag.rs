use assay_measure::{Figure, Measured, Scratch, data_folder, percentile};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use assay_domain::{Plan, TaskId};
use serde::Deserialize;
use tokio::task::JoinSet;

use crate::noop::{Idle, plan};
use crate::runtime;

/// Beside the repository; not part of it.
/// Task times are scaled so that the critical path of every graph takes this long.
const CRITICAL_PATH: Duration = Duration::from_secs(10);
const TARGET: f64 = 1.01;

/// A workflow as the WfCommons collection records it.
#[derive(Deserialize)]
struct File {
    workflow: Workflow,
}

#[derive(Deserialize)]
struct Workflow {
    specification: Specification,
    execution: Execution,
}

#[derive(Deserialize)]
struct Specification {
    tasks: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    #[serde(default)]
    parents: Vec<String>,
}

#[derive(Deserialize)]
struct Execution {
    tasks: Vec<Executed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Executed {
    id: String,
    runtime_in_seconds: f64,
}

/// A real graph as a plan, and how long each task is to take.
struct Graph {
    plan: Plan,
    times: BTreeMap<TaskId, Duration>,
}

/// How long real graphs take against the longest chain of task times in them. Real time; all graphs
/// are run at once, in one process with one journal.
pub(crate) fn measure() -> Result<Measured> {
    let folder = match data_folder("dag") {
        Ok(folder) => folder,
        Err(missing) => return Ok(Measured::Skipped(missing)),
    };
    let graphs = read_all(&folder)?;
    let tasks: usize = graphs.iter().map(|graph| graph.plan.tasks.len()).sum();
    let count = graphs.len();
    let (mut ratios, out_of_order) = runtime()?.block_on(run_all(graphs))?;
    ratios.sort_by(f64::total_cmp);
    let share = |share| percentile(&ratios, share).context("no graph was run");
    let (median, worst) = (share(0.5)?, share(1.0)?);
    Ok(Measured::Figures(vec![
        Figure::new("dag", worst, "× critical path", count).at_most(TARGET),
        Figure::new("dag-median", median, "× critical path", count),
        Figure::new("dag-out-of-order", out_of_order as f64, "tasks", tasks).at_most(0.0),
    ]))
}

async fn run_all(graphs: Vec<Graph>) -> Result<(Vec<f64>, usize)> {
    let scratch = Scratch::new("dag")?;
    let times = graphs
        .iter()
        .map(|graph| (graph.plan.topic.clone(), graph.times.clone()));
    let idle = Arc::new(Idle::new(scratch.path(), times.collect())?);
    let mut created = Vec::with_capacity(graphs.len());
    for graph in graphs {
        created.push(idle.create(graph.plan).await?);
    }
    let mut driven = JoinSet::new();
    for run in created {
        let idle = Arc::clone(&idle);
        driven.spawn(async move {
            let begun = Instant::now();
            idle.drive(&run).await?;
            anyhow::Ok(begun.elapsed().as_secs_f64() / CRITICAL_PATH.as_secs_f64())
        });
    }
    let mut ratios = Vec::new();
    while let Some(ended) = driven.join_next().await {
        ratios.push(ended??);
    }
    Ok((ratios, idle.out_of_order()))
}

fn read_all(folder: &Path) -> Result<Vec<Graph>> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<Vec<PathBuf>>>()?;
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "json"));
    paths.sort();
    paths
        .iter()
        .map(|path| read(path).with_context(|| format!("cannot use {}", path.display())))
        .collect()
}

fn read(path: &Path) -> Result<Graph> {
    let file: File = serde_json::from_str(&fs::read_to_string(path)?)?;
    let nodes = &file.workflow.specification.tasks;
    let ids: BTreeMap<&str, TaskId> = nodes
        .iter()
        .zip(1..)
        .map(|(node, id)| (node.id.as_str(), TaskId(id)))
        .collect();
    let dependencies = nodes
        .iter()
        .map(|node| {
            let known = |id: &String| ids.get(id.as_str()).copied();
            let known: Option<Vec<TaskId>> = node.parents.iter().map(known).collect();
            known.with_context(|| format!("task {} has an unknown parent", node.id))
        })
        .collect::<Result<Vec<_>>>()?;
    let mut times = BTreeMap::new();
    for task in &file.workflow.execution.tasks {
        let id = ids
            .get(task.id.as_str())
            .context("an unknown task was executed")?;
        times.insert(*id, Duration::try_from_secs_f64(task.runtime_in_seconds)?);
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let plan = plan(&name, dependencies);
    let scale = CRITICAL_PATH.as_secs_f64() / critical_path(&plan, &times).as_secs_f64();
    for time in times.values_mut() {
        *time = time.mul_f64(scale);
    }
    Ok(Graph { plan, times })
}

/// The longest chain of task times.
fn critical_path(plan: &Plan, times: &BTreeMap<TaskId, Duration>) -> Duration {
    let mut ends: BTreeMap<TaskId, Duration> = BTreeMap::new();
    // A pass for every level of the deepest chain at most; the files do not list parents first.
    while ends.len() < plan.tasks.len() {
        let known = ends.len();
        for task in &plan.tasks {
            let above = task.dependencies.iter().map(|id| ends.get(id).copied());
            let Some(above) = above.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let begin = above.into_iter().max().unwrap_or_default();
            let time = times.get(&task.id).copied().unwrap_or_default();
            ends.insert(task.id, begin + time);
        }
        if ends.len() == known {
            break;
        }
    }
    ends.into_values().max().unwrap_or_default()
}
