import {
  type ElementProps,
  Loader,
  Button as MantineButton,
  type ButtonProps as MantineButtonProps,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

type Looks = Pick<MantineButtonProps, 'variant' | 'fullWidth'> & {
  icon?: ReactNode
  compact?: boolean
  children: ReactNode
}

/** `disabled` stays focusable: give the reason in text next to the button, linked by `aria-describedby`. */
export type ButtonProps = Looks &
  Omit<ElementProps<'button', keyof MantineButtonProps>, keyof Looks> & {
    disabled?: boolean | undefined
    /** Pressed while disabled: leads to the reason. */
    onBlocked?: (() => void) | undefined
    /** Keeps its size and name, shows a spinner and ignores presses. */
    loading?: boolean | undefined
  }

/** Keeps the focus while disabled or busy: a native `disabled` drops it and gives screen readers no reason. */
export function Button(all: ButtonProps) {
  const { icon, compact, disabled, loading, onBlocked, onClick, children, ...props } = all
  const inactive = disabled || loading
  return (
    <MantineButton
      type="button"
      {...props}
      mod={{ compact, busy: loading, disabled: inactive }}
      leftSection={loading ? <Loader size="1.125rem" color="currentcolor" aria-hidden="true" /> : null}
      aria-disabled={inactive || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => {
        if (!inactive) return onClick?.(event)
        event.preventDefault()
        if (!loading) onBlocked?.()
      }}
    >
      {icon}
      {children}
    </MantineButton>
  )
}

export type ButtonLinkProps = Looks &
  Pick<LinkProps, 'to' | 'state' | 'tabIndex' | 'onClick' | 'onFocus' | 'aria-current'>

export function ButtonLink({ icon, compact, children, ...props }: ButtonLinkProps) {
  return (
    <MantineButton component={Link} mod={{ compact }} {...props}>
      {icon}
      {children}
    </MantineButton>
  )
}
