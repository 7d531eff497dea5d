use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::args::Cli;
use crate::exit::Exit;
use crate::output::Output;

pub(crate) fn run(output: Output, shell: Shell) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "assay", &mut script);
    output.document(&String::from_utf8(script)?)?;
    Ok(Exit::Fine)
}
