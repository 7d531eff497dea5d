//! No connection is made to an internal address, however one is led there. The listeners here see
//! what is made to the machine itself; `lab` sees what is made to any address at all.

use std::ops::RangeInclusive;
use std::process::Command;

use assay_web::{AdmittedOrigin, Provenance, Refusal, UrlSource, VisitError, Visitor, WebError};

use crate::forms::{DIRECT_URLS, URLS, addresses, hosts};
use crate::support::{
    Names, SITE, Site, html, not_found, policy_for, redirect, reply, visit, visitor,
};

const REDIRECTS: &[u16] = &[301, 302, 303, 307, 308];

/// Where the redirects of a hostile site lead: `/hop/N/I` takes N steps to the I-th target.
pub(crate) fn hostile_site(targets: Vec<String>) -> impl Fn(&str) -> Vec<u8> + Send + Sync {
    move |path| {
        let mut parts = path.trim_start_matches('/').split('/');
        let (Some("hop"), Some(steps), Some(target)) = (parts.next(), parts.next(), parts.next())
        else {
            return match path {
                "/robots.txt" => not_found(),
                _ => html("you should not see this"),
            };
        };
        let (steps, target): (usize, usize) = (steps.parse().unwrap(), target.parse().unwrap());
        let status = REDIRECTS[(steps + target) % REDIRECTS.len()];
        match steps {
            1 => redirect(status, &targets[target]),
            _ => redirect(status, &format!("/hop/{}/{target}", steps - 1)),
        }
    }
}

/// Goes to `url` as the user's own, and says whether it was turned away before any connection.
pub(crate) async fn is_turned_away(visitor: &Visitor, url: &str) -> bool {
    if Provenance::new().add(url, UrlSource::User).is_err() {
        return true;
    }
    match visit(visitor, url).await {
        Ok(_) => false,
        Err(VisitError::Web(WebError::BadRedirect { .. })) => true,
        Err(error) => error.refusal().is_some(),
    }
}

/// One to five redirects, another number for the next target.
pub(crate) fn in_turn(number: usize) -> RangeInclusive<usize> {
    let steps = number % 5 + 1;
    steps..=steps
}

/// Every target directly and behind as many redirects of `site` as `redirects` says for its number;
/// returns how many attempts that were.
pub(crate) async fn assault(
    visitor: &Visitor,
    site: &str,
    targets: &[String],
    redirects: impl Fn(usize) -> RangeInclusive<usize>,
) -> usize {
    let mut attempts = 0;
    for (number, target) in targets.iter().enumerate() {
        assert!(is_turned_away(visitor, target).await, "{target}");
        attempts += 1;
        for steps in redirects(number) {
            let start = format!("{site}/hop/{steps}/{number}");
            let away = is_turned_away(visitor, &start).await;
            assert!(away, "{target} behind {steps} redirects");
            attempts += 1;
        }
    }
    attempts
}

pub(crate) fn targets(port: u16) -> Vec<String> {
    let hosts = hosts().into_iter();
    let mut targets: Vec<String> = hosts
        .map(|host| format!("http://{host}:{port}/secret"))
        .collect();
    let urls = URLS.iter();
    targets.extend(urls.map(|url| url.replace("{port}", &port.to_string())));
    targets
}

#[test]
fn there_are_more_than_two_hundred_forms() {
    assert!(hosts().len() > 600, "{}", hosts().len());
    assert!(addresses().len() > 100);
}

#[tokio::test]
async fn no_form_of_an_internal_address_is_connected_to() {
    let trap = Site::everywhere(0, |_| html("the inside")).await;
    let targets = targets(trap.port);
    let site = Site::start(hostile_site(targets.clone())).await;
    let mut policy = policy_for(&site);
    policy.ports.push(trap.port);
    let visitor = visitor(policy, &Names::with_site());
    let attempts = assault(&visitor, &site.url(""), &targets, in_turn).await;
    assert!(attempts > 1_400, "{attempts}");
    for url in DIRECT_URLS {
        let url = url.replace("{port}", &trap.port.to_string());
        assert!(is_turned_away(&visitor, &url).await, "{url}");
    }
    assert_eq!(trap.destinations().len(), 0);
    assert!(
        site.destinations().len() > 2 * targets.len(),
        "the redirects were followed"
    );
}

#[tokio::test]
async fn a_name_with_one_internal_address_is_not_connected_to() {
    let trap = Site::everywhere(0, |_| html("the inside")).await;
    let names = Names::with_site();
    let mut targets = Vec::new();
    for (number, internal) in addresses().iter().enumerate() {
        let public = ["8.8.8.8", "2606:4700:4700::1111"];
        for (kind, answers) in [
            vec![vec![internal.as_str()]],
            vec![vec![public[0], internal]],
            vec![vec![internal, public[0]]],
            vec![vec![public[1], public[0], internal]],
            vec![vec![public[0], internal], vec![internal]],
        ]
        .iter()
        .enumerate()
        {
            let name = format!("n{number}-{kind}.example.com");
            let answers: Vec<&[&str]> = answers.iter().map(Vec::as_slice).collect();
            names.set(&name, &answers);
            targets.push(format!("http://{name}:{}/secret", trap.port));
        }
    }
    let site = Site::start(hostile_site(targets.clone())).await;
    let mut policy = policy_for(&site);
    policy.ports.push(trap.port);
    let visitor = visitor(policy, &names);
    let attempts = assault(&visitor, &site.url(""), &targets, in_turn).await;
    assert!(attempts > 1_000, "{attempts}");
    assert_eq!(trap.destinations().len(), 0);
    assert!(
        names.asked().len() >= targets.len(),
        "the names were looked up"
    );
}

