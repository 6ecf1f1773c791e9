import { IconDots } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { useBackCloses } from './back-stack.ts'
import styles from './menu.module.css'

export type MenuItem = {
  label: string
  icon?: ReactNode
  /** red for what deletes (it still offers undo). */
  tone?: 'red'
  onSelect: () => void
}

export type MenuProps = {
  /** What the button is for: "More actions for Chopped tomatoes". */
  label: string
  items: readonly MenuItem[]
  icon?: ReactNode
}

/** A button that opens a few actions. Arrows move, Esc closes, a letter goes to the action that begins with it. */
export function Menu({ label, items, icon = <IconDots size={20} aria-hidden="true" /> }: MenuProps) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLDivElement>(null)
  const id = useId()
  useBackCloses(open, () => setOpen(false))

  useEffect(() => {
    if (!open) return
    menuItems(anchor.current)[0]?.focus()
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !anchor.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  function close() {
    setOpen(false)
    anchor.current?.querySelector('button')?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const elements = menuItems(anchor.current)
    const next = nextItem(event.key, elements)
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    } else if (event.key === 'Tab') {
      setOpen(false)
    } else if (next) {
      event.preventDefault()
      next.focus()
    }
  }

  return (
    <div ref={anchor} className={styles.anchor}>
      <IconButton label={label} icon={icon} expanded={open} onClick={() => setOpen(!open)} />
      {open ? (
        <div
          id={id}
          className={styles.menu}
          role="menu"
          aria-label={label}
          ref={keepOnScreen}
          onKeyDown={onKeyDown}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              className={styles.item}
              role="menuitem"
              tabIndex={-1}
              data-tone={item.tone}
              onClick={() => {
                close()
                item.onSelect()
              }}
            >
              {item.icon}
              {item.label}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}

function menuItems(anchor: HTMLElement | null): HTMLElement[] {
  return [...(anchor?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
}

function nextItem(key: string, items: HTMLElement[]): HTMLElement | undefined {
  const at = items.indexOf(document.activeElement as HTMLElement)
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items[(at - 1 + items.length) % items.length]
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1) return undefined
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return after.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
}

/** Below the button and along its right edge, unless there is no room for that. */
function keepOnScreen(menu: HTMLElement | null): void {
  if (!menu) return
  const { left, bottom } = menu.getBoundingClientRect()
  menu.toggleAttribute('data-along-left', left < 0)
  menu.toggleAttribute('data-above', bottom > window.innerHeight)
}
