import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ApiClient, ForcedSignOut } from '#src/api/client.ts'
import type { VisitorSide } from '#src/app/seam.ts'
import { type Session, SessionProvider } from '#src/app/session-context.ts'
import { type CommonPorts, NO_PORTS, type ShellPorts, ShellPortsProvider } from '#src/app/shell-ports.ts'
import { ApiProvider } from '#src/device/device-context.tsx'
import { InstallBannerHere, InstallHere, useIsInstallable } from '#src/features/install/install-context.tsx'
import { type Visit, VisitProvider } from '#src/features/session/visit.ts'
import { loadWithReload } from '#src/features/updates/lazy-with-reload.ts'
import { isAnythingKept } from '#src/store/browser-settings.ts'

type VisitorTreeProps = {
  side: VisitorSide
  signIn: Visit['signIn']
  api: ApiClient
  common: CommonPorts
  children: ReactNode
}

/** Must render on a server: no device, no database. */
export function VisitorTree({ side, signIn, api, common, children }: VisitorTreeProps) {
  const { forced, lastUserId } = side
  useForcedWay(forced)
  const session = useMemo<Session>(
    () => ({ status: 'signed-out', user: undefined, lastUserId }),
    [lastUserId],
  )
  const visit = useMemo<Visit>(() => ({ forced, signIn, watchKeptWork }), [forced, signIn])
  const ports = useMemo<ShellPorts>(
    () => ({
      ...NO_PORTS,
      ...common,
      InstallBanner: InstallBannerUnlessDismissed,
      InstallButton: InstallHere,
    }),
    [common],
  )
  return (
    <ApiProvider value={api}>
      <VisitProvider value={visit}>
        <SessionProvider value={session}>
          <ShellPortsProvider value={ports}>{children}</ShellPortsProvider>
        </SessionProvider>
      </VisitProvider>
    </ApiProvider>
  )
}

/** Redirects after a forced end of session (specification, section 8); a lost token leads to the landing page. */
function useForcedWay(forced: Visit['forced']): void {
  const navigate = useNavigate()
  // Redirect once; afterwards the user navigates freely.
  const led = useRef<Visit['forced']>(null)
  useEffect(() => {
    const to = forced && FORCED_WAY[forced.reason]
    if (!to || led.current === forced) return
    led.current = forced
    navigate(to, { replace: true })
  }, [forced, navigate])
}

const FORCED_WAY: Record<ForcedSignOut, string | undefined> = {
  unauthenticated: undefined,
  rateLimited: '/rate-limited',
  maintenance: '/maintenance',
}

/** Waits until it is known not to have been dismissed; a device without data need not be asked. */
function InstallBannerUnlessDismissed() {
  const isInstallable = useIsInstallable()
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (!isInstallable) return
    const find = async () =>
      !(await isAnythingKept(indexedDB)) || (await (await askDevice()).isInstallBannerWanted())
    // If the stored answer cannot be read, show no banner.
    find().then(setWanted, () => {})
  }, [isInstallable])
  const dismiss = async () => {
    setWanted(false)
    await (await askDevice()).dismissInstallBanner()
  }
  return <InstallBannerHere wanted={wanted} onDismiss={() => void dismiss().catch(() => {})} />
}

/** Loads the database code only for visitors who need it. */
const askDevice = loadWithReload(() => import('#src/store/device-notes.ts'))

const watchKeptWork: Visit['watchKeptWork'] = (tell) => {
  let stop: (() => void) | undefined
  let ended = false
  askDevice().then(
    (device) => {
      if (!ended) stop = device.watchKeptWork(tell)
    },
    () => {},
  )
  return () => {
    ended = true
    stop?.()
  }
}
