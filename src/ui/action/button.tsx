import { Loader, Button as MantineButton } from '@mantine/core'
import type { MouseEventHandler, ReactNode, Ref } from 'react'
import { Link } from 'react-router-dom'

const VARIANTS = { main: 'filled', plain: 'default', quiet: 'subtle', danger: 'outline' } as const

export type ButtonKind = keyof typeof VARIANTS

type Looks = {
  /** At most one `main` per screen. */
  kind?: ButtonKind
  icon?: ReactNode
  wide?: boolean
  compact?: boolean
  children: ReactNode
}

export type ButtonProps = Looks & {
  onClick?: MouseEventHandler<HTMLButtonElement>
  type?: 'button' | 'submit'
  /** The id of the form to send, for a button outside it. */
  form?: string | undefined
  /** Stays focusable. Give the reason in text next to the button and link it by `describedBy`. */
  disabled?: boolean | undefined
  /** Keeps its size and name, shows a spinner and ignores presses. */
  loading?: boolean | undefined
  describedBy?: string | undefined
  expanded?: boolean | undefined
  /** Set by a list, which lets Tab into one row only. */
  tabIndex?: number | undefined
  ref?: Ref<HTMLButtonElement>
}

/** Keeps the focus while disabled or busy: a native `disabled` drops it and gives screen readers no reason. */
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
