use crate::line;
use crate::place::Place;
use crate::stream::Stream;
use crate::{FileReply, ReadMode, Workspace, WorkspaceError};

impl Workspace {
    pub(crate) fn read(
        &mut self,
        path: &str,
        mode: ReadMode,
        lines: Option<&str>,
        heading: Option<&str>,
    ) -> Result<FileReply, WorkspaceError> {
        let place = self.place(path)?;
        let text = self.text_at(&place)?;
        match mode {
            ReadMode::Stream => self.stream(path, crate::action::usual_chunk()),
            ReadMode::Full => self.batch(place, &text, 1, usize::MAX, None),
            ReadMode::Lines => {
                let wanted = lines.and_then(line::range).ok_or(WorkspaceError::Path {
                    path: lines.unwrap_or_default().to_owned(),
                    why: "lines are written as 10-20",
                })?;
                self.part(place, &text, wanted)
            }
            ReadMode::Section => {
                let heading = heading.unwrap_or_default();
                let Some(wanted) = line::section(&text, heading) else {
                    return Err(WorkspaceError::NoSuchHeading {
                        path: place.to_string(),
                        heading: heading.to_owned(),
                        headings: line::headings(&text),
                    });
                };
                self.part(place, &text, wanted)
            }
        }
    }

    fn part(
        &mut self,
        place: Place,
        text: &str,
        (first, last): (usize, usize),
    ) -> Result<FileReply, WorkspaceError> {
        let has = text.lines().count();
        if first > has {
            return Err(WorkspaceError::NoSuchLine {
                path: place.to_string(),
                has,
                asked: first,
            });
        }
        let wanted = last.min(has) + 1 - first;
        self.batch(place, text, first, wanted, None)
    }

    /// Lines from `first` on, at most `most`, as many as a reply holds. What of the whole file is
    /// left can be had as a stream.
    fn batch(
        &mut self,
        place: Place,
        text: &str,
        first: usize,
        most: usize,
        stream: Option<&str>,
    ) -> Result<FileReply, WorkspaceError> {
        let lines = text.lines().count();
        let mut left = self.quota.reply_characters;
        let mut taken: Vec<String> = Vec::new();
        let mut is_cut = false;
        for line in text.lines().skip(first - 1).take(most) {
            let length = line.chars().count() + 1;
            if length > left {
                is_cut = true;
                // A line that no reply could hold is shown in part, or it would never be passed.
                if taken.is_empty() {
                    let start: String = line.chars().take(left).collect();
                    taken.push(format!("{start} […]"));
                }
                break;
            }
            left -= length;
            taken.push(line.to_owned());
        }
        let last = first + taken.len() - 1;
        let has_more = last < lines && (is_cut || stream.is_some());
        let stream = match (stream, has_more) {
            (Some(id), true) => {
                self.streams.moved(id, Some(last + 1));
                Some(id.to_owned())
            }
            (Some(id), false) => {
                self.streams.moved(id, None);
                None
            }
            (None, true) => Some(self.streams.begin(Stream {
                place: place.clone(),
                next_line: last + 1,
                chunk: crate::action::usual_chunk(),
            })),
            (None, false) => None,
        };
        Ok(FileReply::Text {
            path: place.to_string(),
            first,
            last,
            lines,
            text: taken.join("\n"),
            stream,
        })
    }

    pub(crate) fn stream(&mut self, path: &str, chunk: usize) -> Result<FileReply, WorkspaceError> {
        let place = self.place(path)?;
        self.text_at(&place)?;
        let id = self.streams.begin(Stream {
            place,
            next_line: 1,
            chunk: chunk.max(1),
        });
        self.go_on(&id)
    }

    pub(crate) fn go_on(&mut self, id: &str) -> Result<FileReply, WorkspaceError> {
        let Some(stream) = self.streams.get(id).cloned() else {
            return Err(WorkspaceError::NoSuchStream { id: id.to_owned() });
        };
        let text = self.text_at(&stream.place)?;
        let (first, chunk) = (stream.next_line, stream.chunk);
        self.batch(stream.place, &text, first, chunk, Some(id))
    }
}
