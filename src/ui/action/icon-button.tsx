import type { MouseEventHandler, ReactNode, Ref } from 'react'
import styles from './icon-button.module.css'

export type IconButtonProps = {
  /** What it does, said by screen readers and shown as a tooltip. */
  label: string
  icon: ReactNode
  onClick: MouseEventHandler<HTMLButtonElement>
  /** For a switch such as a favourite: whether it is on. */
  pressed?: boolean | undefined
  /** For one that opens something: whether that is open. */
  expanded?: boolean | undefined
  disabled?: boolean | undefined
  tabIndex?: number | undefined
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({
  label,
  icon,
  onClick,
  pressed,
  expanded,
  disabled,
  tabIndex,
  ref,
}: IconButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-disabled={disabled || undefined}
      tabIndex={tabIndex}
      onClick={(event) => {
        if (!disabled) onClick(event)
      }}
    >
      {icon}
    </button>
  )
}
