use url::Url;

use crate::error::shown;
use crate::{Policy, WebError};

/// A chain of redirects. Each address is judged before it is gone to.
pub(crate) struct Hops<'a> {
    policy: &'a Policy,
    url: Url,
    followed: usize,
}

impl<'a> Hops<'a> {
    pub(crate) fn new(policy: &'a Policy, url: Url) -> Result<Self, WebError> {
        let checked = policy.check(&url);
        checked.map_err(|refusal| WebError::refused(&url, refusal))?;
        Ok(Self {
            policy,
            url,
            followed: 0,
        })
    }

    pub(crate) fn url(&self) -> &Url {
        &self.url
    }

    pub(crate) fn follow(&mut self, mut to: Url) -> Result<(), WebError> {
        to.set_fragment(None);
        let limit = self.policy.limits.redirects;
        if self.followed >= limit {
            return Err(WebError::TooManyRedirects {
                server: shown(&self.url),
                limit,
            });
        }
        let checked = self.policy.check_redirect(&self.url, &to);
        checked.map_err(|refusal| WebError::refused(&to, refusal))?;
        self.followed += 1;
        self.url = to;
        Ok(())
    }
}
