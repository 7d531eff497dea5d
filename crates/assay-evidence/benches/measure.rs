//! What the index promises, measured over real documents.

mod chinese;
mod corpus;
mod drbench;
mod speed;

/// That of the program, whose speed and memory are measured.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> anyhow::Result<()> {
    assay_measure::run(&[
        ("drbench", drbench::drbench),
        ("chinese", chinese::chinese),
        ("index-speed", speed::index_speed),
        ("index-large", speed::large_chinese_document),
        ("search-p99", speed::search_p99),
        ("index-memory", speed::index_memory),
    ])
}
