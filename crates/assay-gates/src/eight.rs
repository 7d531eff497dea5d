//! Eight bytes looked at together.

const EACH: u64 = 0x0101_0101_0101_0101;
const HIGHEST: u64 = 0x80 * EACH;

/// Eight bytes in one number; what is true of one is its highest bit.
pub(crate) struct Eight {
    /// Without the highest bits, so that no sum reaches into the next byte.
    low: u64,
    is_ascii: u64,
}

impl Eight {
    /// Fewer bytes are filled up with zeros.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut padded = [0; 8];
        match bytes.first_chunk::<8>() {
            Some(eight) => padded = *eight,
            None => {
                for (to, byte) in padded.iter_mut().zip(bytes) {
                    *to = *byte;
                }
            }
        }
        let bytes = u64::from_le_bytes(padded);
        Self {
            low: bytes & !HIGHEST,
            is_ascii: !bytes & HIGHEST,
        }
    }

    pub(crate) fn between(&self, first: u8, last: u8) -> u64 {
        let from = |least: u8| self.low + u64::from(0x80 - least) * EACH;
        from(first) & !from(last + 1) & self.is_ascii
    }

    /// The bytes in one number, the first lowest, with a space for the end of a line. Bytes beyond
    /// ASCII keep their highest bit.
    pub(crate) fn in_one_line(&self) -> u64 {
        let line_ends = self.are(b'\n') >> 7;
        (self.low | self.not_ascii()) ^ (line_ends * u64::from(b'\n' ^ b' '))
    }

    pub(crate) fn are(&self, byte: u8) -> u64 {
        let is_other = (self.low ^ (u64::from(byte) * EACH)) + 0x7f * EACH;
        !is_other & self.is_ascii
    }

    pub(crate) fn not_ascii(&self) -> u64 {
        !self.is_ascii & HIGHEST
    }
}

/// The flags of eight bytes as the lowest eight bits.
pub(crate) fn side_by_side(flags: u64) -> u64 {
    (flags >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
