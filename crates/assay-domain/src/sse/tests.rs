use proptest::prelude::*;

use super::{SseDecoder, SseEvent, SseTooLarge};

fn shown(event: SseEvent) -> String {
    let text = |name: &str, value: Option<Vec<u8>>| {
        value.map(|value| format!("{name}={:?}", String::from_utf8_lossy(&value)))
    };
    let parts = [
        text("event", event.name),
        text("id", event.id),
        event.retry.map(|number| format!("retry={number}")),
        text("error", event.error),
        text("data", event.data),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The events, and those that the end of the stream adds.
fn decode(chunks: &[&[u8]], largest: usize) -> Result<(Vec<String>, Vec<String>), SseTooLarge> {
    let mut decoder = SseDecoder::new(largest);
    let mut events = Vec::new();
    for chunk in chunks {
        decoder.feed(chunk, &mut |event| {
            events.push(shown(event));
            Ok::<_, SseTooLarge>(())
        })?;
    }
    let cut = decoder.finish().map(shown);
    Ok((events, cut.into_iter().collect()))
}

#[test]
fn events() {
    let cases: [(&str, &[&str], &[&str]); 14] = [
        ("data: a\n\n", &[r#"data="a""#], &[]),
        (
            "data:a\r\n\r\ndata:b\r\rdata: c\r\n\n",
            &[r#"data="a""#, r#"data="b""#, r#"data="c""#],
            &[],
        ),
        ("data: a\ndata:  b\n\n", &[r#"data="a\n b""#], &[]),
        ("data:\ndata: a\n\n", &[r#"data="\na""#], &[]),
        (
            "event: message\nid: 7\nretry: 20\ndata: 你好\n\n",
            &[r#"event="message" id="7" retry=20 data="你好""#],
            &[],
        ),
        ("id: 7\n\ndata: a\n\n", &[r#"id="7""#, r#"data="a""#], &[]),
        ("id: a\0b\n\n", &[], &[]),
        (": ping\n\n: ping\n\n", &[], &[]),
        ("event: only\n\ndata: a\n\n", &[r#"data="a""#], &[]),
        ("retry: soon\nother: x\ndata\n\n", &[r#"data="""#], &[]),
        ("error: {\"a\":1}\n\n", &[r#"error="{\"a\":1}""#], &[]),
        ("data: cut off", &[], &[r#"data="cut off""#]),
        ("data: cut\ndata: off\r", &[], &[r#"data="cut\noff""#]),
        ("\n\r\n\r", &[], &[]),
    ];
    for (stream, whole, cut) in cases {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        assert_eq!(
            decode(&[stream.as_bytes()], 100),
            Ok((owned(whole), owned(cut))),
            "{stream:?}"
        );
    }
}

#[test]
fn sizes() {
    let long = "x".repeat(200);
    let split = format!("data: {}\ndata: {}\n\n", &long[..60], &long[..60]);
    for (stream, largest, expected) in [
        (format!("data: {long}\n\n"), 206, Ok(1)),
        (format!("data: {long}\n\n"), 205, Err(SseTooLarge)),
        (split.clone(), 132, Ok(1)),
        (split, 131, Err(SseTooLarge)),
        (
            format!("{}\n", format!(": {}\n", &long[..80]).repeat(10)),
            100,
            Ok(0),
        ),
        (long, 100, Err(SseTooLarge)),
    ] {
        let count = decode(&[stream.as_bytes()], largest).map(|(events, _)| events.len());
        assert_eq!(count, expected);
    }
}

proptest! {
    /// Where the network cuts the stream makes no difference.
    #[test]
    fn chunks_do_not_matter(
        stream in "((data|id|event|retry|error|)(:| |: )[a-c0-9\r]{0,4}(\n|\r|\r\n){1,2}){0,8}",
        size in 1usize..7,
    ) {
        let whole = decode(&[stream.as_bytes()], 40);
        let chunks: Vec<&[u8]> = stream.as_bytes().chunks(size).collect();
        prop_assert_eq!(decode(&chunks, 40), whole);
    }
}
