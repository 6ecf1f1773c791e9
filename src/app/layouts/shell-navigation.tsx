import { useCallback, useEffect, useMemo, useState } from 'react'
import { mainNavigation, moreNavigation } from '#src/app/navigation.ts'
import { useCurrentSession } from '#src/app/session-context.ts'
import { type ShellNavigationProps, useShellPorts } from '#src/app/shell-ports.ts'
import { whenQuiet } from '#src/device/when-quiet.ts'
import { lateContent, loadLateParts } from '#src/ui/surface/late-part.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Drawer } from './drawer.tsx'
import { MoreSheet } from './more-sheet.tsx'
import styles from './shell.module.css'
import { useShellShortcuts } from './use-shell-shortcuts.ts'

const ShortcutList = lateContent(async () => (await import('./shortcut-list.tsx')).ShortcutList)

/** Signed-in users only; visitors do not load it. */
export function ShellNavigation({ routes, pattern }: ShellNavigationProps) {
  const { trolly, preparedId, settings } = useShellPorts()
  const { user } = useCurrentSession()
  const [open, setOpen] = useState<'more' | 'shortcuts'>()
  const close = useCallback(() => setOpen(undefined), [])
  const showShortcuts = useCallback(() => setOpen('shortcuts'), [])

  const places = useMemo(() => {
    const input = {
      allowed: user?.acl_routes_available ?? [],
      built: routes.filter(({ Screen }) => Screen).map(({ path }) => path),
      trolly,
      preparedId,
    }
    return { main: mainNavigation(input), more: moreNavigation(input) }
  }, [routes, user, trolly, preparedId])
  const shortcuts = useShellShortcuts({
    items: places.main,
    enabled: settings.singleKeyShortcuts,
    onHelp: showShortcuts,
  })

  // Load overlays after the page, so that a press finds them, online or offline.
  useEffect(() => whenQuiet(() => void loadLateParts()), [])

  return (
    <>
      <div className={styles.side}>
        <Drawer main={places.main} groups={places.more} pattern={pattern} onShortcuts={showShortcuts} />
      </div>
      <div className={styles.bottom}>
        <BottomBar
          items={places.main}
          pattern={pattern}
          onMore={() => setOpen('more')}
          moreOpen={open === 'more'}
        />
      </div>
      <MoreSheet open={open === 'more'} onClose={close} groups={places.more} pattern={pattern} />
      <Sheet open={open === 'shortcuts'} onClose={close} title="Keyboard shortcuts">
        <ShortcutList shortcuts={shortcuts} onLost={close} />
      </Sheet>
    </>
  )
}
