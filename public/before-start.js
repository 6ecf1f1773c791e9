// Runs before anything else of the page. A file of its own and not an inline script, because the
// Content-Security-Policy allows none.
;(() => {
  // A page chosen dark never flashes white. The key is APPEARANCE_KEY of src/ui/theme/appearance.ts.
  var kept = null
  try {
    kept = window.localStorage.getItem('trolly-appearance')
  } catch (_) {
    // Storage may be forbidden; then the device's own setting decides.
  }
  var dark =
    kept === 'dark' || (kept !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  // What the app is going to need in any case begins now, not once its first files have run: the files that
  // scripts/vite/early-files.ts wrote down, and, for who is signed in (SESSION_KEYS of src/store/session.ts), the browser's own
  // start of its databases, which takes longest of all.
  try {
    const isSignedIn = window.localStorage.getItem('token') !== null
    // The landing page's markup, where it comes with the page, is not for them.
    if (isSignedIn) document.documentElement.setAttribute('data-signed-in', '')
    const meta = document.querySelector('meta[name="early-files"]')
    const files = meta && (isSignedIn || window.location.pathname === '/') ? JSON.parse(meta.content) : {}
    for (const file of files[isSignedIn ? 'signedIn' : 'visitor'] || []) {
      const link = document.createElement('link')
      link.rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
      link.href = file
      document.head.append(link)
    }
    // Opens none of them, and creates none.
    if (isSignedIn && window.indexedDB.databases) window.indexedDB.databases().catch(() => {})
  } catch (_) {
    // All of it is loaded a little later then, when it is asked for.
  }

  // Never a white page: where the app's own script cannot be loaded, say so in its place.
  window.addEventListener(
    'error',
    (event) => {
      var script = event.target
      var root = document.getElementById('root')
      if (!(script instanceof HTMLScriptElement) || script.type !== 'module' || !root) return
      // Inert: the landing page's markup, which no script will ever bring to life.
      if (root.hasChildNodes() && !root.querySelector(':scope > [inert]')) return
      var words = document.createElement('p')
      words.textContent = 'Trolly could not be loaded. Check your signal and try again.'
      var button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'Try again'
      button.addEventListener('click', () => {
        window.location.reload()
      })
      root.setAttribute('role', 'alert')
      root.replaceChildren(words, button)
    },
    true,
  )
})()
