//! The only way out for a filtered page.
//!
//! Interception sees requests, not connections, and a page has ways to connect that are no request:
//! sockets, peers, datagrams. A page with a filter therefore reaches every server through this
//! proxy (SOCKS 5), which connects to those that an allowed request goes to, at an address that the
//! filter allows. What cannot use a proxy of this kind does not work at all.

use std::io;
use std::net::{Ipv6Addr, SocketAddr};
use std::sync::Arc;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use crate::watch::Watch;

const SOCKS_5: u8 = 5;
const NO_PASSWORD: u8 = 0;
const CONNECT: u8 = 1;
const IS_IPV4: u8 = 1;
const IS_NAME: u8 = 3;
const IS_IPV6: u8 = 4;

/// Answers of the proxy, as the protocol numbers them.
#[derive(Clone, Copy)]
enum Reply {
    Connected = 0,
    Forbidden = 2,
    Unreachable = 4,
}

pub(crate) struct Tunnel {
    address: SocketAddr,
    _accepting: JoinSet<()>,
}

impl Tunnel {
    pub(crate) async fn start(watch: Arc<Watch>) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let mut accepting = JoinSet::new();
        accepting.spawn(accept(listener, watch));
        Ok(Self {
            address,
            _accepting: accepting,
        })
    }

    /// What a page of this tunnel is told about proxies: sockets go to a port where nothing
    /// listens.
    pub(crate) fn rules(&self) -> String {
        let own = self.address;
        format!("http=socks5://{own};https=socks5://{own};socks=127.0.0.1:9")
    }
}

async fn accept(listener: TcpListener, watch: Arc<Watch>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                // A client that went away before it was accepted wants nothing.
                if let Ok((socket, _)) = accepted {
                    connections.spawn(serve(socket, Arc::clone(&watch)));
                }
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn serve(socket: TcpStream, watch: Arc<Watch>) {
    // Either end may close at any time; the browser tells the page.
    let _either_end_closed = relay(socket, &watch).await;
}

async fn relay(mut client: TcpStream, watch: &Watch) -> io::Result<()> {
    let target = asked_for(&mut client).await?;
    let mut server = match connected(&target, watch).await {
        Ok(server) => server,
        Err(reply) => return answer(&mut client, reply).await,
    };
    answer(&mut client, Reply::Connected).await?;
    tokio::io::copy_bidirectional(&mut client, &mut server)
        .await
        .map(drop)
}

/// A connection to a server that was granted, at an address that the filter allows. The address is
/// the one that is dialled, so a name cannot mean another one a moment later.
async fn connected(target: &str, watch: &Watch) -> Result<TcpStream, Reply> {
    if !watch.is_granted(target) {
        return Err(Reply::Forbidden);
    }
    let found = tokio::net::lookup_host(target).await;
    let addresses: Vec<SocketAddr> = found.map_err(|_| Reply::Unreachable)?.collect();
    let mut reply = Reply::Unreachable;
    for address in addresses {
        if !watch.may_dial(address.ip()) {
            reply = Reply::Forbidden;
        } else if let Ok(server) = TcpStream::connect(address).await {
            return Ok(server);
        }
    }
    Err(reply)
}

async fn answer(client: &mut TcpStream, reply: Reply) -> io::Result<()> {
    // the address that the proxy is bound to, which no client asks about
    let bound = [0; 6];
    let mut bytes = vec![SOCKS_5, reply as u8, 0, IS_IPV4];
    bytes.extend(bound);
    client.write_all(&bytes).await
}

/// The greeting, then `host:port` of the request.
async fn asked_for(client: &mut TcpStream) -> io::Result<String> {
    let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let (version, methods) = (client.read_u8().await?, client.read_u8().await?);
    let mut offered = vec![0; usize::from(methods)];
    client.read_exact(&mut offered).await?;
    if version != SOCKS_5 || !offered.contains(&NO_PASSWORD) {
        return Err(wrong("no SOCKS 5"));
    }
    client.write_all(&[SOCKS_5, NO_PASSWORD]).await?;
    let mut head = [0; 4];
    client.read_exact(&mut head).await?;
    let host = match head {
        [SOCKS_5, CONNECT, _, IS_IPV4] => {
            let mut address = [0; 4];
            client.read_exact(&mut address).await?;
            address.map(|part| part.to_string()).join(".")
        }
        [SOCKS_5, CONNECT, _, IS_IPV6] => {
            let mut address = [0; 16];
            client.read_exact(&mut address).await?;
            format!("[{}]", Ipv6Addr::from(address))
        }
        [SOCKS_5, CONNECT, _, IS_NAME] => {
            let mut name = vec![0; usize::from(client.read_u8().await?)];
            client.read_exact(&mut name).await?;
            String::from_utf8(name).map_err(|_| wrong("the name is no text"))?
        }
        _ => return Err(wrong("not a request to connect")),
    };
    let port = client.read_u16().await?;
    Ok(format!("{host}:{port}"))
}

/// `host:port` that a request to this address connects to.
pub(crate) fn server_of(url: &str) -> Option<String> {
    let (rest, usual) = match url.strip_prefix("https://") {
        Some(rest) => (rest, 443),
        None => (url.strip_prefix("http://")?, 80),
    };
    let authority = rest.split(['/', '?', '#']).next()?;
    let server = authority.rsplit('@').next()?.to_ascii_lowercase();
    let port = server.rsplit_once(':').map(|(_, port)| port);
    let has_port = port.is_some_and(|port| port.parse::<u16>().is_ok());
    Some(if has_port {
        server
    } else {
        format!("{server}:{usual}")
    })
}

#[cfg(test)]
mod tests {
    use super::server_of;

    #[test]
    fn a_server_is_named_as_a_proxy_is_asked_for_it() {
        for (url, expected) in [
            ("https://Example.org", Some("example.org:443")),
            ("https://example.org/a:1?b@c", Some("example.org:443")),
            ("https://u:p@example.org:8443/", Some("example.org:8443")),
            ("https://[::1]/", Some("[::1]:443")),
            ("https://[::1]:9/", Some("[::1]:9")),
            ("http://example.org/", Some("example.org:80")),
            ("data:text/plain,x", None),
        ] {
            assert_eq!(server_of(url).as_deref(), expected, "{url}");
        }
    }
}
