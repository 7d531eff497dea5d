use blake3::Hasher;

pub(crate) const BYTES: usize = 16;

/// What an event's row is verified against: its place in its run, its time and its text as stored.
///
/// The number in the store is left out, so that a run keeps its hashes wherever it is copied to.
pub(crate) fn of(run: &str, run_seq: i64, at: i64, text: &[u8]) -> [u8; BYTES] {
    // Fixed lengths come first and the run's length before the run: no two rows give one input.
    let length = u64::try_from(run.len()).unwrap_or(u64::MAX);
    let mut head = [0; 24];
    for (slot, number) in head.chunks_exact_mut(8).zip([
        run_seq.to_le_bytes(),
        at.to_le_bytes(),
        length.to_le_bytes(),
    ]) {
        slot.copy_from_slice(&number);
    }
    let mut hasher = Hasher::new();
    hasher.update(&head);
    hasher.update(run.as_bytes());
    hasher.update(text);
    let mut hash = [0; BYTES];
    hasher.finalize_xof().fill(&mut hash);
    hash
}
