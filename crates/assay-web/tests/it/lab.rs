//! The same in a network of its own in which every address there is belongs to this machine, so
//! that a connection to any of them is seen. It needs Linux, `unshare` and `ip`.

use std::net::IpAddr;
use std::process::Command;

use assay_web::{Policy, VisitError};

use crate::forms::addresses;
use crate::ssrf::{assault, hostile_site, in_turn, is_turned_away, targets};
use crate::support::{Names, SITE, Site, hurried, reply, visit, visitor};

const PORTS: &[u16] = &[80, 443, 8080, 8443];
const PUBLIC: &[&str] = &["93.184.216.34", "2606:2800:220:1::1"];

const NETWORK: &str = "ip link set lo up \
    && ip route add local 0.0.0.0/0 dev lo \
    && ip -6 route add local ::/0 dev lo \
    && exec timeout 300 \"$0\" --exact --ignored --nocapture lab::inside";

#[test]
fn no_internal_address_is_connected_to_where_all_of_them_answer() {
    let program = std::env::current_exe().unwrap();
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--net", "sh", "-c"]);
    let probe = "ip link set lo up && ip route add local 0.0.0.0/0 dev lo";
    let can_run = Command::new("unshare")
        .args(["--user", "--map-root-user", "--net", "sh", "-c", probe])
        .output()
        .is_ok_and(|output| output.status.success());
    if !can_run {
        skip("this machine gives no network namespace");
        return;
    }
    let output = command.arg(NETWORK).arg(program).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("1 passed"), "{said}\n{complained}");
}

fn skip(reason: &str) {
    assert_eq!(
        std::env::var_os("ASSAY_REQUIRE_LABS"),
        None,
        "the lab is required, but {reason}"
    );
    let said = format!("skipped: {reason}; the lab did not run\n");
    let mut stderr = std::io::stderr();
    std::io::Write::write_all(&mut stderr, said.as_bytes()).unwrap();
}

#[tokio::test]
#[ignore = "runs inside the network that the test above makes"]
async fn inside() {
    let devices = std::fs::read_to_string("/proc/net/dev").unwrap();
    let devices = devices.lines().filter(|line| line.contains(':'));
    assert_eq!(devices.count(), 1, "run by hand, outside of the lab");

    let mut targets: Vec<String> = targets(80);
    for port in PORTS {
        targets.push(format!("http://10.0.0.5:{port}/"));
        targets.push(format!("http://169.254.169.254:{port}/"));
        targets.push(format!("https://[fd00:ec2::254]:{port}/"));
    }
    let spelled = targets.len();
    let names = Names::with_site();
    names.set(SITE, &[PUBLIC]);
    for (number, internal) in addresses().iter().enumerate() {
        for (kind, answer) in [
            vec![internal.as_str()],
            vec![PUBLIC[0], internal],
            vec![internal, PUBLIC[0]],
        ]
        .iter()
        .enumerate()
        {
            let name = format!("n{number}-{kind}.example.com");
            names.set(&name, &[answer]);
            targets.push(format!("http://{name}/"));
        }
    }
    let mut served = targets.clone();
    served.push("http://93.184.216.34:8443/page".to_owned());
    let mut sites = Vec::new();
    for port in &PORTS[..3] {
        sites.push(Site::everywhere(*port, hostile_site(served.clone())).await);
    }
    let unwilling = |_: &str| reply(200, &[], b"User-agent: *\nDisallow: /");
    sites.push(Site::everywhere(PORTS[3], unwilling).await);
    let policy = Policy {
        limits: hurried(),
        ..Policy::default()
    };
    let visitor = visitor(policy, &names);

    // The lab works: public addresses answer, by name, by address and behind redirects.
    for url in ["http://93.184.216.34/", "http://site.example.com:8080/"] {
        assert!(visit(&visitor, url).await.is_ok(), "{url}");
    }
    // A server that is redirected to is asked for its own robots.txt.
    let url = format!("http://site.example.com/hop/1/{}", targets.len());
    let error = visit(&visitor, &url).await.unwrap_err();
    assert!(
        matches!(error, VisitError::RobotsForbid { .. }),
        "{error:?}"
    );
    assert_eq!((sites[3].heads().len(), sites[3].paths().len()), (1, 0));
    let seen =
        |sites: &[Site]| -> Vec<IpAddr> { sites.iter().flat_map(Site::destinations).collect() };
    assert!(seen(&sites).len() >= 4);

    let site = "http://site.example.com";
    let redirects = |number: usize| match number < spelled {
        true => 1..=5,
        false => in_turn(number),
    };
    let attempts = assault(&visitor, site, &targets, redirects).await;
    let rebound = rebind(&visitor, &names).await;
    let seen = seen(&sites);
    let public: Vec<IpAddr> = PUBLIC.iter().map(|ip| ip.parse().unwrap()).collect();
    for destination in &seen {
        assert!(public.contains(destination), "connected to {destination}");
    }
    assert!(attempts > 5_000 && rebound > 100, "{attempts} {rebound}");
}

/// A name whose first answer, for its robots.txt, is public, and whose next one is not.
async fn rebind(visitor: &assay_web::Visitor, names: &Names) -> usize {
    let addresses = addresses();
    for (number, internal) in addresses.iter().enumerate() {
        let name = format!("flip{number}.example.com");
        names.set(&name, &[&[PUBLIC[0]], &[internal]]);
        let url = format!("http://{name}/page");
        assert!(is_turned_away(visitor, &url).await, "{url} {internal}");
        let asked = names.asked();
        let asked = asked.iter().filter(|asked| **asked == name).count();
        assert_eq!(asked, 2, "{url}");
    }
    addresses.len()
}
