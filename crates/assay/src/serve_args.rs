use assay_server::LogFormat;
use clap::{Args, ValueEnum};

/// `assay serve`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  assay serve                                 prints an address; open it in a browser
  assay serve --port 8000 --log json
  assay serve --origin https://assay.example  behind a proxy that speaks TLS
  curl -N -H \"Authorization: Bearer $TOKEN\" http://127.0.0.1:4178/api/runs/RUN/events

docs/api.md describes the API.")]
pub(crate) struct ServeArgs {
    /// Port to listen on; 0: any that is free.
    #[arg(long, default_value_t = 4178)]
    pub(crate) port: u16,
    /// Address to listen on. Anything but this machine's own lets others in who know the token.
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub(crate) host: String,
    /// Lets in pages of another origin too, that of a proxy in front [setting: serve.origins].
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) origin: Vec<String>,
    /// What clients have to know, at least 16 characters [default: made up once and kept in the home].
    #[arg(long, env = "ASSAY_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// Tell requests and runs on standard error.
    #[arg(long, value_enum, default_value = "off")]
    pub(crate) log: LogArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LogArg {
    Off,
    Text,
    /// One JSON object a line.
    Json,
}

impl From<LogArg> for LogFormat {
    fn from(argument: LogArg) -> Self {
        match argument {
            LogArg::Off => Self::Off,
            LogArg::Text => Self::Text,
            LogArg::Json => Self::Json,
        }
    }
}
