import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { useBackCloses } from './back-stack.ts'
import { latePart, useLatePart } from './late-part.tsx'

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

export type OpenMenuProps = Required<MenuProps> & { open: boolean; onChange: (open: boolean) => void }

const OpenMenu = latePart<OpenMenuProps>(async () => (await import('./open-menu.tsx')).OpenMenu)

/** Arrows move, Esc closes, a letter jumps to the action that begins with it. */
export function Menu({ label, items, icon = <IconDots size={20} aria-hidden="true" /> }: MenuProps) {
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  useBackCloses(open, () => setOpen(false))
  const Opened = useLatePart(OpenMenu, open, () => setOpen(false))
  const change = (next: boolean) => {
    setOpen(next)
    setWasOpened(true)
  }
  // A closed menu costs one button; Mantine's replaces it on first opening and takes the focus.
  return wasOpened && Opened ? (
    <Opened label={label} items={items} icon={icon} open={open} onChange={change} />
  ) : (
    <IconButton label={label} icon={icon} aria-expanded={open} onClick={() => change(true)} />
  )
}
