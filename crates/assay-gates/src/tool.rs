use crate::IngestDecision;
use crate::ingest::decided;
use crate::normal::Normal;
use crate::rules::g001_instruction::{self, Topic, orders_at};
use crate::rules::{self, Action, g007_tool_order, widened_match};

/// Judges the description of a tool that somebody else offers, its parameters' descriptions
/// included. A description tells a model how to answer and when to call by right, so that such
/// sentences pass; orders to drop instructions, to keep silent, to read keys or to command other
/// tools do not.
pub fn ingest_tool_description(text: &str) -> IngestDecision {
    let normal = Normal::of(text);
    let mut found = g007_tool_order::check(text, &normal);
    let hits = g001_instruction::hits(&normal.text);
    found.extend(rules::check_carriers(text, &normal, &hits, 0));
    for order in orders_at(&normal.text, &hits) {
        let is_foreign = matches!(order.topic, Topic::Forget | Topic::Leak | Topic::Secrecy);
        if is_foreign && order.action == Action::Quarantine {
            let (rule, reason) = (g001_instruction::CODE, order.reason);
            found.push(widened_match(
                text,
                &normal,
                &order.place,
                rule,
                order.action,
                reason,
            ));
        }
    }
    decided(found)
}
