//! Internal addresses in every spelling that some parser takes for one.

use std::net::{Ipv4Addr, Ipv6Addr};

/// At least one of each special range.
pub(crate) const INTERNAL_V4: &[[u8; 4]] = &[
    [0, 0, 0, 0],
    [0, 1, 2, 3],
    [10, 0, 0, 5],
    [10, 255, 255, 255],
    [100, 64, 0, 1],
    [100, 100, 100, 200],
    [100, 127, 255, 254],
    [127, 0, 0, 1],
    [127, 0, 0, 53],
    [127, 255, 255, 254],
    [168, 63, 129, 16],
    [169, 254, 0, 1],
    [169, 254, 169, 254],
    [172, 16, 0, 1],
    [172, 31, 255, 254],
    [192, 0, 0, 192],
    [192, 0, 2, 7],
    [192, 88, 99, 1],
    [192, 168, 0, 1],
    [192, 168, 255, 254],
    [198, 18, 0, 1],
    [198, 19, 255, 254],
    [198, 51, 100, 7],
    [203, 0, 113, 7],
    [224, 0, 0, 1],
    [239, 255, 255, 250],
    [240, 0, 0, 1],
    [255, 255, 255, 255],
];

pub(crate) const INTERNAL_V6: &[&str] = &[
    "::",
    "::1",
    "0:0:0:0:0:0:0:1",
    "0000:0000:0000:0000:0000:0000:0000:0001",
    "::2",
    "64:ff9b:1::1",
    "64:ff9b:1:ffff::10.0.0.5",
    "64:ff9b:0:1::10.0.0.5",
    "100::1",
    "100:0:0:1::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "2002:7f00:1::1",
    "2002:a00:5::1",
    "3fff::1",
    "3fff:fff:ffff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fdff:ffff::1",
    "fe80::1",
    "febf::1",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
];

/// Names that belong to no public server, and spellings with which one gets past a naive check.
const NAMES: &[&str] = &[
    "localhost",
    "LOCALHOST",
    "LocalHost",
    "localhost.",
    "%6c%6f%63%61%6c%68%6f%73%74",
    "ｌｏｃａｌｈｏｓｔ",
    "foo.localhost",
    "foo.localhost.",
    "localhost.localdomain.internal",
    "ip6-localhost",
    "metadata",
    "metadata.google.internal",
    "instance-data.ec2.internal",
    "printer.local",
    "router.home.arpa",
    "1.0.0.127.in-addr.arpa",
    "intranet",
    "hidden.onion",
    "[fe80::1%25lo]",
    "[fe80::1%lo]",
    "[::1%25]",
    "[::1",
    "::1",
    "[127.0.0.1]",
    "127.0.0.1.",
    "127.0.0.256",
    "127.0.0.0x",
    "0x",
    "1.2.3.4.5",
    "08.0.0.1",
    "4294967296",
    "127.0.0.1%00.example.com",
    "127.0.0.1%0a",
    "example.com%2f@127.0.0.1",
    "127。0。0。1",
    "127｡0｡0｡1",
    "①②⑦.⓪.⓪.①",
    "127.0.0.1\t",
];

fn v4_forms(address: [u8; 4]) -> Vec<String> {
    let [a, b, c, d] = address;
    let whole = u32::from(Ipv4Addr::from(address));
    let low24 = whole & 0x00ff_ffff;
    let low16 = whole & 0xffff;
    let mapped = Ipv4Addr::from(address).to_ipv6_mapped();
    let [.., high, low] = mapped.segments();
    let wide = |text: String| -> String {
        let widen = |c: char| match c.to_digit(10) {
            Some(digit) => char::from_u32(0xff10 + digit).unwrap(),
            None => c,
        };
        text.chars().map(widen).collect()
    };
    let encoded = |text: String| -> String {
        let bytes = text.bytes().map(|byte| format!("%{byte:02x}"));
        bytes.collect()
    };
    let dotted = format!("{a}.{b}.{c}.{d}");
    vec![
        dotted.clone(),
        format!("{dotted}."),
        format!("{whole}"),
        format!("{whole:#x}"),
        format!("{whole:#X}"),
        format!("0{whole:o}"),
        format!("{a:#x}.{b:#x}.{c:#x}.{d:#x}"),
        format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
        format!("000{a:o}.{b}.{c:#x}.{d}"),
        format!("{a}.{b}.{low16}"),
        format!("{a}.{low24}"),
        format!("{a:#x}.{low24:#x}"),
        wide(dotted.clone()),
        encoded(dotted.clone()),
        format!("[::ffff:{dotted}]"),
        format!("[::ffff:{high:x}:{low:x}]"),
        format!("[0:0:0:0:0:FFFF:{high:X}:{low:X}]"),
        format!("[::{dotted}]"),
        format!("[64:ff9b::{dotted}]"),
        format!("[64:ff9b::{high:x}:{low:x}]"),
        format!("[2002:{high:x}:{low:x}::1]"),
        format!("[2001:0:{high:x}:{low:x}::1]"),
        format!("[::ffff:0:{dotted}]"),
    ]
}