#[tokio::test]
async fn only_the_ports_of_the_web_are_connected_to() {
    let trap = Site::everywhere(0, |_| html("the inside")).await;
    let names = Names::with_site();
    names.set("public.example.com", &[&["127.0.0.1"]]);
    let site = Site::start(|_| html("hello")).await;
    let visitor = visitor(policy_for(&site), &names);
    for port in [
        1, 21, 22, 25, 81, 2375, 3306, 5432, 6379, 9200, 11211, trap.port,
    ] {
        let url = format!("http://public.example.com:{port}/");
        let error = visit(&visitor, &url).await.unwrap_err();
        assert_eq!(error.refusal(), Some(&Refusal::Port(port)));
    }
    assert_eq!(trap.destinations().len(), 0);
    assert!(!names.asked().contains(&"public.example.com".to_owned()));
}

#[tokio::test]
async fn an_admitted_server_is_reached_by_its_own_address_and_from_itself_alone() {
    let inside = Site::start(|path| match path {
        "/robots.txt" => not_found(),
        "/again" => redirect(302, "/page"),
        _ => html("inside"),
    })
    .await;
    let port = inside.port;
    let within = inside.url("/page");
    let outside = Site::start(move |path| match path {
        "/robots.txt" => not_found(),
        _ => redirect(302, &within),
    })
    .await;
    let mut policy = policy_for(&inside);
    let names = Names::with_site();
    names.set("other.example.com", &[&["127.0.0.1"]]);
    let origin = format!("http://other.example.com:{}", outside.port);
    policy.admitted.push(AdmittedOrigin::of(&origin).unwrap());
    policy.ports.push(port);
    let visitor = visitor(policy, &names);

    assert!(visit(&visitor, &inside.url("/page")).await.is_ok());
    assert!(visit(&visitor, &inside.url("/again")).await.is_ok());
    let before = inside.destinations().len();
    for (url, refusal) in [
        (format!("{origin}/"), Refusal::LedInside),
        (
            format!("http://{SITE}/"),
            Refusal::OtherOrigin(format!("http://{SITE}:{port}")),
        ),
        (
            format!("https://{SITE}:{port}/"),
            Refusal::OtherOrigin(format!("http://{SITE}:{port}")),
        ),
        (
            format!("http://127.0.0.1:{port}/"),
            Refusal::Address("127.0.0.1".parse().unwrap()),
        ),
    ] {
        let error = visit(&visitor, &url).await.unwrap_err();
        assert_eq!(error.refusal(), Some(&refusal), "{url}");
    }
    assert_eq!(inside.destinations().len(), before);
}

#[tokio::test]
async fn six_redirects_are_one_too_many() {
    let site = Site::start(|path| match path {
        "/robots.txt" => not_found(),
        "/0" => html("the end"),
        _ => {
            let number: u32 = path.trim_start_matches('/').parse().unwrap();
            redirect(302, &format!("/{}", number - 1))
        }
    })
    .await;
    let visitor = visitor(policy_for(&site), &Names::with_site());
    let page = visit(&visitor, &site.url("/5")).await.unwrap();
    assert_eq!(page.final_url, site.url("/0"));
    let error = visit(&visitor, &site.url("/6")).await.unwrap_err();
    let VisitError::Web(WebError::TooManyRedirects { limit: 5, .. }) = error else {
        panic!("{error:?}");
    };
}

#[tokio::test]
async fn a_redirect_without_an_address_is_an_error() {
    let site = Site::start(|path| match path {
        "/robots.txt" => not_found(),
        "/none" => reply(302, &[], b""),
        _ => reply(302, &[("location", "http://[")], b""),
    })
    .await;
    let visitor = visitor(policy_for(&site), &Names::with_site());
    for path in ["/none", "/broken"] {
        let error = visit(&visitor, &site.url(path)).await.unwrap_err();
        let VisitError::Web(WebError::BadRedirect { status: 302, .. }) = error else {
            panic!("{error:?}");
        };
    }
}

#[test]
fn a_proxy_in_the_environment_is_not_used() {
    // Nothing listens on port 1, so a client that went there would find no page.
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "visit::a_page_comes_with_its_links"]);
    for name in [
        "http_proxy",
        "HTTP_PROXY",
        "https_proxy",
        "all_proxy",
        "ALL_PROXY",
    ] {
        command.env(name, "http://127.0.0.1:1");
    }
    let output = command
        .env_remove("no_proxy")
        .env_remove("NO_PROXY")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("1 passed"), "{said}");
}
