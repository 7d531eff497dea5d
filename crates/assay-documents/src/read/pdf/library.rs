//! [`PdfPages`] by the library `unpdf`: its objects, fonts and content streams, followed letter by
//! letter.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use assay_domain::HiddenKind;
use unpdf::parser::backend::{
    ContentOp, DecodedRun, FormXObject, ObjectId, PageBox, PageId, PaintedXObject, PdfBackend,
    PdfValue, RawBackend, ResourceScope,
};

use super::super::{ReadError, squeezed};
use super::ink::{IDENTITY, Ink, Matrix, product};
use super::notes;
use super::pages::{Letter, PageLetters, PdfPages};
use super::sideways::{Facing, Turned};

/// Operators of one page that are followed.
const MAX_OPERATORS: usize = 2_000_000;
/// Bytes of a run that is kept; longer ones are seldom drawn twice.
const LONGEST_KNOWN: usize = 8;
/// Drawings within drawings that are followed.
const MAX_DEPTH: usize = 12;
/// Stands where a letter is seen of which the font does not say which it is.
const NAMELESS: char = '\u{200b}';
/// The width of a letter whose font does not say it, in sizes of the font.
const USUAL_WIDTH: f32 = 0.5;
const UNIT: PageBox = PageBox {
    llx: 0.0,
    lly: 0.0,
    urx: 1.0,
    ury: 1.0,
};

pub(super) struct Library {
    backend: RawBackend,
    pages: Vec<PageId>,
    notes: Vec<(HiddenKind, String)>,
}

impl Library {
    pub(super) fn open(bytes: &[u8]) -> Result<Self, ReadError> {
        let notes = notes::of(bytes)?;
        let backend = RawBackend::load_bytes(bytes).map_err(|error| refusal(&error))?;
        let pages = backend.pages().into_values().collect();
        Ok(Self {
            backend,
            pages,
            notes,
        })
    }
}

pub(super) fn refusal(error: &unpdf::Error) -> ReadError {
    match error {
        unpdf::Error::Encrypted | unpdf::Error::InvalidPassword => {
            ReadError::Encrypted { format: "PDF" }
        }
        error => ReadError::Malformed {
            format: "PDF",
            reason: error.to_string(),
        },
    }
}

impl PdfPages for Library {
    fn count(&self) -> u32 {
        u32::try_from(self.pages.len()).unwrap_or(u32::MAX)
    }

    fn page(&mut self, number: u32) -> Result<PageLetters, ReadError> {
        let at = number
            .checked_sub(1)
            .and_then(|at| usize::try_from(at).ok());
        let Some(page) = at.and_then(|at| self.pages.get(at)) else {
            return Ok(PageLetters::default());
        };
        let content = self
            .backend
            .page_content_with_losses(*page)
            .map_err(|error| refusal(&error))?;
        let mut walk = Walk::over(&self.backend, *page);
        walk.has_unreadable = content.undecodable_streams > 0;
        walk.follow(&content.data, None);
        Ok(walk.finish())
    }

    fn stated(&self) -> Vec<(&'static str, String)> {
        let stated = self.backend.metadata();
        let fields = [
            ("title", stated.title),
            ("author", stated.author),
            ("subject", stated.subject),
            ("keywords", stated.keywords),
            ("creator", stated.creator),
            ("producer", stated.producer),
        ];
        let said = fields.into_iter().filter_map(|(name, value)| {
            let value = value.filter(|value| !value.trim().is_empty())?;
            Some((name, value))
        });
        said.collect()
    }

    fn filled_in(&self) -> Vec<(String, String)> {
        let fields = self.backend.acroform_fields().into_iter();
        fields
            .map(|field| (squeezed(&field.name), squeezed(&field.display_value())))
            .collect()
    }

    fn notes(&self) -> Vec<(HiddenKind, String)> {
        self.notes.clone()
    }

    fn is_incomplete(&self) -> bool {
        self.backend.integrity().pages_incomplete()
    }
}

/// A font by the drawing that names it and the name it has there.
type FontKey = (Option<ObjectId>, Vec<u8>);

/// A page, followed operator by operator.
struct Walk<'a> {
    backend: &'a RawBackend,
    page: PageId,
    ink: Ink,
    turned: Turned,
    /// From the page's own space to the page as it is shown.
    shown: Matrix,
    height: f32,
    unseen: Vec<String>,
    /// The run before this one was unseen too, so that they are one text.
    was_unseen: bool,
    /// The drawings that are being followed, outermost first.
    within: Vec<ObjectId>,
    bold: BTreeMap<Option<ObjectId>, Vec<Vec<u8>>>,
    /// Runs that were read before, by drawing, font and bytes: most programs draw letter by letter.
    known: HashMap<FontKey, HashMap<Vec<u8>, Rc<DecodedRun>>>,
    left: usize,
    has_pictures: bool,
    has_unreadable: bool,
}

