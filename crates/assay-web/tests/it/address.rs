use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use assay_web::is_public;
use proptest::prelude::*;

/// IANA's registry of special-purpose IPv4 addresses, those that are not globally reachable, with
/// multicast and one cloud's management address.
const SPECIAL_V4: &[&str] = &[
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "168.63.129.16/32",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "255.255.255.255/32",
];

/// The same for IPv6, with the tunnels that are refused whole.
const SPECIAL_V6: &[&str] = &[
    "::/128",
    "::1/128",
    "::/96",
    "64:ff9b:1::/48",
    "100::/64",
    "100:0:0:1::/64",
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "3fff::/20",
    "5f00::/16",
    "fc00::/7",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8",
];

fn v4_range(text: &str) -> (u32, u32) {
    let (base, length) = text.split_once('/').unwrap();
    let base: Ipv4Addr = base.parse().unwrap();
    let host_bits = 32 - length.parse::<u32>().unwrap();
    let mask = u32::MAX.checked_shr(32 - host_bits).unwrap_or(0);
    let base = u32::from(base);
    (base, base | mask)
}

fn v6_range(text: &str) -> (u128, u128) {
    let (base, length) = text.split_once('/').unwrap();
    let base: Ipv6Addr = base.parse().unwrap();
    let host_bits = 128 - length.parse::<u32>().unwrap();
    let mask = u128::MAX.checked_shr(128 - host_bits).unwrap_or(0);
    let base = u128::from(base);
    (base, base | mask)
}

fn special_v4(address: Ipv4Addr) -> bool {
    let address = u32::from(address);
    let mut ranges = SPECIAL_V4.iter().map(|range| v4_range(range));
    ranges.any(|(first, last)| (first..=last).contains(&address))
}

fn special_v6(address: Ipv6Addr) -> bool {
    let number = u128::from(address);
    let mut ranges = SPECIAL_V6.iter().map(|range| v6_range(range));
    ranges.any(|(first, last)| (first..=last).contains(&number))
}

#[test]
fn the_edges_of_every_range_are_where_the_registry_puts_them() {
    for range in SPECIAL_V4 {
        let (first, last) = v4_range(range);
        for edge in [first, last] {
            assert!(!is_public(Ipv4Addr::from(edge).into()), "{range}");
        }
        for outside in [first.checked_sub(1), last.checked_add(1)]
            .into_iter()
            .flatten()
        {
            let outside = Ipv4Addr::from(outside);
            assert_eq!(is_public(outside.into()), !special_v4(outside), "{outside}");
        }
    }
    for range in SPECIAL_V6 {
        let (first, last) = v6_range(range);
        for edge in [first, last] {
            assert!(!is_public(Ipv6Addr::from(edge).into()), "{range}");
        }
    }
}

#[test]
fn addresses_of_public_servers_are_public() {
    for address in [
        "1.1.1.1",
        "8.8.8.8",
        "23.185.0.2",
        "100.63.255.255",
        "100.128.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.1",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2606:4700:4700::1111",
        "2001:4860:4860::8888",
        "2a00:1450:4001:81b::200e",
        "2400:cb00::1",
        "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8",
    ] {
        assert!(is_public(address.parse().unwrap()), "{address}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn an_ipv4_address_is_public_unless_the_registry_says_otherwise(bits: u32) {
        let address = Ipv4Addr::from(bits);
        prop_assert_eq!(is_public(address.into()), !special_v4(address));
    }

    #[test]
    fn every_address_of_a_special_range_is_refused(range in 0..SPECIAL_V4.len(), bits: u32) {
        let (first, last) = v4_range(SPECIAL_V4[range]);
        let address = Ipv4Addr::from(first | (bits & (last - first)));
        prop_assert!(!is_public(address.into()));
        prop_assert!(!is_public(address.to_ipv6_mapped().into()));
        let translated = 0x0064_ff9b_u128 << 96 | u128::from(u32::from(address));
        prop_assert!(!is_public(Ipv6Addr::from(translated).into()));
        let compatible = Ipv6Addr::from(u128::from(u32::from(address)));
        prop_assert!(!is_public(compatible.into()));
        let six_to_four = 0x2002_u128 << 112 | u128::from(u32::from(address)) << 80 | 1;
        prop_assert!(!is_public(Ipv6Addr::from(six_to_four).into()));
    }

    #[test]
    fn every_address_of_a_special_ipv6_range_is_refused(range in 0..SPECIAL_V6.len(), bits: u128) {
        let (first, last) = v6_range(SPECIAL_V6[range]);
        let address = Ipv6Addr::from(first | (bits & (last - first)));
        prop_assert!(!is_public(address.into()));
    }

    #[test]
    fn an_ipv6_address_is_public_only_in_global_unicast_space(bits: u128) {
        let address = Ipv6Addr::from(bits);
        let global = bits >> 125 == 0b001;
        prop_assert_eq!(is_public(address.into()), global && !special_v6(address));
        // and again where the random address is sure to be in that space
        let unicast = Ipv6Addr::from(bits & (u128::MAX >> 3) | 1 << 125);
        prop_assert_eq!(is_public(IpAddr::V6(unicast)), !special_v6(unicast));
    }
}
