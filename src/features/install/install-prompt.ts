/** Chromium's install event comes early and once, so keep it; Safari on iOS has none, so users get the steps. */
export type InstallState =
  /** Already installed, or not supported. */
  | 'unavailable'
  /** `install()` shows the browser's prompt. */
  | 'offered'
  | 'by-hand'

export type InstallPrompt = {
  state: () => InstallState
  subscribe: (listener: () => void) => () => void
  /** Shows the browser's prompt, which works only once. */
  install: () => Promise<'accepted' | 'dismissed' | 'unavailable'>
}

/** Chromium only, so not in TypeScript's library. */
type BeforeInstallPromptEvent = Event & {
  prompt: () => Promise<void>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

type InstallPorts = Pick<Window, 'addEventListener' | 'matchMedia'> & {
  navigator: { userAgent: string; maxTouchPoints: number; standalone?: boolean }
}

/** Call it before rendering, so that the event is not missed. */
export function captureInstallPrompt(window: InstallPorts): InstallPrompt {
  const installedDisplays = window.matchMedia('(display-mode: standalone), (display-mode: minimal-ui)')
  const isInstalled = () => installedDisplays.matches || window.navigator.standalone === true
  const listeners = new Set<() => void>()
  let offer: BeforeInstallPromptEvent | undefined
  const keep = (event: BeforeInstallPromptEvent | undefined) => {
    offer = event
    for (const listener of [...listeners]) listener()
  }

  window.addEventListener('beforeinstallprompt', (event) => {
    // Without this, Android shows its own bar on top of ours.
    event.preventDefault()
    keep(event as BeforeInstallPromptEvent)
  })
  window.addEventListener('appinstalled', () => keep(undefined))

  return {
    state() {
      if (isInstalled()) return 'unavailable'
      if (offer) return 'offered'
      return isAppleTouchDevice(window.navigator) ? 'by-hand' : 'unavailable'
    },
    subscribe(listener) {
      listeners.add(listener)
      installedDisplays.addEventListener('change', listener)
      return () => {
        listeners.delete(listener)
        installedDisplays.removeEventListener('change', listener)
      }
    },
    async install() {
      if (!offer) return 'unavailable'
      const asked = offer
      keep(undefined)
      await asked.prompt()
      return (await asked.userChoice).outcome
    },
  }
}

/** An iPad calls itself a Macintosh, but no Macintosh has a touch screen. */
const isAppleTouchDevice = ({ userAgent, maxTouchPoints }: InstallPorts['navigator']) =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
