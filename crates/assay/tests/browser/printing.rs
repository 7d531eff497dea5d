//! Many PDF files at once are printed by one browser, one after the other.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use assay_browser::{Installation, VARIABLE};

use crate::home::Home;
use crate::workbench::{Tongue, on_workbench};

const AT_ONCE: usize = 12;

/// Asks for all of them and gives back how each answer begins.
const PRINT: &str = "(async () => {
  const headers = { 'X-Assay-Session': localStorage.getItem('assay.session') };
  const one = async () => {
    // what may be kept is asked for once and then waited for
    const reply = await fetch('/api/runs/RUN/report?format=pdf', { headers, cache: 'no-store' });
    const bytes = new Uint8Array(await reply.arrayBuffer());
    return `${reply.status} ${String.fromCharCode(...bytes.slice(0, 5))}`;
  };
  return Promise.all(Array.from({ length: COUNT }, one));
})()";

#[test]
fn twelve_pdf_files_at_once_take_one_browser_and_all_are_answered() {
    let home = Home::empty();
    home.write(
        "notes/reed.md",
        "# Reeds\n\nThe reed bed at Tarnwick grew to 12 hectares in 2024.\n",
    );
    home.must(&["ingest", "notes"]);
    home.must(&[
        "research",
        "How large is the reed bed at Tarnwick?",
        "--offline",
    ]);
    let run = home.newest();
    let (named, path) = (std::env::var_os(VARIABLE), std::env::var_os("PATH"));
    let starts = home.path("starts");
    if let Ok(found) = Installation::find(named.as_deref(), path.as_deref()) {
        // counts how often it is started
        let script = format!(
            "#!/bin/sh\nPATH='{}'\nexport PATH\necho started >> '{}'\nexec '{}' \"$@\"\n",
            found.search_path.display(),
            starts.display(),
            found.program.display(),
        );
        let program = home.write("counted-browser", script);
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        home.configure(&format!("[export]\nbrowser = \"{}\"\n", program.display()));
    }
    on_workbench(home, None, async |bench| {
        let reader = bench.reader(Tongue::English).await;
        let print = PRINT
            .replace("RUN", run.as_str())
            .replace("COUNT", &AT_ONCE.to_string());
        let printed = reader.evaluate(&print).await.unwrap();
        let printed: Vec<&str> = printed
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|one| one.as_str())
            .collect();
        assert_eq!(printed, vec!["200 %PDF-"; AT_ONCE]);
        let started = fs::read_to_string(&starts).unwrap();
        assert_eq!(started.lines().count(), 1, "{started}");
    });
}
