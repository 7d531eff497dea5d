//! Nothing leaves for an address that the filter refuses, whichever way a page asks.

use std::time::Duration;

use assay_browser::{
    BrowserError, Condition, Decision, Filter, Outcome, Page, PageOptions, PageRequest,
};
use tokio::net::UdpSocket;

use crate::lab::{Lab, with_browser};
use crate::site::{Answers, Site, html};

/// Every way out of a page that this test knows; each names its own path.
const WAYS_OUT: &str = r#"
<link rel=prefetch href="OTHER/prefetch">
<link rel=preconnect href="OTHER">
<img src="OTHER/image">
<iframe src="OTHER/frame"></iframe>
<iframe src="/inner"></iframe>
<script>
  const ends = [];
  const ended = (name) => () => { ends.push(name); document.title = ends.length; };
  const attempt = (name, promise) => promise.then(ended(name), ended(name));
  attempt('fetch', fetch('OTHER/fetch', { mode: 'no-cors' }));
  attempt('redirect', fetch('/redirect', { mode: 'no-cors' }));
  navigator.sendBeacon('OTHER/beacon', 'x');
  const source = new EventSource('OTHER/events');
  source.onerror = () => { source.close(); ended('events')(); };
  const socket = new WebSocket('OTHER/socket'.replace('http', 'ws'));
  socket.onerror = ended('socket');
  const worker = new Worker('/worker.js');
  worker.onmessage = ended('worker');
  const shared = new SharedWorker('/shared.js');
  shared.port.onmessage = ended('shared');
  navigator.serviceWorker.register('/service.js');
  navigator.serviceWorker.ready.then(ended('service'));
  window.open('OTHER/window');
  const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:STUN' }] });
  peer.onicegatheringstatechange = () => { if (peer.iceGatheringState === 'complete') ended('peer')(); };
  peer.createDataChannel('x');
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  const blank = document.createElement('iframe');
  document.body.append(blank);
  for (const realm of [window, blank.contentWindow]) {
    try {
      attempt('transport', new realm.WebTransport('https://STUN/').ready);
    } catch {
      ended('transport')();
    }
  }
</script>"#;

/// A site whose page tries every way out to another server.
async fn site_with_ways_to(other: &str, stun: &str) -> Site {
    let socket = other.replace("http", "ws");
    let tries = |reply: &str| {
        format!(
            "fetch('{other}/from-worker', {{mode: 'no-cors'}}).then(() => 0, () => 0).then(() => {{ try {{ new WebTransport('https://{stun}/'); }} catch {{ }} const socket = new WebSocket('{socket}/worker-socket'); socket.onerror = () => {{ {reply} }}; }});"
        )
    };
    let script = |text: String| ("200 OK\r\ncontent-type: text/javascript".to_owned(), text);
    let page = WAYS_OUT.replace("OTHER", other).replace("STUN", stun);
    Site::start(Answers::from([
        ("/", html(&page)),
        ("/inner", html(&format!("<img src='{other}/inner-image'>"))),
        ("/worker.js", script(tries("postMessage(1)"))),
        (
            "/shared.js",
            script(format!(
                "onconnect = (event) => {{ const port = event.ports[0]; {} }};",
                tries("port.postMessage(1)")
            )),
        ),
        (
            "/service.js",
            script(format!(
                "self.addEventListener('install', (event) => event.waitUntil(fetch('{other}/from-service', {{mode: 'no-cors'}}).catch(() => 0)));"
            )),
        ),
    ]))
    .await
}

/// The other server, where its datagrams arrive, and a page that tries every way to both.
struct Attempt {
    outside: Site,
    datagrams: UdpSocket,
    page: Page,
    _site: Site,
}

impl Attempt {
    async fn start(lab: &Lab, filter: impl Fn(&str) -> Option<Filter>) -> Self {
        let outside = Site::start(Answers::new()).await;
        let datagrams = UdpSocket::bind(("127.0.0.1", 0)).await.unwrap();
        let address = datagrams.local_addr().unwrap().to_string();
        let site = site_with_ways_to(&outside.other(""), &address).await;
        let options = PageOptions {
            filter: filter(&site.url("")),
            ..PageOptions::default()
        };
        let page = lab.browser.new_page(options).await.unwrap();
        page.open(&site.url("/")).await.unwrap();
        Self {
            outside,
            datagrams,
            page,
            _site: site,
        }
    }

    /// Returns once these attempts have ended, well or badly.
    async fn ended(&self, names: &[&str]) {
        let names = serde_json::json!(names);
        // the page may be on its way still
        let ended =
            format!("typeof ends !== 'undefined' && {names}.every((one) => ends.includes(one))");
        self.page.wait_for(Condition::holds(ended)).await.unwrap();
    }
}

