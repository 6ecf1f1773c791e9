import { useDidUpdate } from '@mantine/hooks'
import { useRef } from 'react'
import { BUMP, playOnce } from '#src/ui/motion.ts'
import { Hidden } from './hidden.tsx'

export type CountBadgeProps = {
  count: number
  /** For screen readers: "lines". */
  of: string
  className: string | undefined
  /** A larger count shows as "99+". */
  most?: number | undefined
}

export function CountBadge({ count, of, className, most = Number.POSITIVE_INFINITY }: CountBadgeProps) {
  const badge = useRef<HTMLSpanElement>(null)
  useDidUpdate(() => playOnce(badge.current, BUMP), [count])
  return (
    <>
      <span ref={badge} className={className} aria-hidden="true">
        {count > most ? `${most}+` : count}
      </span>
      <Hidden>{`, ${count} ${of}`}</Hidden>
    </>
  )
}
