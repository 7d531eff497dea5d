/// The Latin letter that a small letter of another alphabet looks like. `None` for a letter that
/// looks like none.
pub(crate) fn latin_look_alike(c: char) -> Option<char> {
    let squared = match c {
        '\u{1f110}'..='\u{1f129}' => Some(u32::from(c) - 0x1f110),
        '\u{1f130}'..='\u{1f149}' => Some(u32::from(c) - 0x1f130),
        '\u{1f150}'..='\u{1f169}' => Some(u32::from(c) - 0x1f150),
        '\u{1f170}'..='\u{1f189}' => Some(u32::from(c) - 0x1f170),
        '\u{1f1e6}'..='\u{1f1ff}' => Some(u32::from(c) - 0x1f1e6),
        _ => None,
    };
    if let Some(number) = squared {
        return char::from_u32(u32::from('a') + number);
    }
    let row = ALIKE.iter().find(|(_, others)| others.contains(c));
    row.map(|(latin, _)| *latin)
}

/// The second Latin letter that a letter looks like, where its capital form looks like another.
pub(crate) fn second_look_alike(c: char) -> Option<char> {
    match c {
        'ν' => Some('n'),
        'η' => Some('h'),
        'υ' => Some('y'),
        'μ' => Some('u'),
        'и' => Some('u'),
        _ => None,
    }
}

/// Letters and signs that are drawn like a Latin letter, after accents and capitals are gone.
const ALIKE: [(char, &str); 26] = [
    ('a', "аαɑᴀꭺɐ"),
    ('b', "ьвβʙɓƅᏼ฿"),
    ('c', "сϲᴄƈ¢ꮯɔ"),
    ('d', "ԁᴅɗժꮷ"),
    ('e', "еεᴇєҽ℮ɛǝəэꭼ"),
    ('f', "ғꜰƒϝքꞙ"),
    ('g', "ɡɢցԍɠ"),
    ('h', "һнʜհɦ"),
    ('i', "іιɪɩɨꙇ¡ꭵ"),
    ('j', "јϳᴊյʝ"),
    ('k', "кκᴋҝⲕƙ"),
    ('l', "ʟӏⵏɭℓ"),
    ('m', "мμᴍϻ₥ɱ"),
    ('n', "пηɴոռиɲɳ"),
    ('o', "оοσᴏօဝ०೦൦๐ჿѳ"),
    ('p', "рρᴘƿ"),
    ('q', "ԛզգɋ"),
    ('r', "гʀᴦɾɹя"),
    ('s', "ѕꜱʂƽꮪ§"),
    ('t', "тτᴛƭʇ†"),
    ('u', "υᴜսцʊ"),
    ('v', "νᴠѵʋʌ"),
    ('w', "ωᴡшѡԝա"),
    ('x', "хχ×ӽ"),
    ('y', "уγʏүყɣ"),
    ('z', "ζᴢʐƶȥʒ"),
];
