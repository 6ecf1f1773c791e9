import { Loader, Button as MantineButton } from '@mantine/core'
import type { MouseEventHandler, ReactNode, Ref } from 'react'
import { Link } from 'react-router-dom'

const VARIANTS = { main: 'filled', plain: 'default', quiet: 'subtle', danger: 'outline' } as const

export type ButtonKind = keyof typeof VARIANTS

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
  /** The form that it sends, where it is outside it. */
  form?: string | undefined
  /** Stays focusable and says that it is unavailable; give the reason in text next to it and link it by `describedBy`. */
  disabled?: boolean | undefined
  /** Busy: keeps its size and its name, shows a spinner, takes no second press. */
  loading?: boolean | undefined
  describedBy?: string | undefined
  /** For a button that opens and closes something below it. */
  expanded?: boolean | undefined
  /** Set by a list, which lets Tab into one row only. */
  tabIndex?: number | undefined
  ref?: Ref<HTMLButtonElement>
}

/**
 * Mantine's button, which keeps the focus while it is disabled or busy: a native `disabled`, which Mantine sets for both, drops
 * the focus and cannot tell a screen reader why.
 */
export function Button({
  onClick,
  form,
  disabled,
  loading,
  describedBy,
  expanded,
  tabIndex,
  ref,
  type,
  ...looks
}: ButtonProps) {
  const inactive = disabled || loading
  return (
    <MantineButton
      {...looksOf(looks, { busy: loading, disabled: inactive })}
      {...(ref && { ref })}
      type={type ?? 'button'}
      {...(form !== undefined && { form })}
      tabIndex={tabIndex}
      leftSection={loading ? <Loader size="1.125rem" color="currentcolor" aria-hidden="true" /> : null}
      aria-disabled={inactive || undefined}
      aria-busy={loading || undefined}
      aria-describedby={describedBy}
      aria-expanded={expanded}
      onClick={(event) => {
        if (inactive) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}

export type ButtonLinkProps = Looks & { to: string; onClick?: MouseEventHandler<HTMLAnchorElement> }

/** Looks like a button, goes somewhere: a link, so that it can be opened in a new tab. */
export function ButtonLink({ to, onClick, ...looks }: ButtonLinkProps) {
  return <MantineButton component={Link} to={to} {...looksOf(looks)} {...(onClick && { onClick })} />
}

const looksOf = ({ kind = 'plain', icon, wide, compact, children }: Looks, states = {}) => ({
  variant: VARIANTS[kind],
  fullWidth: wide ?? false,
  mod: { compact, ...states },
  children: (
    <>
      {icon}
      {children}
    </>
  ),
})
