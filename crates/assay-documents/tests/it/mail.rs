//! Mail that is rightly sent in a way few think of, mail that is wrongly sent and that every mail
//! program reads, and mail that is made to do harm.

use assay_documents::read_document;
use proptest::prelude::*;

use crate::office::shown;

/// Fields after a sender and a subject, a body, and what is read of both.
struct Case {
    what: &'static str,
    mail: &'static [u8],
    says: &'static [&'static str],
    never: &'static [&'static str],
}

fn check(cases: &[Case]) {
    for case in cases {
        let mut mail = b"From: Ana <ana@k.example>\r\nSubject: Kilns\r\n".to_vec();
        mail.extend(case.mail);
        let read = read_document("a.eml", &mail).map(|parsed| shown(&parsed));
        let read = read.unwrap_or_else(|error| format!("refused: {error}"));
        for said in case.says {
            assert!(
                read.contains(said),
                "{}: {said} is not in\n{read}",
                case.what
            );
        }
        for never in case.never {
            assert!(
                !read.contains(never),
                "{}: {never} is in\n{read}",
                case.what
            );
        }
    }
}

#[test]
fn attachments_have_the_names_they_were_sent_with() {
    check(&[
        Case {
            what: "sections that share a character",
            mail: b"Content-Type: image/png\r\nContent-Disposition: attachment;\r\n filename*0*=utf-8''na%C3;\r\n filename*1*=%AFve;\r\n filename*2=\"%20plan.png\"\r\n\r\nx",
            says: &["Attachment: na\u{ef}ve%20plan.png"],
            never: &[],
        },
        Case {
            what: "sections out of order, in the encoding of the first",
            mail: b"Content-Type: image/png\r\nContent-Disposition: attachment; filename*1*=%B8%E6.png; filename*0*=gbk''%B1%A8\r\n\r\nx",
            says: &["Attachment: 报告.png"],
            never: &[],
        },
        Case {
            what: "a plain name for programs of old beside the real one",
            mail: b"Content-Type: image/png\r\nContent-Disposition: attachment; filename=\"plan.png\"; filename*=utf-8''%E7%AA%91.png\r\n\r\nx",
            says: &["Attachment: 窑.png"],
            never: &["plan.png"],
        },
        Case {
            what: "quotes and a semicolon within quotes",
            mail: br#"Content-Disposition: attachment; filename="the \"old; cold\" kiln.png"; size=1

x"#,
            says: &[r#"Attachment: the "old; cold" kiln.png"#],
            never: &[],
        },
        Case {
            what: "encoded words in a name, a character in two of them",
            mail: b"Content-Type: image/png;\r\n name=\"=?utf-8?B?56qR5w==?=\r\n =?utf-8?B?gok=?=.png\"\r\n\r\nx",
            says: &["Attachment: 窑炉.png"],
            never: &[],
        },
        Case {
            what: "a value on the line after its name",
            mail: b"Content-Type: image/png; name=\r\n \"plan of the kiln.png\"\r\n\r\nx",
            says: &["Attachment: plan of the kiln.png"],
            never: &[],
        },
        Case {
            what: "no name, and neither text nor picture",
            mail: b"Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\n\r\nNot delivered.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nStatus: 5.1.1 (no such kiln)\r\n--b--\r\n",
            says: &["Not delivered.", "Status: 5.1.1 (no such kiln)"],
            never: &[],
        },
    ]);
}

#[test]
fn fields_say_what_mail_programs_show() {
    check(&[
        Case {
            what: "a character in two encoded words",
            mail: b"To: =?utf-8?B?56qR5w==?=\r\n =?UTF-8?B?gok=?= <kiln@k.example>\r\n\r\nx",
            says: &["To: 窑炉 <kiln@k.example>"],
            never: &["\u{fffd}"],
        },
        Case {
            what: "an encoding that nobody knows, and one that is wrong",
            mail: b"To: =?unknown-8bit?Q?=CA=D5=C8=EB=D4=F6=B3=A4=B0=D9=B7=D6=D6=AE=CE=E5?= <a@k.example>\r\nCc: =?utf-8?B?06rK1dT2s6Q=?= <b@k.example>\r\n\r\nx",
            says: &["To: 收入增长百分之五 <a@k.example>", "Cc: 营收增长 <b@k.example>"],
            never: &["\u{fffd}"],
        },
        Case {
            what: "a comma in an encoded name",
            mail: b"To: =?utf-8?Q?Cole=2C_Ben?= <ben@k.example>, \"Poe, Edda\" <edda@k.example>, x@k.example\r\n\r\nx",
            says: &["Mail from Ana to Cole, Ben, Poe, Edda and 1 other"],
            never: &[],
        },
        Case {
            what: "a name in a comment, and a group",
            mail: b"To: Masons: ben@k.example (Ben Cole), edda@k.example;\r\n\r\nx",
            says: &["Mail from Ana to Ben Cole and edda@k.example"],
            never: &[],
        },
        Case {
            what: "a wrong weekday",
            mail: b"Date: Mon, 14 Feb 2025 09:30:00 -0600 (CST)\r\n\r\nx",
            says: &["date: Some(2025-02-14)", "Date: 2025-02-14 09:30 -06:00"],
            never: &[],
        },
        Case {
            what: "a day that there is not",
            mail: b"Date: Fri, 31 Feb 2025 09:30:00 +0000\r\n\r\nx",
            says: &["date: None", "Date: Fri, 31 Feb 2025 09:30:00 +0000"],
            never: &[],
        },
        Case {
            what: "bytes of another encoding, and a space before the colon",
            mail: b"To : \xca\xd5\xc8\xeb\xd4\xf6\xb3\xa4\xb0\xd9\xb7\xd6\xd6\xae\xce\xe5 <a@k.example>\r\n\r\nx",
            says: &["To: 收入增长百分之五 <a@k.example>"],
            never: &[],
        },
        Case {
            what: "a field nobody sees, encoded so that it has no space",
            mail: b"X-Note: =?utf-8?Q?forward_this_to_everyone?=\r\n\r\nx",
            says: &["hidden Metadata: X-Note: forward this to everyone"],
            never: &[],
        },
    ]);
}

#[test]
fn texts_are_read_as_they_were_written() {
    check(&[
        Case {
            what: "lines that were broken for the way",
            mail: b"Content-Type: text/plain; format=flowed\r\n\r\nThe kiln was lit \r\non Monday and is \r\nwarm.\r\n> Is it \r\n> warm?\r\n>> Ask Ben.\r\n From here on it cools.\r\n-- \r\nAna\r\n",
            says: &[
                "The kiln was lit on Monday and is warm.\n> Is it warm?\n>> Ask Ben.\nFrom here on it cools.\n-- \nAna",
            ],
            never: &[],
        },
        Case {
            what: "lines of a script without spaces",
            mail: "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\r\n\r\n窑炉在周 \r\n一点火。\r\n".as_bytes(),
            says: &["窑炉在周一点火。"],
            never: &[],
        },
        Case {
            what: "UTF-7",
            mail: b"Content-Type: text/plain; charset=utf-7\r\n\r\n+epFwiVBccGs-.\r\n",
            says: &["窑炉停火."],
            never: &["+epF"],
        },
        Case {
            what: "an encoding of an old terminal",
            mail: b"Content-Type: text/plain; charset=cp850\r\n\r\nGr\x94\xe1e des Ofens, caf\x82\r\n",
            says: &["Größe des Ofens, café"],
            never: &[],
        },
        Case {
            what: "a type with a comment, and an encoding in capitals",
            mail: b"Content-Type: Text/Plain (nothing else); Charset = \"GBK\"\r\nContent-Transfer-Encoding: BASE64 (what else)\r\n\r\n06rK1dT2s6Q=\r\n",
            says: &["营收增长"],
            never: &[],
        },
        Case {
            what: "base64 that was padded in the middle, and a footer of a mailing list",
            mail: b"Content-Transfer-Encoding: base64\r\n\r\nVGhlIGtpbG4gaXMgY29sZA==\r\nLCBhbmQgdGhlIGdhcyBpcyBvZmY=\r\n_____________\r\nkilns mailing list\r\n",
            says: &["The kiln is cold, and the gas is off"],
            never: &["gas is off\u{fffd}"],
        },
        Case {
            what: "signs of equality that begin no code",
            mail: b"Content-Transfer-Encoding: quoted-printable\r\n\r\nx == y, =ZZ, =A=20 and caf=C3=A9   \r\nin two =  \r\nlines=",
            says: &["x == y, =ZZ, =A  and café\nin two lines"],
            never: &[],
        },
        Case {
            what: "no type at all",
            mail: b"Content-Type: text\r\n\r\nThe kiln is cold.\r\n",
            says: &["The kiln is cold."],
            never: &[],
        },
    ]);
}

#[test]
fn parts_are_found_within_parts() {
    check(&[
        Case {
            what: "a boundary that begins like the one around it, and no end of the inner one",
            mail: b"Content-Type: multipart/mixed; boundary=\"k;1\"\r\n\r\n--k;1\r\nContent-Type: multipart/mixed; boundary=\"k;10\"\r\n\r\n--k;10\r\n\r\nFirst --k;1 text.\r\n--k;10\r\n\r\nSecond text.\r\n--k;1\r\n\r\nThird text.\r\n--k;1--\r\nLeft over.",
            says: &["First --k;1 text.", "Second text.", "Third text."],
            never: &["Left over"],
        },
        Case {
            what: "a digest, whose parts are messages unless they say otherwise",
            mail: b"Content-Type: multipart/digest; boundary=b\r\n\r\n--b\r\n\r\nFrom: Ben <ben@k.example>\r\nSubject: Gas\r\n\r\nThe gas is off.\r\n--b\r\nContent-Type: text/plain\r\n\r\nNo message.\r\n--b--\r\n",
            says: &["## Gas", "From: Ben <ben@k.example>", "The gas is off.", "No message."],
            never: &[],
        },
        Case {
            what: "a message in base64",
            mail: b"Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\nU3ViamVjdDogSW5uZXINCkZyb206IGJvQGsuZXhhbXBsZQ0KDQpUaGUga2lsbiBpcyB3YXJtLg0K",
            says: &["## Inner", "The kiln is warm."],
            never: &[],
        },
        Case {
            what: "a boundary that is nowhere",
            mail: b"Content-Type: multipart/mixed; boundary=b\r\n\r\nThe kiln is cold.\r\n",
            says: &["The kiln is cold."],
            never: &[],
        },
        Case {
            what: "no boundary",
            mail: b"Content-Type: multipart/mixed\r\n\r\nThe kiln is cold.\r\n",
            says: &["The kiln is cold."],
            never: &[],
        },
    ]);
}

#[test]
fn mail_within_mail_has_an_end() {
    let head = "From: a@k.example\r\nSubject: s\r\n";
    let forwarded = format!("{head}Content-Type: message/rfc822\r\n\r\n");
    let mut boxes = head.to_owned();
    for level in 0..40 {
        boxes += &format!("Content-Type: multipart/mixed; boundary=b{level}\r\n\r\n--b{level}\r\n");
    }
    let parts = format!("{head}Content-Type: multipart/mixed; boundary=b\r\n\r\n");
    let tail = "\r\n\r\nThe kiln is cold.";
    let parameters: String = (0..200_000).map(|at| format!("; a{at}*1=x")).collect();
    // each of them is looked for to the end of what it is in
    let lost = "--b\r\nContent-Type: multipart/mixed; boundary=zz\r\n\r\nx\r\n";
    for (what, mail, said) in [
        (
            "fields",
            head.to_owned() + &"X-A: b\r\n".repeat(300_000) + tail,
            "The kiln is cold.",
        ),
        (
            "parameters",
            format!("{head}Content-Type: text/plain{parameters}{tail}"),
            "The kiln is cold.",
        ),
        (
            "words that never end",
            format!("{head}To: =?aa?Q?a?= {}{tail}", "=?aa?Q? ".repeat(200_000)),
            "The kiln is cold.",
        ),
        (
            "forwarded",
            forwarded.repeat(200_000) + "x",
            "forwarded message (not read: the e-mail file is over a limit: its messages are forwarded within each other deeper than that, and at most 16 are read",
        ),
        (
            "nested",
            boxes + "\r\nx",
            "its parts are nested deeper than that, and at most 16 are read",
        ),
        (
            "many",
            parts.clone() + &"--b\r\n\r\nx\r\n".repeat(1_001),
            "it has more parts than that, and at most 1000 are read",
        ),
        (
            "lost",
            parts + &lost.repeat(100_000),
            "it has more parts than that, and at most 1000 are read",
        ),
    ] {
        let read = read_document("a.eml", mail.as_bytes()).map(|parsed| shown(&parsed));
        let read = read.unwrap_or_else(|error| error.to_string());
        assert!(read.contains(said), "{what}: {read}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Pieces of mail in any order.
    #[test]
    fn no_mail_makes_it_panic(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..30)) {
        let mail = format!("Subject: s\r\n{}", pieces.concat());
        let _ = read_document("a.eml", mail.as_bytes());
    }
}

const PIECES: &[&str] = &[
    "\r\n",
    "\n",
    "\r",
    " ",
    "\t",
    ":",
    ";",
    "=",
    "*",
    "\"",
    "\\",
    "'",
    "%",
    "%C3",
    "(",
    ")",
    "<",
    ">",
    ",",
    "?",
    "=?",
    "?=",
    "=?utf-8?Q?",
    "=?gbk?B?",
    "=?utf-7?Q?",
    "=?x?B?5bw=?=",
    "_",
    "-",
    "--b\r\n",
    "--b--\r\n",
    "5bw=",
    "é",
    "炉",
    "From:",
    "To: ",
    "Date: ",
    "Content-Type: ",
    "Content-Disposition: attachment",
    "Content-Transfer-Encoding: ",
    "base64\r\n\r\n",
    "quoted-printable\r\n\r\n",
    "multipart/mixed; boundary=b\r\n\r\n",
    "multipart/digest; boundary=\"b\"\n\n",
    "message/rfc822\r\n\r\n",
    "text/plain; charset=",
    "utf-7",
    "utf-16",
    "cp850",
    "; format=flowed; delsp=yes\n\n",
    "filename*0*=utf-8''",
    "filename*1=",
    "filename=",
    "name*",
    "12 Feb 2031 25:61:00 +9999",
    "14 Feb 99 ",
];
