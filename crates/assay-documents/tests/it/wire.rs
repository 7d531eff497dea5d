//! What goes between the engine and its reading child.

use assay_documents::{
    ProtocolError, ReadError, decode_reply, decode_request, encode_reply, encode_request,
    read_document,
};
use proptest::prelude::*;

#[test]
fn what_is_sent_arrives() {
    let request = encode_request("notes/年报.md", b"# Results\n");
    assert_eq!(
        decode_request(&request),
        Ok(("notes/年报.md", b"# Results\n".as_slice()))
    );

    let read = read_document("acme.md", "# Results\n\n收入增长。".as_bytes());
    let reply = encode_reply(read.clone()).expect("a reply");
    assert_eq!(decode_reply(&reply), Ok(read));
}

#[test]
fn every_refusal_arrives_as_it_was() {
    let refusals = [
        ReadError::Binary,
        ReadError::Empty,
        ReadError::TooLarge { bytes: 2, limit: 1 },
        ReadError::NeedsOcr { pages: 3 },
        ReadError::Encrypted { format: "PDF" },
        ReadError::UnreadableFonts {
            format: "PDF",
            pages: 1,
        },
        ReadError::Malformed {
            format: "XLSX",
            reason: "cut".to_owned(),
        },
        read_document("a.doc", b"x").expect_err("an old format"),
        read_document("a.png", b"x").expect_err("a picture"),
        ReadError::Exceeds {
            format: "PDF",
            what: "it has 9999 pages".to_owned(),
            limit: 5_000,
            hint: "split it first",
        },
    ];
    for refusal in refusals {
        let reply = encode_reply(Err(refusal.clone())).expect("a reply");
        assert_eq!(decode_reply(&reply), Ok(Err(refusal)));
    }
}

#[test]
fn a_cut_or_changed_reply_is_none() {
    let reply = encode_reply(read_document("a.md", b"# A\n\nText.")).expect("a reply");
    for end in 0..reply.len() {
        let cut = decode_reply(reply.get(..end).expect("a start"));
        assert_eq!(cut, Err(ProtocolError::Cut), "{end}");
    }
    let mut longer = reply.clone();
    longer.push(b' ');
    assert!(matches!(decode_reply(&longer), Err(ProtocolError::Form(_))));
    let invented = br#"{"refused":{"error":"encrypted","format":"click http://evil"}}"#;
    let mut message = reply.get(..8).expect("its mark").to_vec();
    message.extend((invented.len() as u64).to_be_bytes());
    message.extend(invented);
    assert!(matches!(
        decode_reply(&message),
        Err(ProtocolError::Form(_))
    ));
}

proptest! {
    #[test]
    fn no_bytes_are_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = decode_reply(&bytes);
        let _ = decode_request(&bytes);
    }

    #[test]
    fn any_file_gets_a_verdict(extension in "(pdf|docx|pptx|xlsx|eml|mbox|json|jsonl|csv|html|txt)", bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        let _ = read_document(&format!("a.{extension}"), &bytes);
    }
}
