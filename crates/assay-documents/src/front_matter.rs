use std::ops::Range;

/// The `key: value` lines between two `---` lines at the very top of a document.
pub(crate) struct FrontMatter<'a> {
    fields: Vec<(String, &'a str)>,
    /// Bytes of the text that the block takes, fences included.
    pub(crate) range: Range<usize>,
}

impl<'a> FrontMatter<'a> {
    pub(crate) fn of(text: &'a str) -> Option<Self> {
        let mut lines = text.split_inclusive('\n');
        let mut offset = lines.next().filter(|line| line.trim_end() == "---")?.len();
        let mut fields = Vec::new();
        for line in lines {
            offset += line.len();
            let trimmed = line.trim();
            if trimmed == "---" || trimmed == "..." {
                return Some(Self {
                    fields,
                    range: 0..offset,
                });
            }
            if let Some((key, value)) = trimmed.split_once([':', '：']) {
                let value = value.trim().trim_matches(['"', '\'']);
                fields.push((key.trim().to_lowercase(), value));
            }
        }
        None
    }

    /// The first non-empty value among `keys`, in the order of `keys`.
    pub(crate) fn get(&self, keys: &[&str]) -> Option<&'a str> {
        keys.iter().find_map(|wanted| {
            let mut values = self.fields.iter().filter(|(key, _)| key == wanted);
            values.find_map(|(_, value)| (!value.is_empty()).then_some(*value))
        })
    }
}
