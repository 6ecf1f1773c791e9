import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { mainNavigation, moreNavigation } from '#src/app/navigation.ts'
import type { Route } from '#src/app/routes.tsx'
import { useCurrentSession } from '#src/app/session-context.ts'
import { useShellPorts } from '#src/app/shell-ports.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Drawer } from './drawer.tsx'
import { Footer } from './footer.tsx'
import type { Layout } from './layouts.ts'
import { MoreSheet } from './more-sheet.tsx'
import styles from './shell.module.css'
import { ShortcutsSheet } from './shortcuts-sheet.tsx'
import { TopLine } from './top-line.tsx'
import { useShellShortcuts } from './use-shell-shortcuts.ts'

type ShellProps = {
  layout: Layout
  routes: readonly Route[]
  /** Pattern of the route that is shown; undefined for none of them. */
  pattern?: string | undefined
  children: ReactNode
}

/** What stands around every page: one shell for all layouts, which say what it shows of itself. */
export function Shell({ layout, routes, pattern, children }: ShellProps) {
  const { Banners, InstallBanner, trolly, settings } = useShellPorts()
  const { user } = useCurrentSession()
  const [open, setOpen] = useState<'more' | 'shortcuts'>()
  const close = useCallback(() => setOpen(undefined), [])
  const showShortcuts = useCallback(() => setOpen('shortcuts'), [])

  const places = useMemo(() => {
    const input = {
      allowed: user?.acl_routes_available ?? [],
      built: routes.filter(({ Screen }) => Screen).map(({ path }) => path),
      trolly,
    }
    return { main: mainNavigation(input), more: moreNavigation(input) }
  }, [routes, user, trolly])
  const shortcuts = useShellShortcuts({
    items: places.main,
    enabled: settings.singleKeyShortcuts,
    onHelp: showShortcuts,
  })
  const side = !layout.navigation ? 'none' : settings.navigationDrawerExpanded ? 'wide' : 'narrow'

  return (
    <div className={styles.shell} data-side={side} data-bottom={layout.navigation || undefined}>
      <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
        Skip to the page
      </button>
      <header className={styles.top}>{layout.top === 'none' ? null : <TopLine layout={layout} />}</header>
      {layout.navigation ? (
        <div className={styles.side}>
          <Drawer main={places.main} groups={places.more} pattern={pattern} onShortcuts={showShortcuts} />
        </div>
      ) : null}
      <main id="main" className={styles.main} tabIndex={-1}>
        {Banners ? <Banners /> : null}
        {InstallBanner ? <InstallBanner /> : null}
        <div className={styles.page} data-width={layout.width}>
          {children}
        </div>
      </main>
      <div className={styles.bottom}>
        {layout.navigation ? (
          <BottomBar
            items={places.main}
            pattern={pattern}
            onMore={() => setOpen('more')}
            moreOpen={open === 'more'}
          />
        ) : null}
      </div>
      <div className={styles.foot}>{layout.footer ? <Footer /> : null}</div>
      <MoreSheet open={open === 'more'} onClose={close} groups={places.more} pattern={pattern} />
      <ShortcutsSheet open={open === 'shortcuts'} onClose={close} shortcuts={shortcuts} />
    </div>
  )
}
