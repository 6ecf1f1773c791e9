import { IconGripVertical } from '@tabler/icons-react'
import type { FocusEventHandler, KeyboardEventHandler, PointerEventHandler } from 'react'
import { useRowTabIndex } from './row-focus.ts'
import styles from './sortable-rows.module.css'

export type HandleProps = {
  'aria-label': string
  'aria-describedby': string
  'aria-pressed': boolean
  'data-handle': string
  onClick: () => void
  onKeyDown: KeyboardEventHandler
  onBlur: FocusEventHandler
  onPointerDown?: PointerEventHandler<HTMLElement> | undefined
}

/** Dragged by a finger or the mouse; a press, Space or Enter picks the row up for the arrow keys. */
export function DragHandle(props: HandleProps) {
  return (
    <button type="button" className={styles.handle} data-screen-only tabIndex={useRowTabIndex()} {...props}>
      <IconGripVertical size={20} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
