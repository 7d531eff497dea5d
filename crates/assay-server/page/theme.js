// A classic script in the head: the colours are known before the first paint.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem('assay.theme');
  } catch {
    // storage may be switched off; the system's preference then decides
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
})();
