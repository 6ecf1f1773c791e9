import type { MouseEventHandler, ReactNode, Ref } from 'react'
import { Link } from 'react-router-dom'
import styles from './button.module.css'

export type ButtonKind = 'main' | 'plain' | 'quiet' | 'danger'

type Looks = {
  /** One `main` a screen: the one thing it is for. */
  kind?: ButtonKind
  icon?: ReactNode
  /** Fills the width it is given. */
  wide?: boolean
  /** Less padding, for rows and toolbars. */
  compact?: boolean
  children: ReactNode
}

export type ButtonProps = Looks & {
  onClick?: MouseEventHandler<HTMLButtonElement>
  type?: 'button' | 'submit'
  /** Stays focusable and says that it is unavailable; give the reason in text next to it and link it by `describedBy`. */
  disabled?: boolean | undefined
  /** Busy: keeps its size and its name, shows a spinner, takes no second press. */
  loading?: boolean | undefined
  describedBy?: string | undefined
  /** Set by a list, which lets Tab into one row only. */
  tabIndex?: number | undefined
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  onClick,
  type = 'button',
  disabled,
  loading,
  describedBy,
  tabIndex,
  ref,
  ...looks
}: ButtonProps) {
  const inactive = disabled || loading
  return (
    <button
      ref={ref}
      type={type}
      tabIndex={tabIndex}
      className={styles.button}
      data-kind={looks.kind ?? 'plain'}
      data-wide={looks.wide || undefined}
      data-compact={looks.compact || undefined}
      data-loading={loading || undefined}
      aria-disabled={inactive || undefined}
      aria-busy={loading || undefined}
      aria-describedby={describedBy}
      onClick={(event) => {
        if (inactive) event.preventDefault()
        else onClick?.(event)
      }}
    >
      <ButtonLabel icon={looks.icon}>{looks.children}</ButtonLabel>
      {loading ? <span className={styles.spinner} aria-hidden="true" /> : null}
    </button>
  )
}

export type ButtonLinkProps = Looks & { to: string; onClick?: MouseEventHandler<HTMLAnchorElement> }

/** Looks like a button, goes somewhere: a link, so that it can be opened in a new tab. */
export function ButtonLink({ to, onClick, ...looks }: ButtonLinkProps) {
  return (
    <Link
      to={to}
      className={styles.button}
      data-kind={looks.kind ?? 'plain'}
      data-wide={looks.wide || undefined}
      data-compact={looks.compact || undefined}
      {...(onClick && { onClick })}
    >
      <ButtonLabel icon={looks.icon}>{looks.children}</ButtonLabel>
    </Link>
  )
}

function ButtonLabel({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.label}>
      {icon}
      {children}
    </span>
  )
}
