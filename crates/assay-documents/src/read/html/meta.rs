use assay_domain::Date;

use super::super::squeezed;
use super::tag::Tag;
use super::tree::Tree;
use crate::date::first_date;

/// What a page says about itself.
#[derive(Default)]
pub(super) struct Meta {
    pub(super) title: Option<String>,
    pub(super) byline: Option<String>,
    pub(super) date: Option<Date>,
    /// The page says that it is an article.
    pub(super) is_article: bool,
}

impl Meta {
    pub(super) fn of(tree: &Tree) -> Self {
        let mut meta = Self::default();
        let mut stated: [Option<String>; 2] = [None, None];
        for id in tree.ids() {
            match tree.tag(id) {
                Tag::Meta => {
                    let named = ["property", "name", "itemprop"]
                        .iter()
                        .find_map(|name| tree.attribute(id, name))
                        .unwrap_or_default()
                        .to_ascii_lowercase();
                    let content = tree.attribute(id, "content").unwrap_or_default();
                    let content = squeezed(content);
                    if !content.is_empty() {
                        meta.take(&named, content, &mut stated);
                    }
                }
                Tag::Time if meta.date.is_none() => {
                    let is_published = tree
                        .attribute(id, "itemprop")
                        .is_some_and(|name| name.eq_ignore_ascii_case("datepublished"))
                        || tree.attribute(id, "pubdate").is_some();
                    let date = tree.attribute(id, "datetime");
                    meta.date = date.filter(|_| is_published).and_then(first_date);
                }
                _ => {}
            }
        }
        let [og, twitter] = stated;
        let written = tree
            .first_with_tag(Tag::Title)
            .map(|id| squeezed(&tree.whole_text(id)))
            .filter(|title| !title.is_empty());
        meta.title = og.or(twitter).or(written);
        meta
    }

    /// `names` may hold several names, separated by spaces.
    fn take(&mut self, names: &str, content: String, titles: &mut [Option<String>; 2]) {
        let [og, twitter] = titles;
        for name in names.split_ascii_whitespace() {
            match name {
                "og:title" | "dc.title" | "dc:title" | "dcterms.title" | "dcterms:title" => {
                    og.get_or_insert_with(|| content.clone());
                }
                "twitter:title" => {
                    twitter.get_or_insert_with(|| content.clone());
                }
                "author" | "dc.creator" | "dc:creator" | "dcterms.creator" | "dcterms:creator"
                | "article:author" => {
                    let is_address = content.starts_with("http");
                    if !is_address {
                        self.byline.get_or_insert_with(|| content.clone());
                    }
                }
                "article:published_time"
                | "datepublished"
                | "date"
                | "dc.date"
                | "pubdate"
                | "publishdate"
                | "parsely-pub-date" => {
                    self.date = self.date.or_else(|| first_date(&content));
                }
                "og:type" => self.is_article |= content.eq_ignore_ascii_case("article"),
                _ => {}
            }
        }
    }
}
