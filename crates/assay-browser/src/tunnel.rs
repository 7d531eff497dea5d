//! The only way to `https` for a filtered page.
//!
//! Interception sees requests, not connections, and a page has ways to connect that are no request:
//! sockets, peers, datagrams. A page with a filter therefore reaches secure servers through this
//! proxy, which tunnels to those that an allowed request goes to. What cannot use a proxy of this
//! kind does not work at all.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use crate::watch::Watch;

const LONGEST_HEAD: usize = 16 * 1024;
const OPENED: &[u8] = b"HTTP/1.1 200 connected\r\n\r\n";
const REFUSED: &[u8] = b"HTTP/1.1 403 refused\r\ncontent-length: 0\r\n\r\n";
const UNREACHABLE: &[u8] = b"HTTP/1.1 502 unreachable\r\ncontent-length: 0\r\n\r\n";

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
        format!("http=direct://;https={};socks=127.0.0.1:9", self.address)
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
    let head = read_head(&mut client).await?;
    let target = head
        .strip_prefix("CONNECT ")
        .and_then(|rest| rest.split(' ').next())
        .filter(|target| watch.is_granted(target));
    let Some(target) = target else {
        return client.write_all(REFUSED).await;
    };
    match TcpStream::connect(target).await {
        Ok(mut server) => {
            client.write_all(OPENED).await?;
            tokio::io::copy_bidirectional(&mut client, &mut server)
                .await
                .map(drop)
        }
        Err(_) => client.write_all(UNREACHABLE).await,
    }
}

async fn read_head(client: &mut TcpStream) -> io::Result<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        if head.len() > LONGEST_HEAD {
            return Err(io::Error::other("the head of a request is too long"));
        }
        head.push(client.read_u8().await?);
    }
    String::from_utf8(head).map_err(io::Error::other)
}

/// `host:port` of a secure address, as a proxy is asked for it.
pub(crate) fn secure_server(url: &str) -> Option<String> {
    let rest = url.strip_prefix("https://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let server = authority.rsplit('@').next()?;
    let port = server.rsplit_once(':').map(|(_, port)| port);
    let has_port = port.is_some_and(|port| port.parse::<u16>().is_ok());
    Some(if has_port {
        server.to_ascii_lowercase()
    } else {
        format!("{}:443", server.to_ascii_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::secure_server;

    #[test]
    fn a_server_is_named_as_a_proxy_is_asked_for_it() {
        for (url, expected) in [
            ("https://Example.org", Some("example.org:443")),
            ("https://example.org/a:1?b@c", Some("example.org:443")),
            ("https://u:p@example.org:8443/", Some("example.org:8443")),
            ("https://[::1]/", Some("[::1]:443")),
            ("https://[::1]:9/", Some("[::1]:9")),
            ("http://example.org/", None),
        ] {
            assert_eq!(secure_server(url).as_deref(), expected, "{url}");
        }
    }
}
