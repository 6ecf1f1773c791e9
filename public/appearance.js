// Runs before the first paint, so that a page chosen dark never flashes white. A file of its own and not an inline
// script, because the Content-Security-Policy allows none. The key is APPEARANCE_KEY of src/ui/theme/appearance.ts.
;(() => {
  var kept = null
  try {
    kept = window.localStorage.getItem('trolly-appearance')
  } catch (_) {
    // Storage may be forbidden; then the device's own setting decides.
  }
  var dark =
    kept === 'dark' || (kept !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