impl<'a> Walk<'a> {
    fn over(backend: &'a RawBackend, page: PageId) -> Self {
        let area = backend.crop_box(page);
        let rotation = backend.page_rotation(page);
        let (shown, height) = match rotation {
            90 => ([0.0, -1.0, 1.0, 0.0, -area.lly, area.urx], area.width()),
            180 => ([-1.0, 0.0, 0.0, -1.0, area.urx, area.ury], area.height()),
            270 => ([0.0, 1.0, -1.0, 0.0, area.ury, -area.llx], area.width()),
            _ => ([1.0, 0.0, 0.0, 1.0, -area.llx, -area.lly], area.height()),
        };
        Self {
            backend,
            page,
            ink: Ink::new(area),
            turned: Turned::default(),
            shown,
            height,
            unseen: Vec::new(),
            was_unseen: false,
            within: Vec::new(),
            bold: BTreeMap::new(),
            known: HashMap::new(),
            left: MAX_OPERATORS,
            has_pictures: false,
            has_unreadable: false,
        }
    }

    fn finish(self) -> PageLetters {
        let (letters, height) = self.turned.held_upright(self.height);
        PageLetters {
            letters,
            unseen: self.unseen,
            height,
            has_pictures: self.has_pictures,
            has_unreadable: self.has_unreadable,
        }
    }

    fn follow(&mut self, content: &[u8], form: Option<ObjectId>) {
        let Ok(operators) = self.backend.decode_content(content) else {
            self.has_unreadable = true;
            return;
        };
        for operator in &operators {
            let Some(left) = self.left.checked_sub(1) else {
                return;
            };
            self.left = left;
            match operator.operator.as_str() {
                "'" | "\"" => {
                    self.ink.take(operator);
                    self.text(operator, form);
                }
                "Tj" | "TJ" => self.text(operator, form),
                "Do" => self.object(operator, form),
                "BI" => {
                    self.has_pictures = true;
                    self.ink.cover(UNIT, IDENTITY);
                }
                _ => self.ink.take(operator),
            }
        }
    }

    fn text(&mut self, operator: &ContentOp, form: Option<ObjectId>) {
        let is_unseen = self.ink.is_unseen();
        let mut text = String::new();
        for operand in &operator.operands {
            self.operand(operand, form, is_unseen.then_some(&mut text));
        }
        if is_unseen && text.chars().any(char::is_alphanumeric) {
            match self.unseen.last_mut().filter(|_| self.was_unseen) {
                Some(last) => {
                    last.push(' ');
                    last.push_str(&text);
                }
                None => self.unseen.push(text),
            }
        }
        self.was_unseen = is_unseen;
    }

    fn operand(
        &mut self,
        operand: &PdfValue,
        form: Option<ObjectId>,
        mut unseen: Option<&mut String>,
    ) {
        match operand {
            PdfValue::Str(bytes) => {
                let run = self.run(form, bytes);
                self.has_unreadable |= run.decoded.suppressed.is_some();
                match unseen {
                    Some(text) => {
                        text.push_str(&run.decoded.text);
                        self.pass_over(&run);
                    }
                    None => self.letters(&run, form),
                }
            }
            PdfValue::Integer(_) | PdfValue::Real(_) => {
                let back = unpdf::parser::backend::get_number_from_value(operand);
                self.ink.advance(-back.unwrap_or(0.0) / 1000.0, 0.0);
            }
            PdfValue::Array(items) => {
                for item in items {
                    self.operand(item, form, unseen.as_deref_mut());
                }
            }
            PdfValue::Name(_) | PdfValue::Other => {}
        }
    }

    fn run(&mut self, form: Option<ObjectId>, bytes: &[u8]) -> Rc<DecodedRun> {
        let font = (form, self.ink.font().to_vec());
        let known = self.known.entry(font).or_default();
        if let Some(run) = known.get(bytes) {
            return Rc::clone(run);
        }
        let page = self.page;
        let scope = ResourceScope { page, form };
        let run = Rc::new(self.backend.decode_run(scope, self.ink.font(), bytes));
        if bytes.len() <= LONGEST_KNOWN {
            known.insert(bytes.to_vec(), Rc::clone(&run));
        }
        run
    }

    /// Moves on by the width of a run without showing it.
    fn pass_over(&mut self, run: &DecodedRun) {
        for glyph in run.glyphs.iter().flatten() {
            let (across, up) = self.ink.advance_of(glyph);
            self.ink.advance(across, up);
        }
    }

