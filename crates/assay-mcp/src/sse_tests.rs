use assay_domain::SseEvent;

use super::{SseFault, event_for_sdk};

#[test]
fn an_event_is_handed_over_whole_and_as_text() {
    let event = SseEvent {
        data: Some("你好".into()),
        name: Some(b"message".to_vec()),
        id: Some(b"7".to_vec()),
        retry: Some(20),
        error: None,
    };
    let handed = event_for_sdk(event.clone()).expect("text");
    let fields = (handed.event, handed.data, handed.id, handed.retry);
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(fields, (text("message"), text("你好"), text("7"), Some(20)));
    let mut broken = [event.clone(), event.clone(), event];
    let [in_data, in_name, in_id] = &mut broken;
    in_data.data = Some(b"\xff".to_vec());
    in_name.name = Some(b"\xff".to_vec());
    in_id.id = Some(b"\xff".to_vec());
    for event in broken {
        assert_eq!(event_for_sdk(event).err(), Some(SseFault::NotText));
    }
}
