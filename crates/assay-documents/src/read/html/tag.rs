//! The elements that reading a page depends on, and what HTML says about them.

macro_rules! tags {
    ($($variant:ident = $name:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(in crate::read) enum Tag {
            $($variant,)*
            /// The document itself, or an element of no meaning here.
            Other,
        }

        impl Tag {
            /// `name` is in lower case.
            pub(super) fn of(name: &str) -> Self {
                match name {
                    $($name => Self::$variant,)*
                    _ => Self::Other,
                }
            }
        }
    };
}

tags! {
    A = "a", Address = "address", Article = "article", Aside = "aside", Audio = "audio",
    B = "b", Base = "base", Big = "big", Blockquote = "blockquote", Body = "body", Br = "br",
    Button = "button", Canvas = "canvas", Caption = "caption", Center = "center", Cite = "cite",
    Code = "code", Col = "col", Colgroup = "colgroup", Datalist = "datalist", Dd = "dd",
    Del = "del", Details = "details", Dialog = "dialog", Dir = "dir", Div = "div", Dl = "dl",
    Dt = "dt", Em = "em", Embed = "embed", Fieldset = "fieldset", Figcaption = "figcaption",
    Figure = "figure", Font = "font", Footer = "footer", Form = "form", Frameset = "frameset",
    H1 = "h1", H2 = "h2", H3 = "h3", H4 = "h4", H5 = "h5", H6 = "h6", Head = "head",
    Header = "header", Hgroup = "hgroup", Hr = "hr", Html = "html", I = "i", Iframe = "iframe",
    Img = "img", Input = "input", Ins = "ins", Legend = "legend", Li = "li", Link = "link",
    Main = "main", Map = "map", Math = "math", Menu = "menu", Meta = "meta", Nav = "nav",
    Nobr = "nobr", Noembed = "noembed", Noframes = "noframes", Noscript = "noscript",
    Object = "object", Ol = "ol", Optgroup = "optgroup", Option = "option", P = "p",
    Param = "param", Picture = "picture", Pre = "pre", S = "s", Script = "script",
    Search = "search", Section = "section", Select = "select", Small = "small",
    Source = "source", Span = "span", Strike = "strike", Strong = "strong", Style = "style",
    Sub = "sub", Summary = "summary", Sup = "sup", Svg = "svg", Table = "table",
    Tbody = "tbody", Td = "td", Template = "template", Textarea = "textarea", Tfoot = "tfoot",
    Th = "th", Thead = "thead", Time = "time", Title = "title", Tr = "tr", Track = "track",
    Tt = "tt", U = "u", Ul = "ul", Video = "video", Wbr = "wbr", Xmp = "xmp",
    IxContinuation = "ix:continuation", IxExclude = "ix:exclude", IxHeader = "ix:header",
    IxHidden = "ix:hidden", IxNonFraction = "ix:nonfraction", IxNonNumeric = "ix:nonnumeric",
    IxResources = "ix:resources",
}

impl Tag {
    /// Has no content and no end tag.
    pub(super) fn is_void(self) -> bool {
        matches!(
            self,
            Self::Base
                | Self::Br
                | Self::Col
                | Self::Embed
                | Self::Hr
                | Self::Img
                | Self::Input
                | Self::Link
                | Self::Meta
                | Self::Param
                | Self::Source
                | Self::Track
                | Self::Wbr
        )
    }

    /// Its content is characters up to its own end tag, whatever they look like.
    pub(super) fn is_raw(self) -> bool {
        matches!(
            self,
            Self::Script
                | Self::Style
                | Self::Textarea
                | Self::Title
                | Self::Xmp
                | Self::Iframe
                | Self::Noembed
                | Self::Noframes
        )
    }

    pub(super) fn is_heading(self) -> bool {
        self.heading_level().is_some()
    }

    pub(super) fn heading_level(self) -> Option<usize> {
        Some(match self {
            Self::H1 => 1,
            Self::H2 => 2,
            Self::H3 => 3,
            Self::H4 => 4,
            Self::H5 => 5,
            Self::H6 => 6,
            _ => return None,
        })
    }

    /// A paragraph that is still open ends where one of these begins.
    pub(super) fn ends_paragraph(self) -> bool {
        self.is_heading()
            || matches!(
                self,
                Self::Address
                    | Self::Article
                    | Self::Aside
                    | Self::Blockquote
                    | Self::Center
                    | Self::Dd
                    | Self::Details
                    | Self::Dialog
                    | Self::Dir
                    | Self::Div
                    | Self::Dl
                    | Self::Dt
                    | Self::Fieldset
                    | Self::Figcaption
                    | Self::Figure
                    | Self::Footer
                    | Self::Form
                    | Self::Header
                    | Self::Hgroup
                    | Self::Hr
                    | Self::Li
                    | Self::Main
                    | Self::Menu
                    | Self::Nav
                    | Self::Ol
                    | Self::P
                    | Self::Pre
                    | Self::Search
                    | Self::Section
                    | Self::Summary
                    | Self::Table
                    | Self::Ul
                    | Self::Xmp
            )
    }

    /// Stands on lines of its own.
    pub(super) fn is_block(self) -> bool {
        self.ends_paragraph()
            || self.is_table_part()
            || matches!(
                self,
                Self::Html | Self::Body | Self::Head | Self::Title | Self::Legend
            )
    }

    pub(super) fn is_table_part(self) -> bool {
        matches!(
            self,
            Self::Caption
                | Self::Col
                | Self::Colgroup
                | Self::Tbody
                | Self::Td
                | Self::Tfoot
                | Self::Th
                | Self::Thead
                | Self::Tr
        )
    }

    pub(super) fn is_cell(self) -> bool {
        matches!(self, Self::Td | Self::Th)
    }

    /// An end tag does not reach past one of these, unless it is its own.
    pub(super) fn bounds_scope(self) -> bool {
        matches!(
            self,
            Self::Html
                | Self::Table
                | Self::Td
                | Self::Th
                | Self::Caption
                | Self::Template
                | Self::Object
                | Self::Svg
                | Self::Math
                | Self::IxHeader
        )
    }

    /// Its end tag ends it whatever is still open inside.
    pub(super) fn ends_all_inside(self) -> bool {
        matches!(
            self,
            Self::Audio
                | Self::Canvas
                | Self::IxContinuation
                | Self::IxExclude
                | Self::IxHeader
                | Self::IxHidden
                | Self::IxNonFraction
                | Self::IxNonNumeric
                | Self::IxResources
                | Self::Math
                | Self::Noscript
                | Self::Object
                | Self::Select
                | Self::Svg
                | Self::Table
                | Self::Template
                | Self::Video
        )
    }

    /// Changes type alone; its end may come in the middle of other elements.
    pub(super) fn is_formatting(self) -> bool {
        matches!(
            self,
            Self::A
                | Self::B
                | Self::Big
                | Self::Code
                | Self::Em
                | Self::Font
                | Self::I
                | Self::Nobr
                | Self::S
                | Self::Small
                | Self::Strike
                | Self::Strong
                | Self::Tt
                | Self::U
        )
    }

    /// Belongs to the head of a page when it comes before the body.
    pub(super) fn is_head_part(self) -> bool {
        matches!(
            self,
            Self::Base
                | Self::Link
                | Self::Meta
                | Self::Noscript
                | Self::Script
                | Self::Style
                | Self::Template
                | Self::Title
        )
    }

    /// Controls, programs, pictures and menus: no part of what a page says.
    pub(super) fn is_left_out(self) -> bool {
        matches!(
            self,
            Self::Audio
                | Self::Button
                | Self::Canvas
                | Self::Datalist
                | Self::Embed
                | Self::Head
                | Self::Iframe
                | Self::IxHeader
                | Self::Nav
                | Self::Noembed
                | Self::Noframes
                | Self::Noscript
                | Self::Object
                | Self::Script
                | Self::Select
                | Self::Style
                | Self::Svg
                | Self::Template
                | Self::Textarea
                | Self::Title
                | Self::Video
        )
    }
}
