//! The browser actions of the autonomous agent: the loop with a scripted browser, and a real
//! Chromium on a site of the test's own.

mod chromium;
mod lab;
mod scripted;
mod site;