const REQUESTS: [&str; 7] = [
    "fetch", "redirect", "events", "socket", "worker", "shared", "service",
];

#[test]
fn no_way_out_of_a_page_goes_around_the_filter() {
    with_browser(|lab| async move {
        let only_own = |own: &str| {
            let own = own.to_owned();
            Some(Filter::new(move |request: &PageRequest| {
                if request.url.starts_with(&own) {
                    Decision::Allow
                } else {
                    Decision::Refuse
                }
            }))
        };
        let attempt = Attempt::start(&lab, only_own).await;
        attempt.ended(&REQUESTS).await;
        attempt.ended(&["peer", "transport"]).await;
        assert_eq!(attempt.outside.asked(), Vec::<String>::new());
        let datagram = attempt.datagrams.try_recv(&mut [0; 2000]);
        assert!(datagram.is_err(), "{datagram:?}");
        let exchanges = attempt.page.exchanges();
        let refused = exchanges
            .iter()
            .filter(|one| one.outcome == Outcome::Refused);
        assert!(refused.count() >= 3, "{exchanges:#?}");
        lab
    });
}

/// The same page without a filter, so that the test above is known to try.
#[test]
fn a_page_without_a_filter_goes_everywhere() {
    with_browser(|lab| async move {
        let attempt = Attempt::start(&lab, |_| None).await;
        attempt.ended(&REQUESTS).await;
        let mut datagram = [0; 2000];
        let arrival = attempt.datagrams.recv(&mut datagram);
        let arrived = tokio::time::timeout(Duration::from_secs(60), arrival).await;
        assert!(arrived.is_ok(), "no datagram came");
        let asked = attempt.outside.asked();
        for path in [
            "/image",
            "/frame",
            "/inner-image",
            "/fetch",
            "/events",
            "/from-worker",
            "/from-service",
            "/socket",
            "/worker-socket",
        ] {
            assert!(asked.iter().any(|one| one == path), "{path}: {asked:?}");
        }
        lab
    });
}

#[test]
fn a_refused_document_is_an_error_of_its_own() {
    with_browser(|lab| async move {
        let site = Site::start(Answers::from([("/", html("secret"))])).await;
        let filter = Filter::new(|_: &PageRequest| Decision::Refuse);
        let options = PageOptions {
            filter: Some(filter),
            ..PageOptions::default()
        };
        let page = lab.browser.new_page(options).await.unwrap();
        let error = page.open(&site.url("/")).await.unwrap_err();
        assert!(matches!(error, BrowserError::Filtered { .. }), "{error}");
        assert_eq!(site.asked(), Vec::<String>::new());
        lab
    });
}

#[test]
fn a_redirect_is_asked_about_again() {
    with_browser(|lab| async move {
        let outside = Site::start(Answers::from([("/", html("outside"))])).await;
        let away = format!("302 Found\r\nlocation: {}", outside.other("/"));
        let site = Site::start(Answers::from([("/", (away, String::new()))])).await;
        let own = site.url("");
        let filter = Filter::new(move |request: &PageRequest| {
            if request.url.starts_with(&own) {
                Decision::Allow
            } else {
                Decision::Refuse
            }
        });
        let options = PageOptions {
            filter: Some(filter),
            ..PageOptions::default()
        };
        let page = lab.browser.new_page(options).await.unwrap();
        let error = page.open(&site.url("/")).await.unwrap_err();
        assert!(matches!(error, BrowserError::Filtered { .. }), "{error}");
        assert_eq!(outside.asked(), Vec::<String>::new());
        lab
    });
}

#[test]
fn an_allowed_name_is_not_dialled_at_an_address_that_is_refused() {
    with_browser(|lab| async move {
        let site = Site::start(Answers::from([("/", html("inside"))])).await;
        let open = Filter::new(|_: &PageRequest| Decision::Allow);
        let closed = open.clone().at_addresses(|address| {
            if address.is_loopback() {
                Decision::Refuse
            } else {
                Decision::Allow
            }
        });
        for (filter, is_reached) in [(closed, false), (open, true)] {
            let options = PageOptions {
                filter: Some(filter),
                ..PageOptions::default()
            };
            let page = lab.browser.new_page(options).await.unwrap();
            let opened = page.open(&site.other("/")).await;
            assert_eq!(opened.is_ok(), is_reached, "{opened:?}");
            assert_eq!(!site.asked().is_empty(), is_reached);
        }
        lab
    });
}
