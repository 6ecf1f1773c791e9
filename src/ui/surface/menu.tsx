import { IconDots, IconRefresh } from '@tabler/icons-react'
import { lazy, type ReactNode, useState } from 'react'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { reloadByHand } from '#src/ui/reload-guard.ts'
import { Late } from './late.tsx'

export type MenuItem = {
  label: string
  icon?: ReactNode
  /** red for deletion (which still offers undo). */
  tone?: 'red'
  onSelect: () => void
}

export type MenuProps = {
  /** "More actions for Chopped tomatoes". */
  label: string
  items: readonly MenuItem[]
  icon?: ReactNode
}

const OpenMenu = lazy(async () => ({ default: (await import('./open-menu.tsx')).OpenMenu }))

/** Arrows move, Esc closes, a letter jumps to the action that begins with it. */
export function Menu({ label, items, icon = <IconDots size={20} aria-hidden="true" /> }: MenuProps) {
  const [wasOpened, setWasOpened] = useState(false)
  // A closed menu costs one button; Mantine's replaces it on first opening and takes the focus.
  return (
    <Late
      wanted={wasOpened}
      waiting={
        <IconButton label={label} icon={icon} aria-expanded={wasOpened} onClick={() => setWasOpened(true)} />
      }
      failed={
        <IconButton
          label={`${label}: could not be loaded. Try again`}
          icon={<IconRefresh size={20} aria-hidden="true" />}
          onClick={() => void reloadByHand()}
        />
      }
    >
      <OpenMenu label={label} items={items} icon={icon} />
    </Late>
  )
}
