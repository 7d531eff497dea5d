//! Words that are one slip away from each other.

/// A letter more, a letter less, another letter, or two neighbours exchanged.
pub(crate) fn is_one_typo_away(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (short, long) = if a.len() <= b.len() {
        (&a, &b)
    } else {
        (&b, &a)
    };
    if short.first() != long.first() || long.len() - short.len() > 1 || a == b {
        return false;
    }
    let same = short.iter().zip(long).take_while(|(x, y)| x == y).count();
    let rest = |from: &[char], at: usize| from.get(at..).unwrap_or_default().to_vec();
    if short.len() < long.len() {
        return rest(short, same) == rest(long, same + 1);
    }
    let is_swap = short.get(same) == long.get(same + 1)
        && short.get(same + 1) == long.get(same)
        && rest(short, same + 2) == rest(long, same + 2);
    is_swap || rest(short, same + 1) == rest(long, same + 1)
}

/// `teslas` for `tesla`: a plural or a possessive without its apostrophe.
pub(crate) fn without_plural(word: &str) -> Option<&str> {
    word.strip_suffix('s').filter(|rest| rest.len() >= 3)
}

#[cfg(test)]
mod tests {
    use super::is_one_typo_away;

    #[test]
    fn one_slip_and_no_more() {
        for (a, b, expected) in [
            ("velmora", "velmroa", true),
            ("velmoa", "velmora", true),
            ("velmorra", "velmora", true),
            ("velmara", "velmora", true),
            ("velmora", "velmora", false),
            ("melmora", "velmora", false),
            ("velm", "velmora", false),
        ] {
            assert_eq!(is_one_typo_away(a, b), expected, "{a} {b}");
        }
    }
}