    fn letters(&mut self, run: &DecodedRun, form: Option<ObjectId>) {
        let is_bold = self.ink.is_outlined() || self.is_bold(form);
        let text = run.decoded.text.as_str();
        let Some(glyphs) = &run.glyphs else {
            for c in text.chars() {
                self.place(&[c], USUAL_WIDTH, (USUAL_WIDTH, 0.0), is_bold);
            }
            return;
        };
        let advances: Vec<(f32, (f32, f32))> = glyphs
            .iter()
            .map(|glyph| (glyph.width / 1000.0, self.ink.advance_of(glyph)))
            .collect();
        let one_each = || text.chars().count() == glyphs.len();
        match &run.clusters {
            Some(clusters) => {
                let mut shown = 0;
                for cluster in clusters {
                    self.nameless(advances.get(shown..cluster.glyphs.start), is_bold);
                    let said = text.get(cluster.text.clone()).unwrap_or_default();
                    let said: Vec<char> = said.chars().collect();
                    let parts = advances.get(cluster.glyphs.clone()).unwrap_or_default();
                    self.place_over(&said, parts, is_bold);
                    shown = cluster.glyphs.end;
                }
                self.nameless(advances.get(shown..), is_bold);
            }
            None if one_each() => {
                for (c, (width, advance)) in text.chars().zip(advances) {
                    self.place(&[c], width, advance, is_bold);
                }
            }
            None => {
                let said: Vec<char> = text.chars().collect();
                self.place_over(&said, &advances, is_bold);
            }
        }
    }

    /// Letters that the font does not name: they part no word, though nobody can spell them.
    fn nameless(&mut self, parts: Option<&[(f32, (f32, f32))]>, is_bold: bool) {
        for (width, advance) in parts.unwrap_or_default() {
            self.place(&[NAMELESS], *width, *advance, is_bold);
        }
    }

    /// Characters that several glyphs show together.
    fn place_over(&mut self, said: &[char], parts: &[(f32, (f32, f32))], is_bold: bool) {
        let width = parts.iter().map(|(width, _)| width).sum();
        let across = parts.iter().map(|(_, (across, _))| across).sum();
        let up = parts.iter().map(|(_, (_, up))| up).sum();
        self.place(said, width, (across, up), is_bold);
    }

    /// `width` and `advance` in sizes of the font.
    fn place(&mut self, said: &[char], width: f32, advance: (f32, f32), is_bold: bool) {
        let matrix = product(self.ink.letters_at(), self.shown);
        let (x, y) = (matrix[4], matrix[5]);
        let is_downward = advance.1 != 0.0;
        let along = if is_downward {
            (-matrix[2], -matrix[3])
        } else {
            (matrix[0], matrix[1])
        };
        let wide = along.0.hypot(along.1);
        let size = matrix[2].hypot(matrix[3]);
        let facing = Facing::of(along.0, along.1);
        let (left, baseline) = facing.turned(x, y);
        let width = if is_downward { advance.1.abs() } else { width };
        let part = wide * width / said.len().max(1) as f32;
        for (place, c) in said.iter().enumerate() {
            let left = left + part * place as f32;
            let letter = Letter {
                c: *c,
                left,
                right: left + part,
                baseline,
                size,
                is_bold,
            };
            if letter.left.is_finite() && baseline.is_finite() && size.is_finite() {
                self.turned.add(facing, letter);
            }
        }
        self.ink.advance(advance.0, advance.1);
    }

    fn is_bold(&mut self, form: Option<ObjectId>) -> bool {
        let (backend, page) = (self.backend, self.page);
        let bold = self.bold.entry(form).or_insert_with(|| {
            let fonts = backend.page_fonts(ResourceScope { page, form });
            let fonts = fonts.unwrap_or_default().into_iter();
            let is_bold = |name: &str| {
                let name = name.to_ascii_lowercase();
                ["bold", "black", "heavy"].iter().any(|w| name.contains(w))
            };
            fonts
                .filter(|font| font.bold || is_bold(&font.base_font))
                .map(|font| font.name)
                .collect()
        });
        bold.iter().any(|name| name == self.ink.font())
    }

    /// A drawing is followed where it stands; a picture may be what white letters stand on.
    fn object(&mut self, operator: &ContentOp, form: Option<ObjectId>) {
        let Some(PdfValue::Name(name)) = operator.operands.first() else {
            return;
        };
        let scope = ResourceScope {
            page: self.page,
            form,
        };
        match self.backend.xobject(scope, name) {
            Some(PaintedXObject::Form(drawing)) => self.drawing(&drawing),
            Some(PaintedXObject::Image) => {
                self.has_pictures = true;
                self.ink.cover(UNIT, IDENTITY);
            }
            Some(PaintedXObject::Other) | None => {}
        }
    }

    fn drawing(&mut self, drawing: &FormXObject) {
        let Some(content) = &drawing.content else {
            self.has_unreadable = true;
            return;
        };
        if self.within.contains(&drawing.id) || self.within.len() >= MAX_DEPTH {
            return;
        }
        self.within.push(drawing.id);
        let saved = self.ink.enter(drawing.matrix);
        let before = self.turned.len();
        self.follow(content, Some(drawing.id));
        self.ink.leave(saved);
        self.within.pop();
        // one that shows no letters is a picture
        if self.turned.len() == before {
            self.has_pictures = true;
            if let Some(area) = drawing.bbox {
                self.ink.cover(area, drawing.matrix);
            }
        }
    }
}
