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

  /** @param files script modules and style sheets, fetched alongside whatever else is */
  function fetchAlongside(files) {
    for (const file of files) {
      const link = document.createElement('link')
      link.rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
      link.href = file
      document.head.append(link)
    }
  }
  function listIn(name) {
    const meta = document.querySelector(`meta[name="${name}"]`)
    return meta ? JSON.parse(meta.content) : null
  }

  // What the app is going to need in any case begins now, not once its first files have run: the files that
  // scripts/vite/early-files.ts wrote down, and, for who is signed in (SESSION_KEYS of src/store/session.ts), the browser's own
  // start of its databases, which takes longest of all.
  function begin(isSignedIn) {
    // The landing page names the app's files and loads none of them (scripts/vite/landing-page.ts).
    const app = listIn('app')
    if (app) {
      const script = document.createElement('script')
      script.type = 'module'
      script.src = app[0]
      document.head.append(script)
      fetchAlongside(app.slice(1))
    }
    const early = listIn('early-files') || {}
    if (isSignedIn || window.location.pathname === '/')
      fetchAlongside((isSignedIn ? early.signedIn : early.visitor) || [])
  }

  /** A page that is not looked at is never painted; it may be any time. */
  function afterPaint(act) {
    let waits = true
    const once = () => {
      if (waits) act()
      waits = false
    }
    if (window.PerformanceObserver) new PerformanceObserver(once).observe({ type: 'paint', buffered: true })
    setTimeout(once, 1000)
  }

  let isSignedIn = false
  try {
    isSignedIn = window.localStorage.getItem('token') !== null
  } catch (_) {
    // Storage may be forbidden; then nobody stays signed in either.
  }
  if (isSignedIn) {
    // The landing page's markup, where it comes with the page, is not for them.
    document.documentElement.setAttribute('data-signed-in', '')
    // Opens none of them, and creates none.
    if (window.indexedDB?.databases) window.indexedDB.databases().catch(() => {})
    begin(true)
  } else {
    // A visitor reads first. What is fetched meanwhile would take its time from what they read.
    afterPaint(() => begin(false))
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
