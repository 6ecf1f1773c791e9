import { Drawer } from '@mantine/core'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import { useWindowEvent } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { ErrorBoundary } from '#src/ui/status/error-boundary.tsx'
import { useBackCloses } from './back-stack.ts'
import { focusPlace, returnFocus, useKeptFocus } from './kept-focus.ts'
import { LoadFailed } from './late.tsx'
import styles from './sheet.module.css'
import type { OpenSheetProps } from './sheet.tsx'

/**
 * Mantine's drawer, with the focus held by the page's `inert` (which keeps messages usable), Esc handled last so that a
 * list in the sheet gets it first, and scroll locked by our style sheet: Mantine's `<style>` breaks the
 * Content-Security-Policy.
 */
export function OpenSheet(props: OpenSheetProps) {
  return (
    <Drawer.Root
      opened
      onClose={props.onClose}
      classNames={{ inner: styles.inner, content: styles.sheet, header: styles.head, overlay: styles.scrim }}
      mod={{ wide: props.wide }}
      trapFocus={false}
      closeOnEscape={false}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
    >
      <Drawer.Overlay />
      <Content {...props} />
    </Drawer.Root>
  )
}

/** Separate from its root, whose portal mounts one render later. */
function Content({ onClose, title, children, foot, flush }: OpenSheetProps) {
  const sheet = useRef<HTMLDivElement>(null)
  useBackCloses(true, onClose)
  useKeptFocus(sheet)

  useEffect(() => {
    const before = focusPlace(document.activeElement)
    const element = sheet.current
    if (!element) return
    const restorePage = takeOver(element)
    // An autoFocus field already has it.
    if (!element.contains(document.activeElement)) element.focus()
    return () => {
      restorePage()
      if (before.length > 0) returnFocus(before)
    }
  }, [])

  // On the window: a press on empty space leaves the focus nowhere.
  useWindowEvent('keydown', (event) => {
    const isOnTop = open.at(-1) === sheet.current
    if (event.key === 'Escape' && !event.defaultPrevented && isOnTop && !isInMenu(event)) onClose()
  })

  return (
    <Drawer.Content ref={sheet}>
      {/* A <header> in a sheet would be announced as a second banner of the page. */}
      <Drawer.Header role="presentation">
        <Drawer.Title>{title}</Drawer.Title>
        <IconButton label="Close" icon={<IconX size={20} aria-hidden="true" />} onClick={onClose} />
      </Drawer.Header>
      <div className={flush ? `${styles.body} ${styles.flush}` : styles.body}>
        <ErrorBoundary fallback={() => <LoadFailed />}>{children}</ErrorBoundary>
      </div>
      {foot ? <div className={styles.foot}>{foot}</div> : null}
    </Drawer.Content>
  )
}

/** Escape closes a menu of the sheet first. */
const isInMenu = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[role="menu"]') !== null

/** While a sheet is open the page (#root) is inert, which traps focus and screen readers; messages stay usable. */
const open: HTMLElement[] = []

/** Disables all other sheets until the returned function is called. */
function takeOver(element: HTMLElement): () => void {
  open.push(element)
  applyInertness()
  return () => {
    open.splice(open.indexOf(element), 1)
    applyInertness()
  }
}

function applyInertness(): void {
  document.getElementById('root')?.toggleAttribute('inert', open.length > 0)
  document.documentElement.toggleAttribute('data-sheet-open', open.length > 0)
  for (const [index, element] of open.entries()) {
    element.toggleAttribute('inert', index < open.length - 1)
  }
}