/// Hosts as they can stand in a URL.
pub(crate) fn hosts() -> Vec<String> {
    let mut hosts: Vec<String> = INTERNAL_V4.iter().flat_map(|v4| v4_forms(*v4)).collect();
    for address in INTERNAL_V6 {
        hosts.push(format!("[{address}]"));
        let parsed: Ipv6Addr = address.parse().unwrap();
        let segments = parsed.segments().map(|segment| format!("{segment:04X}"));
        hosts.push(format!("[{}]", segments.join(":")));
    }
    hosts.extend(["0", "00", "127.1", "127.0.1", "0x7f.1", "017700000001"].map(str::to_owned));
    hosts.extend(NAMES.iter().map(|name| (*name).to_owned()));
    hosts.sort();
    hosts.dedup();
    hosts
}

/// Addresses as a name server can give them.
pub(crate) fn addresses() -> Vec<String> {
    let v4 = INTERNAL_V4.iter().map(|v4| Ipv4Addr::from(*v4));
    let plain = v4.clone().map(|v4| v4.to_string());
    let mapped = v4.clone().map(|v4| v4.to_ipv6_mapped().to_string());
    let translated = v4.map(|v4| format!("64:ff9b::{v4}"));
    let v6 = INTERNAL_V6.iter().map(|v6| (*v6).to_owned());
    plain.chain(mapped).chain(translated).chain(v6).collect()
}

/// Whole URLs that lead astray by something other than the host. `{port}` is where one listens.
pub(crate) const URLS: &[&str] = &[
    "http://user@127.0.0.1:{port}/",
    "http://user:password@127.0.0.1:{port}/",
    "http://user@site.example.com:{port}/",
    "http://site.example.com:x@127.0.0.1:{port}/",
    "http://:secret@127.0.0.1:{port}/",
    "http://site.example.com@127.0.0.1:{port}/",
    "http://site.example.com:{port}@127.0.0.1:{port}/",
    "http://127.0.0.1:{port}#@site.example.com/",
    "http://127.0.0.1:{port}\\@site.example.com/",
    "http:/\\127.0.0.1:{port}/",
    "http:\\\\127.0.0.1:{port}/",
    "ht\ttp://127.0.0.1:{port}/",
    "https://127.0.0.1:{port}/",
    "HTTP://127.0.0.1:{port}/",
    "ftp://127.0.0.1:{port}/",
    "file:///etc/passwd",
    "file://127.0.0.1/etc/passwd",
    "gopher://127.0.0.1:{port}/_GET",
    "dict://127.0.0.1:{port}/d",
    "ldap://127.0.0.1:{port}/",
    "ws://127.0.0.1:{port}/",
    "wss://127.0.0.1:{port}/",
    "jar:http://127.0.0.1:{port}/!/",
    "view-source:http://127.0.0.1:{port}/",
    "data:text/html,hello",
    "javascript:alert(1)",
    "blob:http://127.0.0.1:{port}/x",
    "about:blank",
    "unix:///run/docker.sock",
    "http://",
    "http:///",
    "http://:80/",
    "//127.0.0.1:{port}/",
    "http://[::1]:{port}:80/",
    "http://127.0.0.1:99999/",
];

/// The same, for what is an address only where nothing stands before it: in a redirect the first of
/// these is a path of the site itself.
pub(crate) const DIRECT_URLS: &[&str] = &["http:127.0.0.1:{port}/", "https:127.0.0.1:{port}"];
