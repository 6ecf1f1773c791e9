import type { ReactNode } from 'react'
import type { Route } from '#src/app/route.ts'
import { useShellPorts } from '#src/app/shell-ports.ts'
import { Footer } from './footer.tsx'
import type { Layout } from './layouts.ts'
import styles from './shell.module.css'
import { TopLine } from './top-line.tsx'

type ShellProps = {
  layout: Layout
  routes: readonly Route[]
  /** undefined if no route matches. */
  pattern?: string | undefined
  children: ReactNode
}

export function Shell({ layout, routes, pattern, children }: ShellProps) {
  const { Banners, InstallBanner, Navigation, settings } = useShellPorts()
  const hasNavigation = layout.navigation && Navigation !== undefined
  const side = !hasNavigation ? 'none' : settings.navigationDrawerExpanded ? 'wide' : 'narrow'
  return (
    <div className={styles.shell} data-side={side} data-bottom={hasNavigation || undefined}>
      <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
        Skip to main content
      </button>
      <header className={styles.top}>{layout.top === 'none' ? null : <TopLine layout={layout} />}</header>
      {hasNavigation ? <Navigation routes={routes} pattern={pattern} /> : null}
      <main id="main" className={styles.main} tabIndex={-1}>
        {Banners ? <Banners /> : null}
        {hasNavigation && InstallBanner ? <InstallBanner /> : null}
        <div className={styles.page} data-width={layout.width}>
          {children}
        </div>
        {/* It comes when the browser offers it, and must not push away what a visitor has begun to read. */}
        {!hasNavigation && InstallBanner ? (
          <div className={styles.install}>
            <InstallBanner />
          </div>
        ) : null}
      </main>
      <div className={styles.foot}>{layout.footer ? <Footer /> : null}</div>
    </div>
  )
}
