use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address belongs to the public Internet.
///
/// Everything else in the IANA registries of special-purpose addresses is not, nor is multicast,
/// nor is IPv6 space that nobody has been given. Deviations from the registries' column "globally
/// reachable", all but the last to the stricter side:
///
/// - 2001::/23 (Teredo, ORCHID, anycast of protocols), 2002::/16 (6to4) and 192.88.99.0/24 are
///   refused whole: a tunnel's address can stand for an internal IPv4 address;
/// - 168.63.129.16 is refused: in one large cloud it is the host's own management interface;
/// - an IPv4 address inside IPv6 (mapped, or NAT64 with the well-known prefix) is judged as the
///   IPv4 address it is. In networks with NAT64 each public IPv4 server has such an address.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, d] = address.octets();
    !matches!(
        (a, b, c, d),
        // this network, private, loopback
        (0 | 10 | 127, ..)
        // shared by carriers
        | (100, 64..=127, ..)
        | (168, 63, 129, 16)
        // link-local, with the metadata services of clouds
        | (169, 254, ..)
        | (172, 16..=31, ..)
        // protocol assignments, documentation, 6to4 relays
        | (192, 0, 0 | 2, _)
        | (192, 88, 99, _)
        | (192, 168, ..)
        // benchmarking, documentation
        | (198, 18 | 19, ..)
        | (198, 51, 100, _)
        | (203, 0, 113, _)
        // multicast, reserved, broadcast
        | (224..=255, ..)
    )
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, c, d, e, f, high, low] = address.segments();
    let embedded = || {
        let [h1, h0] = high.to_be_bytes();
        let [l1, l0] = low.to_be_bytes();
        Ipv4Addr::new(h1, h0, l1, l0)
    };
    match (a, b, c, d, e, f) {
        (0, 0, 0, 0, 0, 0xffff) | (0x64, 0xff9b, 0, 0, 0, 0) => is_public_v4(embedded()),
        // Teredo and other protocol assignments, documentation, 6to4
        (0x2001, 0..=0x01ff | 0x0db8, ..) | (0x2002, ..) | (0x3fff, 0..=0x0fff, ..) => false,
        // the only part of IPv6 that public addresses are given from
        (0x2000..=0x3fff, ..) => true,
        _ => false,
    }
}
