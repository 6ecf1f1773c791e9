import { useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { NavigationItem } from '#src/app/navigation.ts'
import { createShortcutReader, isTextEntry, type Shortcut } from '#src/app/shortcuts.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

type Options = { items: readonly NavigationItem[]; enabled: boolean; onHelp: () => void }

export function useShellShortcuts({ items, enabled, onHelp }: Options): readonly Shortcut[] {
  const navigate = useNavigate()
  const shortcuts = useMemo<Shortcut[]>(() => {
    const search = items.find(({ label }) => label === 'Search')
    return [
      {
        keys: '/',
        label: 'Search',
        run: () => {
          const field = document.querySelector<HTMLElement>(':is(main, [data-bar-slot]) [data-search]')
          if (field) field.focus()
          else if (search) navigate(search.to)
        },
      },
      ...items.flatMap(({ keys, label, to }) =>
        keys ? [{ keys, label: `Go to ${label}`, run: () => navigate(to) }] : [],
      ),
      { keys: '?', label: 'Show this list', run: onHelp },
    ]
  }, [items, navigate, onHelp])

  useEffect(() => {
    const read = createShortcutReader()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const typing = isTextEntry(event.target)
      const modified = event.ctrlKey || event.metaKey
      // While digits are typed the quantity box keeps Ctrl+Z; afterwards the message undoes it.
      if (event.key === 'z' && modified && !event.shiftKey && !typing) {
        if (notifications.restore()) event.preventDefault()
        return
      }
      // An open sheet has its own keys.
      if (!enabled || document.documentElement.hasAttribute('data-sheet-open')) return
      const press = { key: event.key, modified: modified || event.altKey, typing, atMs: event.timeStamp }
      const shortcut = read(press, shortcuts)
      if (!shortcut) return
      event.preventDefault()
      shortcut.run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [shortcuts, enabled])

  return shortcuts
}
