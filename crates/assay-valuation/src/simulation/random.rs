/// Random numbers by their place in the sequence: number 7 is the same whether or not numbers 0 to
/// 6 were drawn. The mixing is that of SplitMix64.
pub(super) struct Counter {
    key: u64,
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Counter {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            key: mix(seed ^ STEP),
        }
    }

    /// Above 0 and below 1.
    pub(super) fn uniform(&self, number: u64) -> f64 {
        let bits = mix(self.key.wrapping_add(number.wrapping_mul(STEP)));
        ((bits >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }
}

fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::Counter;

    #[test]
    fn numbers_are_even_and_belong_to_their_seed() {
        let counter = Counter::new(7);
        let numbers: Vec<f64> = (0..100_000).map(|at| counter.uniform(at)).collect();
        assert!(numbers.iter().all(|x| *x > 0.0 && *x < 1.0));
        let mean = numbers.iter().sum::<f64>() / 100_000.0;
        assert!((mean - 0.5).abs() < 0.005, "{mean}");
        let neighbours = numbers.windows(2).map(|w| (w[0] - 0.5) * (w[1] - 0.5));
        let covariance = neighbours.sum::<f64>() / 99_999.0;
        assert!(covariance.abs() < 0.001, "{covariance}");
        assert_eq!(
            counter.uniform(9).to_bits(),
            Counter::new(7).uniform(9).to_bits()
        );
        assert_ne!(
            counter.uniform(9).to_bits(),
            Counter::new(8).uniform(9).to_bits()
        );
    }
}
