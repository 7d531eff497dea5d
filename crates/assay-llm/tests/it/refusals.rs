//! What servers answer when they refuse, as seen of OpenAI, Anthropic, DeepSeek, vLLM, Ollama,
//! llama-server and llama-cpp-python.

use assay_domain::FailureCode;
use assay_testkit::Answer;

use crate::support::{DIALECTS, hear, kind};

/// Error, its code, and the statuses and bodies that mean it.
type Row = (&'static str, FailureCode, &'static [(u16, &'static str)]);

#[rustfmt::skip]
const REFUSALS: &[Row] = &[
    ("auth", FailureCode::ModelAuth, &[
        (401, r#"{"error":{"message":"Incorrect API key"}}"#),
        (401, r#"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}"#),
        (403, r#"{"error":{"message":"forbidden"}}"#),
    ]),
    ("unknown model", FailureCode::ModelUnknown, &[
        (404, r#"{"error":{"message":"The model `m` does not exist","code":"model_not_found"}}"#),
        (404, r#"{"error":{"message":"model \"m\" not found, try pulling it first","type":"api_error"}}"#),
        (404, r#"{"type":"error","error":{"type":"not_found_error","message":"model: m-1"}}"#),
        (400, r#"{"error":{"message":"Model Not Exist"}}"#),
        (403, r#"{"error":{"message":"Project does not have access to model m","code":"model_not_found"}}"#),
    ]),
    ("context overflow", FailureCode::ModelContext, &[
        (400, r#"{"error":{"message":"the request exceeds the available context size","type":"exceed_context_size_error","code":400}}"#),
        (400, r#"{"error":{"message":"This model's maximum context length is 8192 tokens","code":"context_length_exceeded"}}"#),
        (400, r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 9 tokens > 8 maximum"}}"#),
        (413, r#"{"type":"error","error":{"type":"request_too_large","message":"too large"}}"#),
    ]),
    ("rate limited", FailureCode::ModelRateLimited, &[
        (429, r#"{"error":{"message":"slow down"}}"#),
        (429, ""),
    ]),
    ("quota exhausted", FailureCode::ModelRateLimited, &[
        (402, r#"{"error":{"message":"Insufficient Balance"}}"#),
        (429, r#"{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}"#),
    ]),
    ("server", FailureCode::ModelServer, &[
        (500, r#"{"error":{"message":"boom"}}"#),
        (500, ""),
        (502, "<html>Bad Gateway</html>"),
        (503, r#"{"error":{"message":"Loading model","type":"unavailable_error","code":503}}"#),
        (529, r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#),
    ]),
    ("rejected", FailureCode::ModelRejected, &[
        (400, r#"{"object":"error","message":"bad","type":"BadRequestError","code":400}"#),
        (404, r#"{"detail":"Not Found"}"#),
        (404, "404 page not found"),
        (422, r#"{"detail":[{"msg":"field required"}]}"#),
        (302, ""),
    ]),
];

#[tokio::test]
async fn refusals_are_told_apart() {
    for (expected, code, answers) in REFUSALS {
        for &(status, body) in *answers {
            for dialect in DIALECTS {
                let heard = hear(Answer::json(status, body), dialect, true).await;
                let error = heard.result.unwrap_err();
                assert_eq!(kind(&error), *expected, "{status} {body}: {error}");
                assert_eq!(error.failure().code, *code);
                assert!(error.to_string().starts_with("provider lab: "), "{error}");
            }
        }
    }
}
