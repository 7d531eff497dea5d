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
    A = "a", Address = "address", Article = "article", Aside = "aside", Audio = "audio", B = "b",
    Base = "base", Blockquote = "blockquote", Body = "body", Br = "br", Button = "button",
    Canvas = "canvas", Caption = "caption", Center = "center", Datalist = "datalist", Dd = "dd",
    Details = "details", Dialog = "dialog", Dir = "dir", Div = "div", Dl = "dl", Dt = "dt",
    Embed = "embed", Fieldset = "fieldset", Figcaption = "figcaption", Figure = "figure",
    Font = "font", Footer = "footer", Form = "form", H1 = "h1", H2 = "h2", H3 = "h3", H4 = "h4",
    H5 = "h5", H6 = "h6", Head = "head", Header = "header", Hgroup = "hgroup", Hr = "hr",
    Html = "html", Iframe = "iframe", Legend = "legend", Li = "li", Main = "main", Math = "math",
    Menu = "menu", Meta = "meta", Nav = "nav", Noembed = "noembed", Noframes = "noframes",
    Noscript = "noscript", Object = "object", Ol = "ol", P = "p", Pre = "pre", Script = "script",
    Search = "search", Section = "section", Select = "select", Strong = "strong", Style = "style",
    Summary = "summary", Svg = "svg", Table = "table", Tbody = "tbody", Td = "td",
    Template = "template", Textarea = "textarea", Tfoot = "tfoot", Th = "th", Thead = "thead",
    Time = "time", Title = "title", Tr = "tr", Ul = "ul", Video = "video", Xmp = "xmp",
    IxExclude = "ix:exclude", IxHeader = "ix:header", IxNonFraction = "ix:nonfraction",
    IxNonNumeric = "ix:nonnumeric",
}

impl Tag {
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

    /// Stands on lines of its own.
    pub(super) fn is_block(self) -> bool {
        self.is_heading()
            || matches!(
                self,
                Self::Address
                    | Self::Article
                    | Self::Aside
                    | Self::Blockquote
                    | Self::Body
                    | Self::Caption
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
                    | Self::Head
                    | Self::Header
                    | Self::Hgroup
                    | Self::Hr
                    | Self::Html
                    | Self::Legend
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
                    | Self::Tbody
                    | Self::Td
                    | Self::Tfoot
                    | Self::Th
                    | Self::Thead
                    | Self::Title
                    | Self::Tr
                    | Self::Ul
                    | Self::Xmp
            )
    }

    pub(super) fn is_cell(self) -> bool {
        matches!(self, Self::Td | Self::Th)
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
