use assay_gates::ingest_tool_description;
use assay_mcp::{ServerText, Tool};

/// What the ingest gate says of words with which a tool describes itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolWarning {
    pub rule: String,
    pub reason: String,
    /// The words themselves, as the server wrote them.
    pub words: ServerText,
    /// Whether the tool is kept from models because of them, whatever the user approves.
    pub is_withheld: bool,
}

/// The warnings about a tool's description and every name and text of its schema, those that keep
/// it from models first.
pub fn tool_warnings(tool: &Tool) -> Vec<ToolWarning> {
    let mut warnings = Vec::new();
    for text in tool.texts() {
        let text = text.untrusted();
        let decision = ingest_tool_description(text);
        let withheld = decision.quarantined.into_iter().map(|span| (span, true));
        let marked = decision.flagged.into_iter().map(|span| (span, false));
        for (span, is_withheld) in withheld.chain(marked) {
            let words = text.get(span.start..span.end).unwrap_or_default();
            warnings.push(ToolWarning {
                rule: span.rule,
                reason: span.reason,
                words: ServerText::new(words),
                is_withheld,
            });
        }
    }
    warnings.sort_by_key(|warning| !warning.is_withheld);
    warnings
}
