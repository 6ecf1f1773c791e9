import { useMounted } from '@mantine/hooks'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { telHref } from '#domain/contact.ts'
import { findVisitorTitle, pageTitleOf } from '#domain/visitor-pages.ts'
import type { ApiClient } from '#src/api/client.ts'
import { Shell } from '#src/app/layouts/shell.tsx'
import { TopLine } from '#src/app/layouts/top-line.tsx'
import type { VisitorSession } from '#src/app/session.ts'
import { type ShellProps, type Tree, TreeProvider } from '#src/app/session.ts'
import { ApiProvider } from '#src/device/device-context.tsx'
import { SiteDataBlocked } from '#src/device/site-data-blocked.tsx'
import { useCompany, useCompanyName } from '#src/features/company/company-context.tsx'
import { InstallBanner, useIsInstallable } from '#src/features/install/install-context.tsx'
import { type Visit, VisitProvider } from '#src/features/session/visit.ts'
import { loadWithReload } from '#src/features/updates/reload.ts'
import { isAnythingKept } from '#src/store/device/browser-settings.ts'
import { isSiteDataBlocked } from '#src/store/device/web-storage.ts'
import { PageTitleContext } from '#src/ui/layout/page-title.ts'
import styles from './visitor-tree.module.css'

type VisitorTreeProps = {
  side: VisitorSession
  sessions: Pick<Visit, 'signIn' | 'signInBy' | 'signUp'>
  api: ApiClient
  children: ReactNode
}

/** Must render on a server: no device, no database. */
export function VisitorTree({ side: { forced, lastUserId }, sessions, api, children }: VisitorTreeProps) {
  useForcedWay(forced)
  const tree = useMemo<Tree>(
    () => ({ session: { user: undefined, lastUserId }, Shell: VisitorShell }),
    [lastUserId],
  )
  const pageTitle = usePageTitle()
  const visit = useMemo<Visit>(() => {
    const { signIn, signInBy, signUp } = sessions
    return { forced, signIn, signInBy, signUp, watchKeptWork }
  }, [forced, sessions])
  return (
    <ApiProvider value={api}>
      <VisitProvider value={visit}>
        <TreeProvider value={tree}>
          <PageTitleContext value={pageTitle}>{children}</PageTitleContext>
        </TreeProvider>
      </VisitProvider>
    </ApiProvider>
  )
}

/** As the server writes it, which does not know the page's heading. */
function usePageTitle() {
  const { pathname } = useLocation()
  const company = useCompanyName()
  return useCallback(
    (heading: string) => pageTitleOf(findVisitorTitle(pathname) ?? heading, company),
    [pathname, company],
  )
}

/** The anonymous layout, whichever the route has (specification, section 2); the catalogue keeps its width. */
function VisitorShell({ layout, banner, children }: ShellProps) {
  const isAnonymous = layout !== 'signup' && layout !== 'catalogue'
  return (
    <Shell
      layout={isAnonymous ? 'anonymous' : layout}
      top={<TopLine kind="brand" status={<SignInLink />} />}
      banners={
        <>
          {banner}
          <BlockedBanner />
        </>
      }
      install={<InstallBannerUnlessDismissed />}
      foot={
        <footer className={styles.footer}>
          <span>{useCompanyName()}</span>
          <nav className={styles.links} aria-label="About us">
            {LINKS.map(({ to, label }) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
          </nav>
          <Office />
        </footer>
      }
    >
      {children}
    </Shell>
  )
}

/** Not where the form is. */
function SignInLink() {
  const { pathname } = useLocation()
  if (pathname === '/' || pathname === '/auth/sign-in') return null
  return (
    <Link className={styles.signIn} to="/auth/sign-in">
      Sign in
    </Link>
  )
}

const LINKS = [
  { to: '/features', label: 'Features' },
  { to: '/information', label: 'Terms and contact' },
  { to: '/postcode-request', label: 'Do you deliver here?' },
] as const

/** For those whom the page cannot help. */
function Office() {
  const { contact_phone: phone = '' } = useCompany() ?? {}
  if (phone === '') return null
  return (
    <span>
      New here, or can’t sign in? <a href={telHref(phone)}>{`Call ${phone}`}</a>
    </span>
  )
}

/** Once mounted, since a server cannot know. */
const BlockedBanner = () => (useMounted() && isSiteDataBlocked() ? <SiteDataBlocked /> : null)

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

const FORCED_WAY: Record<NonNullable<Visit['forced']>['reason'], string | undefined> = {
  unauthenticated: undefined,
  emptied: undefined,
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
  return <InstallBanner wanted={wanted} onDismiss={() => void dismiss().catch(() => {})} />
}

/** Loads the database code only for visitors who need it. */
const askDevice = loadWithReload(() => import('#src/store/device/device-notes.ts'))

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
