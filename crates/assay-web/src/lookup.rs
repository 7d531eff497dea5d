use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::{Policy, Refusal, is_public};

pub type LookupFuture = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Asks for the addresses of a name.
pub trait Lookup: Send + Sync + 'static {
    fn lookup(&self, name: &str) -> LookupFuture;
}

/// The operating system's resolver.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemLookup;

impl Lookup for SystemLookup {
    fn lookup(&self, name: &str) -> LookupFuture {
        let name = name.to_owned();
        Box::pin(async move {
            let found = tokio::net::lookup_host((name, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// The only resolver of the client. What it returns is what is dialled, so no second question can
/// get another answer. One internal address in an answer refuses the whole answer.
pub(crate) struct GuardedResolver {
    pub(crate) lookup: Arc<dyn Lookup>,
    pub(crate) policy: Arc<Policy>,
}

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let name = name.as_str().to_owned();
        let admitted = self.policy.admits_name(&name);
        let answer = self.lookup.lookup(&name);
        Box::pin(async move {
            let addresses = answer.await?;
            let internal = addresses.iter().find(|address| !is_public(**address));
            if let (Some(address), false) = (internal, admitted) {
                return Err(Refusal::ResolvesTo(*address).into());
            }
            let dialled = addresses.into_iter().map(|ip| SocketAddr::new(ip, 0));
            let dialled: Addrs = Box::new(dialled);
            Ok(dialled)
        })
    }
}
