use assay_domain::{BlobId, Body};
use assay_store::StoreError;

use crate::place::Place;

#[test]
fn small_texts_stay_in_their_event_and_large_ones_lie_beside_it() {
    let place = Place::new();
    for (length, inline) in [
        (0, true),
        (64 * 1024, true),
        (64 * 1024 + 1, false),
        (1 << 20, false),
    ] {
        let text = "x".repeat(length);
        let body = place
            .runtime
            .block_on(place.store.body(text.clone()))
            .unwrap();
        assert_eq!(matches!(body, Body::Inline(_)), inline, "{length} bytes");
        assert_eq!(place.store.text_of(&body).unwrap(), text, "{length} bytes");
    }
}

#[test]
fn a_body_is_what_its_name_says_or_an_error() {
    let place = Place::new();
    let blobs = place.store.blobs();
    let id = blobs.put(b"the text").unwrap();
    assert_eq!(blobs.put(b"the text").unwrap(), id, "stored once");
    let file = place
        .folder
        .path()
        .join("blobs")
        .join(&id.as_str()[..2])
        .join(id.as_str());
    std::fs::write(&file, "the test").unwrap();
    assert!(matches!(
        blobs.get(&id),
        Err(StoreError::BodyDamaged { .. })
    ));
    blobs.put(b"the text").unwrap();
    assert_eq!(blobs.get(&id).unwrap(), b"the text", "written anew");
    std::fs::remove_dir_all(place.folder.path().join("blobs")).unwrap();
    blobs.put(b"the text").unwrap();
    assert_eq!(blobs.get(&id).unwrap(), b"the text", "written anew");
    let missing = BlobId::of_bytes(b"never stored");
    assert!(matches!(
        blobs.get(&missing),
        Err(StoreError::BodyDamaged { .. })
    ));
}
