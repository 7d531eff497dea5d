use std::net::IpAddr;

/// Why an address is not gone to. Nothing has been sent to it when this is said.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("it is no URL ({0})")]
    NotAUrl(String),
    #[error("it has {0} bytes, more than any real one")]
    TooLong(usize),
    #[error("its scheme is {0}; only http and https are read")]
    Scheme(String),
    #[error("it names no host")]
    NoHost,
    #[error("it carries a user name or password; give it without")]
    UserInfo,
    #[error("port {0} is not among the ports of the web")]
    Port(u16),
    #[error("{0} is no public address")]
    Address(IpAddr),
    #[error("its name belongs to a local network")]
    LocalName,
    #[error("its name resolves to {0}, which is no public address")]
    ResolvesTo(IpAddr),
    #[error("a redirect leads from https to http")]
    Downgrade,
    #[error("this host is admitted as {0} alone")]
    OtherOrigin(String),
    #[error("another site leads to an internal server")]
    LedInside,
}
