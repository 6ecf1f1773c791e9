import { createStore, type Store } from '#src/state/store.ts'

/** Chromium's install event comes early and once, so keep it; Safari on iOS has none, so users get the steps. */
export type InstallState =
  /** Already installed, or not supported. */
  | 'unavailable'
  /** `install()` shows the browser's prompt. */
  | 'offered'
  | 'by-hand'

export type InstallPrompt = {
  state: () => InstallState
  subscribe: Store<unknown>['subscribe']
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
  const { get, set, subscribe } = createStore<BeforeInstallPromptEvent | undefined>(undefined)

  window.addEventListener('beforeinstallprompt', (event) => {
    // Without this, Android shows its own bar on top of ours.
    event.preventDefault()
    set(event as BeforeInstallPromptEvent)
  })
  window.addEventListener('appinstalled', () => set(undefined))
  installedDisplays.addEventListener('change', () => set(get()))

  return {
    state() {
      if (isInstalled()) return 'unavailable'
      if (get()) return 'offered'
      return isAppleTouchDevice(window.navigator) ? 'by-hand' : 'unavailable'
    },
    subscribe,
    async install() {
      const asked = get()
      if (!asked) return 'unavailable'
      set(undefined)
      await asked.prompt()
      return (await asked.userChoice).outcome
    },
  }
}

/** An iPad calls itself a Macintosh, but no Macintosh has a touch screen. */
const isAppleTouchDevice = ({ userAgent, maxTouchPoints }: InstallPorts['navigator']) =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
