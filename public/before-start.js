// Runs before anything else of the page. A file of its own: the Content-Security-Policy then needs no hash of it.
;(() => {
  const root = document.documentElement
  const storage = (name) => {
    try {
      return window.localStorage.getItem(name)
    } catch (_) {
      return null // Storage may be forbidden: nothing is chosen then, and nobody stays signed in.
    }
  }

  // A page chosen dark never flashes white. The key is APPEARANCE_KEY of src/ui/theme/theme-provider.tsx.
  const chosen = storage('trolly-appearance')
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')

  const filesIn = (name) => document.querySelector(`meta[name="${name}"]`)?.content.split(' ') ?? []
  const add = (element) => document.head.append(element)
  const fetchEarly = (files) => {
    for (const file of files)
      add(
        Object.assign(document.createElement('link'), {
          rel: file.endsWith('.css') ? 'stylesheet' : 'modulepreload',
          href: file,
        }),
      )
  }
  // A page that the server has rendered names the app's files, its entry first, and loads none of them.
  const startApp = () => {
    const [entry, ...others] = filesIn('app-files')
    if (!entry) return
    add(Object.assign(document.createElement('script'), { type: 'module', src: entry }))
    fetchEarly(others)
  }

  // Someone who is signed in (SESSION_KEYS of src/store/device/session.ts): what they need in any case begins now and not once the
  // app's first files have run, and so does the browser's own start of its databases, which takes longest of all.
  if (storage('token') !== null) {
    // The visitor's page that the server has rendered is not for them.
    root.setAttribute('data-member', '')
    if (window.indexedDB?.databases) window.indexedDB.databases().catch(() => {})
    startApp()
    // scripts/vite/member-files.ts writes the list.
    fetchEarly(filesIn('member-files'))
  } else {
    // A visitor reads first: over a slow line the app's files would take their time from that. A page in the background is
    // never painted, hence the timer.
    let waits = true
    const start = () => {
      if (waits) startApp()
      waits = false
    }
    if (window.PerformanceObserver) new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
    setTimeout(start, 1000)
  }

  // A form of the server's page can be sent before it is hydrated. Nobody handles that submit, so it stays on the form, with its
  // button busy, until src/ui/form/form.tsx repeats it.
  window.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    event.target.setAttribute('data-sent-early', '')
    event.submitter?.setAttribute('aria-busy', 'true')
  })

  // Never a white page, nor one that looks alive: where the app's own script cannot be loaded, say so in its place.
  window.addEventListener(
    'error',
    ({ target }) => {
      const page = document.getElementById('root')
      if (!(target instanceof HTMLScriptElement) || target.type !== 'module' || !page) return
      if (page.hasChildNodes() && !page.hasAttribute('data-rendered')) return
      // The app's style sheets may be missing too.
      Object.assign(page.style, {
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: '1rem',
        minHeight: '100dvh',
        padding: '1rem',
        colorScheme: isDark ? 'dark' : 'light',
        background: 'Canvas',
        color: 'CanvasText',
        font: '1rem/1.4 system-ui, sans-serif',
        textAlign: 'center',
      })
      const words = document.createElement('p')
      words.textContent = 'Trolly could not be loaded. Check your connection and try again.'
      const button = document.createElement('button')
      button.type = 'button'
      Object.assign(button.style, {
        minHeight: '44px',
        padding: '0 1.25rem',
        border: '1px solid',
        borderRadius: '8px',
        background: 'ButtonFace',
        color: 'ButtonText',
        font: 'inherit',
      })
      button.textContent = 'Try again'
      button.addEventListener('click', () => window.location.reload())
      page.setAttribute('role', 'alert')
      page.replaceChildren(words, button)
    },
    true,
  )
})()
