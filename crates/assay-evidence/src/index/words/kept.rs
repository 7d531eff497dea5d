/// Those that share a place. They lie side by side, so that looking at all of them costs no more.
const SHARING: usize = 4;

/// What came last, each in one of a few places by a number that is its own: what is new drives out what
/// came first to its place. `PLACES` is a power of two.
#[derive(Clone, Default)]
pub(super) struct Kept<T, const PLACES: usize> {
    /// None before the first.
    places: Vec<[T; SHARING]>,
}

impl<T: Copy + Default, const PLACES: usize> Kept<T, PLACES> {
    pub(super) fn find(&self, number: u64, is_it: impl Fn(T) -> bool) -> Option<T> {
        let place = self.places.get(place_of(number, PLACES))?;
        place.iter().copied().find(|kept| is_it(*kept))
    }

    pub(super) fn keep(&mut self, number: u64, new: T) {
        if self.places.is_empty() {
            self.places.resize(PLACES, [T::default(); SHARING]);
        }
        if let Some(place) = self.places.get_mut(place_of(number, PLACES)) {
            place.rotate_right(1);
            place[0] = new;
        }
    }

    pub(super) fn clear(&mut self) {
        self.places.clear();
    }
}

fn place_of(number: u64, places: usize) -> usize {
    const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;
    (number.wrapping_mul(PRIME) >> (u64::BITS - places.ilog2())) as usize
}
