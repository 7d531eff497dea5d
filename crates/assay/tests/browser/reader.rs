use std::fs;
use std::ops::Deref;

use assay_browser::{Condition, Key, Modifiers, Outcome, Page, Selector};

/// Somebody who works with the page.
pub(crate) struct Reader {
    page: Page,
    port: u16,
}

impl Deref for Reader {
    type Target = Page;

    fn deref(&self) -> &Page {
        &self.page
    }
}

impl Reader {
    pub(crate) fn new(page: Page, port: u16) -> Self {
        Self { page, port }
    }

    /// Asks, and is at the new run when this returns.
    pub(crate) async fn ask(&self, question: &str, ask: Ask) -> String {
        self.type_text("#question", question).await.unwrap();
        if self.count("form.ask details[open]").await.unwrap() == 0 {
            self.click("form.ask details summary").await.unwrap();
        }
        if let Some(profile) = ask.profile {
            self.choose("form.ask select", profile).await;
        }
        if let Some(day) = ask.as_of {
            let script =
                format!("document.querySelector('form.ask input[type=date]').value = '{day}'");
            self.evaluate(&script).await.unwrap();
        }
        let holds = "document.querySelector('form.ask .ask-row input[type=checkbox]').checked";
        if self.evaluate(holds).await.unwrap() != ask.hold {
            self.click("form.ask .ask-row input[type=checkbox]")
                .await
                .unwrap();
        }
        self.click("form.ask button[type=submit]").await.unwrap();
        self.wait_for(Condition::holds("location.hash.startsWith('#/run/')"))
            .await
            .unwrap();
        let run = self.evaluate("location.hash.split('/')[2]").await.unwrap();
        run.as_str().unwrap().to_owned()
    }

    /// Chooses an option in the first list that has it.
    pub(crate) async fn choose(&self, lists: &str, value: &str) {
        let script = format!(
            "(() => {{ const list = [...document.querySelectorAll('{lists}')].find((one) => one.querySelector('option[value={value}]')); list.value = '{value}'; list.dispatchEvent(new Event('change')); }})()"
        );
        self.evaluate(&script).await.unwrap();
    }

    pub(crate) async fn tab(&self, path: &str) {
        self.click(format!("nav.tabs a[href$=\"{path}\"]").as_str())
            .await
            .unwrap();
        let current = format!("nav.tabs a[href$=\"{path}\"][aria-current=page]");
        self.wait_for(current.as_str()).await.unwrap();
    }

    /// Goes to a view by its address and waits until it is drawn.
    pub(crate) async fn show(&self, view: &str) {
        let script = format!(
            "new Promise((resolve) => {{ document.addEventListener('assay:shown', resolve, {{ once: true, capture: true }}); if (location.hash === '#{view}') {{ resolve(); }} else {{ location.hash = '{view}'; }} }}).then(() => true)"
        );
        self.evaluate(&script).await.unwrap();
    }

    /// Presses Tab until the focus is there.
    pub(crate) async fn tab_to(&self, is_there: &str) {
        const MOST: usize = 80;
        for _ in 0..MOST {
            if self.evaluate(is_there).await.unwrap() == true {
                return;
            }
            self.press(Key::Tab, Modifiers::NONE).await.unwrap();
        }
        panic!("{MOST} stops do not lead to {is_there}");
    }

    /// Writes with the keyboard where the focus is.
    pub(crate) async fn write(&self, text: &str) {
        for sign in text.chars() {
            self.press(Key::Character(sign), Modifiers::NONE)
                .await
                .unwrap();
        }
    }

    /// Waits until the run has ended and its report can be taken away.
    pub(crate) async fn run_ended(&self) {
        self.wait_for("details.menu").await.unwrap();
    }

    /// The bytes of the `number`-th download, which is this format.
    pub(crate) async fn download_report(&self, format: &str, number: usize) -> Vec<u8> {
        let menu = "details.menu";
        if self.count("details.menu[open]").await.unwrap() == 0 {
            self.click(format!("{menu} summary").as_str())
                .await
                .unwrap();
        }
        let link = format!("{menu} a[href*=\"format={format}&\"]");
        self.click(link.as_str()).await.unwrap();
        let download = self.download(number).await.unwrap();
        assert!(download.name.contains(format), "{download:?}");
        fs::read(&download.path).unwrap()
    }

    /// Everything that the stream of the run has told is in the log, once.
    pub(crate) async fn assert_told_once(&self, run: &str) {
        let script = format!(
            "fetch('/api/runs/{run}/steps', {{ headers: {{ 'X-Assay-Session': localStorage.getItem('assay.session') }} }}).then((reply) => reply.json()).then((reply) => {{ window.steps = reply.steps.length; return window.steps; }})"
        );
        let steps = self.evaluate(&script).await.unwrap();
        let told = Condition::holds("document.querySelectorAll('.log li').length >= window.steps");
        self.wait_for(told).await.unwrap();
        assert_eq!(self.count(".log li").await.unwrap() as u64, steps);
    }

    pub(crate) async fn wait_for_text(&self, css: &str, text: &str) {
        self.wait_for(Selector::css(css).with_text(text))
            .await
            .unwrap();
    }

    /// Nothing came from elsewhere, nothing failed, nothing was complained about.
    pub(crate) fn assert_clean(&self) {
        self.assert_stayed_home();
        let errors: Vec<_> = self
            .console()
            .into_iter()
            .filter(|one| one.is_error() || one.is_policy_violation())
            .collect();
        assert!(errors.is_empty(), "{errors:#?}");
        let failed: Vec<_> = self
            .exchanges()
            .into_iter()
            .filter(|one| {
                matches!(one.outcome, Outcome::Failed(_))
                    || one.status.is_some_and(|status| status >= 400)
            })
            .collect();
        assert!(failed.is_empty(), "{failed:#?}");
    }

    /// Nothing broke, though connections may have.
    pub(crate) fn assert_unbroken(&self) {
        self.assert_stayed_home();
        let console = self.console();
        let broken = console
            .iter()
            .filter(|one| one.is_error() && one.source != "network");
        assert_eq!(broken.count(), 0, "{console:#?}");
    }

    /// Every request was to the server itself.
    pub(crate) fn assert_stayed_home(&self) {
        let own = format!("http://127.0.0.1:{}/", self.port);
        let exchanges = self.exchanges();
        assert!(!exchanges.is_empty());
        for exchange in exchanges {
            let is_own = exchange.url.starts_with(&own) || !exchange.is_remote();
            assert!(is_own, "{exchange:?}");
        }
    }
}

/// What is asked for beside the question.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ask {
    pub(crate) profile: Option<&'static str>,
    pub(crate) as_of: Option<&'static str>,
    pub(crate) hold: bool,
}
