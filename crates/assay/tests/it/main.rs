//! The program as a user meets it: each test runs the built binary in a home of its own, with a
//! scripted model server on loopback where one is needed.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says aloud what it skips"
)]

mod answered_by_model;
mod answers;
mod as_of;
mod asked;
mod asks_back;
mod auto_progress;
mod autonomous;
#[cfg(unix)]
mod autonomous_browser;
mod autonomous_company;
mod autonomous_files;
mod autonomous_journal;
mod bad_input;
mod check;
mod chinese_workbook;
mod cli;
#[cfg(target_os = "linux")]
mod confined;
#[cfg(target_os = "linux")]
mod crash;
mod deep;
mod deep_headings;
mod deep_rounds;
mod determinism;
mod disk;
mod fabricated;
mod failures;
#[cfg(target_os = "linux")]
mod fault;
mod fictional;
mod figures;
mod home;
mod hostile;
mod hostile_files;
mod integration_steps;
mod investment;
mod kinds_of_company;
mod liar;
mod masked_keys;
mod mcp_lab;
mod mcp_profiles;
mod mcp_server;
mod mcp_tools;
mod mending;
#[cfg(unix)]
mod odd_folders;
mod outage;
mod parts;
mod peers;
#[cfg(target_os = "linux")]
mod power_cut;
#[cfg(unix)]
mod privacy;
mod provider;
mod quarantine;
#[cfg(target_os = "linux")]
mod read_only;
mod removal;
mod report_files;
mod scribe;
mod serve;
mod setting;
mod settings_file;
mod shown_once;
mod signals;
mod skill;
mod skill_lab;
mod spending;
#[cfg(target_os = "linux")]
mod take_over;
#[cfg(unix)]
mod terminal;
mod thin_replies;
mod tiers;
mod tool_flood;
mod transcript;
mod user_rules;
mod whole_draft;

/// The labs preload a shim into the program, which only Linux offers.
#[cfg(not(target_os = "linux"))]
#[test]
fn the_fault_lab_is_skipped_here() {
    eprintln!("skipped: the fault lab needs Linux");
    assert_ne!(
        std::env::var_os("ASSAY_REQUIRE_LABS"),
        Some("1".into()),
        "the labs are required"
    );
}
