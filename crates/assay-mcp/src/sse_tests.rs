use proptest::prelude::*;
use sse_stream::Sse;

use super::{SseDecoder, SseFault};

fn decode(chunks: &[&[u8]], largest: usize) -> Result<Vec<String>, SseFault> {
    let mut decoder = SseDecoder::default();
    let mut events: Vec<Sse> = Vec::new();
    for chunk in chunks {
        decoder.feed(chunk, largest, &mut events)?;
    }
    let shown = events.into_iter().map(|event| {
        let parts = [
            event.event.map(|text| format!("event={text}")),
            event.id.map(|text| format!("id={text}")),
            event.retry.map(|number| format!("retry={number}")),
            event.data.map(|text| format!("data={text:?}")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    });
    Ok(shown.collect())
}

#[test]
fn events() {
    for (stream, expected) in [
        ("data: a\n\n", vec!["data=\"a\""]),
        ("data:a\r\n\r\ndata:b\r\r", vec!["data=\"a\"", "data=\"b\""]),
        ("data: a\ndata:  b\n\n", vec!["data=\"a\\n b\""]),
        (
            "event: message\nid: 7\nretry: 20\ndata: 你好\n\n",
            vec!["event=message id=7 retry=20 data=\"你好\""],
        ),
        ("id: 1\n\n", vec!["id=1"]),
        (": ping\n\n: ping\n\n", vec![]),
        ("event: only\n\n", vec![]),
        ("retry: soon\nother: x\ndata\n\n", vec!["data=\"\""]),
        ("data: cut off", vec![]),
        ("data: cut off\n", vec![]),
    ] {
        assert_eq!(
            decode(&[stream.as_bytes()], 100),
            Ok(expected.into_iter().map(str::to_owned).collect()),
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
        (format!("data: {long}\n\n"), 205, Err(SseFault::TooLarge)),
        (split.clone(), 132, Ok(1)),
        (split, 131, Err(SseFault::TooLarge)),
        (
            format!("{}\n", format!(": {}\n", &long[..80]).repeat(10)),
            100,
            Ok(0),
        ),
        (long, 100, Err(SseFault::TooLarge)),
    ] {
        let count = decode(&[stream.as_bytes()], largest).map(|events| events.len());
        assert_eq!(count, expected);
    }
    assert_eq!(decode(&[b"data: \xff\n\n"], 100), Err(SseFault::NotText));
}

proptest! {
    /// Where the network cuts the stream makes no difference.
    #[test]
    fn chunks_do_not_matter(
        stream in "((data|id|event|retry|)(:| |: )[a-c0-9\r]{0,4}(\n|\r|\r\n){1,2}){0,8}",
        size in 1usize..7,
    ) {
        let whole = decode(&[stream.as_bytes()], 40);
        let chunks: Vec<&[u8]> = stream.as_bytes().chunks(size).collect();
        prop_assert_eq!(decode(&chunks, 40), whole);
    }
}
