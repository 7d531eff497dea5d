//! Figures to SVG pictures.
//!
//! A chart is a plain struct with values, ids and labels in the reader's language; `svg` draws it or
//! says why it cannot. A picture stands alone: no script, no outside reference, nothing loaded. Each
//! mark carries the id of the figure it draws (`data-id`) and says its value on hovering, so a reader
//! finds the source. The same chart gives the same bytes.
//!
//! Nothing is drawn that was not given: a missing value leaves a gap that is marked as one.

mod axis;
mod bridge;
mod canvas;
mod colour;
mod element;
mod error;
mod fan;
mod football;
mod graph;
mod heat;
mod histogram;
mod history;
mod legend;
mod lines;
mod number;
mod references;
mod series;
mod text;

pub use bridge::{Bridge, BridgeStep, StepKind};
pub use canvas::Caption;
pub use colour::{CHART_CSS, Colours};
pub use error::ChartError;
pub use fan::{Fan, FanBand, FanPath};
pub use football::{FootballField, RangeRow};
pub use graph::{EdgeState, Graph, GraphEdge, GraphEdgeKind, GraphGroup, GraphNode, Head, Side};
pub use heat::{HeatCell, HeatMap};
pub use histogram::{Bin, Histogram};
pub use history::{History, HistoryLine};
pub use lines::Lines;
pub use number::NumberFormat;
pub use references::Reference;
pub use series::{Basis, Mark, Period, Series, SeriesWords};
