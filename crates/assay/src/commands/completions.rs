use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::args::Cli;
use crate::exit::Exit;

pub(crate) fn run(shell: Shell) -> anyhow::Result<Exit> {
    clap_complete::generate(shell, &mut Cli::command(), "assay", &mut std::io::stdout());
    Ok(Exit::Fine)
}
