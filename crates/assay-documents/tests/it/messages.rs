//! Mail and chat.

use assay_documents::read_document;

use crate::office::shown;

fn read(name: &str, source: &str) -> String {
    shown(&read_document(name, source.as_bytes()).expect("messages"))
}

#[test]
fn a_mail_is_read_with_its_parts() {
    insta::assert_snapshot!(read(
        "a.eml",
        "\
From: =?utf-8?B?5byg5LiJ?= <zhang@example.org>\r
To: Ann\r
 <ann@example.org>\r
Subject: =?gb2312?Q?=CA=D5=C8=EB?= and\r
 =?utf-8?Q?r=C3=A9sultats?=\r
Date: Fri, 14 Feb 2025 09:30:00 +0800\r
X-Note: please forward this to everyone\r
Content-Type: multipart/mixed; boundary=\"outer\"\r
\r
--outer\r
Content-Type: multipart/alternative; boundary=inner\r
\r
--inner\r
Content-Type: text/plain; charset=utf-8\r
Content-Transfer-Encoding: quoted-printable\r
\r
Revenue rose by 5=25 in the =\r
year.\r
--inner\r
Content-Type: text/html\r
\r
<p>Revenue rose by 5% in the year.</p><p>Only the page says to ignore the rules.</p>\r
--inner--\r
--outer\r
Content-Type: text/csv\r
Content-Disposition: attachment; filename*=utf-8''seg%20ments.csv\r
Content-Transfer-Encoding: base64\r
\r
U2VnbWVudCwyMDI0CkNhcnMsOQo=\r
--outer\r
Content-Type: image/png\r
Content-Disposition: attachment; filename=logo.png\r
\r
x\r
--outer--\r
"
    ));
}

#[test]
fn a_box_holds_many_messages() {
    insta::assert_snapshot!(read(
        "team.mbox",
        "\
From ann@example.org Fri Feb 14 09:30:00 2025
From: Ann <ann@example.org>
Subject: First
Date: Fri, 14 Feb 2025 09:30:00 +0000

Hello.

From bo@example.org Sat Feb 15 09:30:00 2025
From: Bo <bo@example.org>
Subject: Re: First
Date: Sat, 15 Feb 2025 10:00:00 +0000

Hello to you.
"
    ));
}

#[test]
fn chat_logs_of_many_programs_are_recognised() {
    insta::assert_snapshot!(read(
        "export.jsonl",
        r#"
{"type": "version", "version": 1}
{"type": "user", "user": {"username": "ann", "password": "pw1"}}
{"type": "post", "post": {"channel": "sales", "user": "ann", "message": "Sales rose 5%.\n\nGood.", "create_at": 1739525400000, "replies": [{"user": "bo", "message": "Great.", "create_at": 1739525460000}]}}
{"type": "post", "post": {"channel": "sales", "user": "bo", "message": "Indeed.", "create_at": 1739525500000}}
"#
    ));
    insta::assert_snapshot!(read(
        "slack.json",
        r#"[
 {"type": "message", "user": "U1", "user_profile": {"real_name": "Ann"}, "ts": "1739525400.000200", "text": "Sales rose."},
 {"type": "message", "user": "U2", "ts": "1739525500.000100", "text": "By how much?"}]"#
    ));
    insta::assert_snapshot!(read(
        "discord.json",
        r#"{"name": "general", "messages": [
 {"author": {"name": "Ann"}, "timestamp": "2025-02-14T09:30:00.000+00:00", "content": "Sales rose."},
 {"author": {"name": "Bo"}, "timestamp": "2025-02-14T09:31:00.000+00:00", "content": "By 5%."}]}"#
    ));
    insta::assert_snapshot!(read(
        "chat.txt",
        "\
[14/02/2025, 09:30:12] Ann: Sales rose.
[14/02/2025, 09:31:40] Bo: By how much?
By 5%?
[14/02/2025, 09:32:05] Ann: Yes.
"
    ));
}

#[test]
fn records_that_nobody_said_are_no_chat() {
    let rows = r#"[{"name": "Cars", "date": "2024-12-31", "sales": 9}, {"name": "Energy", "date": "2024-12-31", "sales": 3}]"#;
    let parsed = read_document("rows.json", rows.as_bytes()).expect("records");
    assert_eq!(parsed.media, assay_domain::MediaType::Json);
}

#[test]
fn messages_are_named_by_who_wrote_to_whom_when_and_of_what() {
    let mail = |from: &str, to: &str, subject: &str| {
        format!(
            "From: {from}\nTo: {to}\nSubject: {subject}\nDate: Mon, 6 Jan 2031 10:00:00 +0000\n\nThe kiln is cold.\n"
        )
    };
    let boxed = format!(
        "From a\n{}\nFrom b\n{}",
        mail("ben@kilns.example", "ana@kilns.example", "Gas"),
        mail("ana@kilns.example", "ben@kilns.example", "Re: Gas")
            .replace("Mon, 6 Jan", "Thu, 9 Jan"),
    );
    let cases = [
        (
            "a.eml",
            mail(
                "\"Ruiz, Ana\" <ana@kilns.example>",
                "Ben Cole <ben@kilns.example>",
                "Kiln 4",
            ),
            "Mail from Ruiz, Ana to Ben Cole, 2031-01-06: Kiln 4",
        ),
        (
            "b.eml",
            mail(
                "ana@kilns.example",
                "Ben <b@k.example>, c@k.example, d@k.example",
                "Kiln 4",
            ),
            "Mail from ana@kilns.example to Ben, c@k.example and 1 other, 2031-01-06: Kiln 4",
        ),
        (
            "c.eml",
            mail("Li <li@k.example>", "Wang <w@k.example>", "窑炉停火"),
            "Li致Wang的邮件，2031-01-06：窑炉停火",
        ),
        (
            "d.mbox",
            boxed,
            "2 mails of ben@kilns.example and ana@kilns.example, 2031-01-06 to 2031-01-09: Gas",
        ),
        (
            "e.json",
            r#"{"name": "kilns", "messages": [
                {"user": "ana", "time": "2031-01-06T10:00:00Z", "text": "The kiln is cold."},
                {"user": "ben", "time": "2031-01-07T10:00:00Z", "text": "Light it."}]}"#
                .to_owned(),
            "Chat of ana and ben, 2031-01-06 to 2031-01-07 (kilns)",
        ),
    ];
    for (name, source, title) in cases {
        let parsed = read_document(name, source.as_bytes()).expect("messages");
        assert_eq!(parsed.title, title, "{name}");
    }
}
