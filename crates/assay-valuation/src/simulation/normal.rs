/// The standard normal value below which a share of `p` lies: rational approximations of P. J.
/// Acklam, relative error below 1.2e-9. Only basic operations and the square root are used, whose
/// bits are the same on every machine; the logarithm of the tails is computed here for that reason.
pub(super) fn inverse_normal(p: f64) -> f64 {
    const TAIL: f64 = 0.02425;
    if p < TAIL {
        tail((-2.0 * logarithm(p)).sqrt())
    } else if p > 1.0 - TAIL {
        -tail((-2.0 * logarithm(1.0 - p)).sqrt())
    } else {
        let q = p - 0.5;
        centre(q * q) * q
    }
}

fn centre(r: f64) -> f64 {
    let above = polynomial(
        r,
        &[
            -39.696_830_286_653_76,
            220.946_098_424_520_5,
            -275.928_510_446_968_7,
            138.357_751_867_269,
            -30.664_798_066_147_16,
            2.506_628_277_459_239,
        ],
    );
    let below = polynomial(
        r,
        &[
            -54.476_098_798_224_06,
            161.585_836_858_040_9,
            -155.698_979_859_886_6,
            66.801_311_887_719_72,
            -13.280_681_552_885_72,
            1.0,
        ],
    );
    above / below
}

fn tail(q: f64) -> f64 {
    let above = polynomial(
        q,
        &[
            -0.007_784_894_002_430_293,
            -0.322_396_458_041_136_5,
            -2.400_758_277_161_838,
            -2.549_732_539_343_734,
            4.374_664_141_464_968,
            2.938_163_982_698_783,
        ],
    );
    let below = polynomial(
        q,
        &[
            0.007_784_695_709_041_462,
            0.322_467_129_070_039_8,
            2.445_134_137_142_996,
            3.754_408_661_907_416,
            1.0,
        ],
    );
    above / below
}

fn polynomial(x: f64, coefficients: &[f64]) -> f64 {
    coefficients.iter().fold(0.0, |sum, c| sum * x + c)
}

/// `x = m · 2^e` with `m` from 1 to 2, and `ln m = 2·artanh((m − 1)/(m + 1))` as a series. `x` is a
/// normal number above zero.
fn logarithm(x: f64) -> f64 {
    let bits = x.to_bits();
    let exponent = (bits >> 52) as i64 - 1023;
    let mantissa = f64::from_bits((bits & 0x000f_ffff_ffff_ffff) | 0x3ff0_0000_0000_0000);
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let mut sum = 0.0;
    for odd in (1..=33).rev().step_by(2) {
        sum = sum * square + 1.0 / f64::from(odd);
    }
    exponent as f64 * std::f64::consts::LN_2 + 2.0 * s * sum
}

#[cfg(test)]
mod tests {
    use super::{inverse_normal, logarithm};

    #[test]
    fn known_quantiles() {
        for (p, expected) in [
            (0.5, 0.0),
            (0.841_344_746_068_543, 1.0),
            (0.975, 1.959_963_984_540_054),
            (0.001, -3.090_232_306_167_813),
            (1e-9, -5.997_807_015_008_182),
        ] {
            let found = inverse_normal(p);
            assert!((found - expected).abs() < 1e-7, "{p}: {found}");
        }
    }

    #[test]
    fn the_logarithm_is_the_natural_one() {
        for x in [1e-12_f64, 0.02, 0.5, 1.0, 1.999, 42.0] {
            assert!((logarithm(x) - x.ln()).abs() < 1e-13, "{x}");
        }
    }
}
