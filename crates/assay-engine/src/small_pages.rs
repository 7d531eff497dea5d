/// Keeps this process and those it starts from getting memory two megabytes at a time: the allocator
/// asks for that, and half of it lies idle. To be called before anything else.
///
/// Where the system cannot be told, more memory is used and all else is the same.
pub fn use_small_pages() {
    #[cfg(target_os = "linux")]
    {
        let _told = rustix::thread::disable_transparent_huge_pages(true);
    }
}
