use assay_web::{
    AdmittedOrigin, PageRoutes, Policy, Provenance, ProvenanceError, Refusal, RouteRefusal,
    RouteRequest, UrlSource, page_links,
};

const HOME: &str = "https://shop.example.com/";

/// Routes of a page that is shown at `HOME` and links to one other.
fn routes() -> PageRoutes {
    let routes = PageRoutes::new(Policy::default())
        .welcoming(|url| !url.starts_with("https://rumours.example.com/"));
    let mut provenance = Provenance::new();
    for url in [
        HOME,
        "https://other.example.org/report",
        "https://rumours.example.com/",
    ] {
        provenance.add(url, UrlSource::StoredPage).unwrap();
    }
    routes.know(provenance);
    assert_eq!(routes.document(&get(HOME)), Ok(()));
    routes
}

fn get(url: &str) -> RouteRequest<'_> {
    RouteRequest {
        url,
        method: "GET",
        is_redirect: false,
    }
}

fn redirect(url: &str) -> RouteRequest<'_> {
    RouteRequest {
        is_redirect: true,
        ..get(url)
    }
}

fn post(url: &str) -> RouteRequest<'_> {
    RouteRequest {
        method: "POST",
        ..get(url)
    }
}

fn is_unknown(result: Result<(), RouteRefusal>) -> bool {
    matches!(
        result,
        Err(RouteRefusal::Address(ProvenanceError::Unknown { .. }))
    )
}

#[test]
fn a_page_becomes_only_documents_that_were_spelled_out() {
    let routes = routes();
    assert_eq!(
        routes.document(&get("https://other.example.org/report#2")),
        Ok(())
    );
    for url in [
        "https://other.example.org/report?loot=1",
        "https://other.example.org/",
        "https://evil.example.net/",
    ] {
        assert!(is_unknown(routes.document(&get(url))), "{url}");
        assert!(routes.take_refused().is_some(), "{url}");
    }
    for (url, refusal) in [
        ("file:///etc/passwd", Refusal::Scheme("file".to_owned())),
        (
            "https://127.0.0.1/",
            Refusal::Address([127, 0, 0, 1].into()),
        ),
        ("https://shop.example.com:22/", Refusal::Port(22)),
        ("https://intranet/", Refusal::LocalName),
    ] {
        let expected = RouteRefusal::Address(ProvenanceError::Refused(refusal));
        assert_eq!(routes.document(&get(url)), Err(expected), "{url}");
    }
    let unwelcome = routes.document(&get("https://rumours.example.com/"));
    assert_eq!(unwelcome, Err(RouteRefusal::Unwelcome));
    assert!(routes.permit("https://rumours.example.com/").is_err());
    assert_eq!(routes.gone(), 2);
}

#[test]
fn a_server_may_redirect_but_not_inside_nor_for_ever() {
    let refused = |refusal| Err(RouteRefusal::Address(ProvenanceError::Refused(refusal)));
    for (url, expected) in [
        ("https://www.example.net/a", Ok(())),
        ("http://www.example.net/a", refused(Refusal::Downgrade)),
        (
            "https://10.0.0.1/",
            refused(Refusal::Address([10, 0, 0, 1].into())),
        ),
        ("https://rumours.example.com/", Err(RouteRefusal::Unwelcome)),
    ] {
        assert_eq!(routes().document(&redirect(url)), expected, "{url}");
    }
    let routes = routes();
    let limit = Policy::default().limits.redirects;
    for step in 0..10 {
        let url = format!("https://www.example.net/{step}");
        let expected = match step {
            step if step < limit => Ok(()),
            step if step == limit => Err(RouteRefusal::TooManyRedirects(limit)),
            _ => Err(RouteRefusal::NoPage),
        };
        assert_eq!(routes.document(&redirect(&url)), expected, "{step}");
    }
}

#[test]
fn a_page_that_does_not_get_away_is_still_the_one_that_sends() {
    let routes = routes();
    let leaving = "https://other.example.org/report";
    assert_eq!(routes.document(&get(leaving)), Ok(()));
    assert!(routes.document(&redirect("https://10.0.0.1/")).is_err());
    assert_eq!(routes.part("https://shop.example.com/api", "POST"), Ok(()));
    assert!(
        routes
            .part("https://other.example.org/api", "POST")
            .is_err()
    );
}

#[test]
fn a_form_goes_to_its_own_server_and_only_when_it_is_sent_on_purpose() {
    let routes = routes();
    let search = "https://shop.example.com/search?q=sensors";
    assert!(is_unknown(routes.document(&get(search))));
    assert_eq!(
        routes.document(&post(search)),
        Err(RouteRefusal::Method("POST".to_owned()))
    );
    routes.sending_form(true);
    for elsewhere in [
        "https://evil.example.net/?q=sensors",
        "http://shop.example.com/",
    ] {
        for request in [get(elsewhere), post(elsewhere)] {
            let sent = routes.document(&request);
            assert_eq!(sent, Err(RouteRefusal::OtherServer), "{elsewhere}");
        }
    }
    assert_eq!(routes.document(&post(search)), Ok(()));
    let carried_on = RouteRequest {
        is_redirect: true,
        ..post("https://evil.example.net/")
    };
    assert_eq!(routes.document(&carried_on), Err(RouteRefusal::OtherServer));
    routes.sending_form(false);
    assert!(is_unknown(routes.document(&get(search))));
}

#[test]
fn what_a_page_loads_is_public_and_what_it_sends_stays_at_home() {
    let routes = routes();
    for (url, method, is_allowed) in [
        ("https://cdn.example.net/a.js", "GET", true),
        ("data:image/png;base64,", "GET", true),
        ("https://shop.example.com/api", "POST", true),
        ("https://collector.example.net/", "POST", false),
        ("https://collector.example.net/", "PUT", false),
        ("http://169.254.169.254/latest", "GET", false),
        ("http://localhost:8080/", "GET", false),
        ("file:///etc/passwd", "GET", false),
        ("ftp://files.example.net/", "GET", false),
    ] {
        assert_eq!(
            routes.part(url, method).is_ok(),
            is_allowed,
            "{method} {url}"
        );
    }
    for (address, is_allowed) in [
        ("93.184.216.34", true),
        ("127.0.0.1", false),
        ("::1", false),
    ] {
        assert_eq!(
            routes.may_dial(address.parse().unwrap()),
            is_allowed,
            "{address}"
        );
    }
    let own = AdmittedOrigin::of("http://127.0.0.1:8080").unwrap();
    let admitting = PageRoutes::new(Policy::default().admitting(own));
    assert!(admitting.may_dial([127, 0, 0, 1].into()));
    assert!(!admitting.may_dial([127, 0, 0, 2].into()));
}

#[test]
fn links_of_a_shown_page_are_absolute_and_named_once() {
    let html = r##"<a href="/a">x</a><a href="/a#top">x</a><a href="mailto:x@y">x</a><a href="https://b.example/?q=&amp;r">x</a>"##;
    let links = page_links(html, "https://a.example/sub/").unwrap();
    assert_eq!(links, ["https://a.example/a", "https://b.example/?q=&r"]);
}
