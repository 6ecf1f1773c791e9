import { Skeleton } from '@mantine/core'
import { lazy } from 'react'
import { numberText } from '#domain/plain-text.ts'
import type { NameOf } from '#domain/trollies/words.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { Banner } from '#src/ui/status/banner.tsx'
import { Late } from '#src/ui/surface/late.tsx'
import type { OrderToChange } from './use-order-to-change.ts'

export type ReplacingNoticeProps = {
  trolly: OpenTrolly
  changing: OrderToChange
  nameOf: NameOf
  onMoved: (newTrollyId: string) => void
  onGiveUp: () => void
}

const ChangesTooLate = lazy(async () => ({
  default: (await import('./changes-too-late.tsx')).ChangesTooLate,
}))

/** For a trolly that changes an order: until when nothing has changed, and what is left to do once it is too late. */
export function ReplacingNotice(props: ReplacingNoticeProps) {
  const { trolly, changing } = props
  if (!trolly.view.replacesOrderNo) return null
  if (changing.isTooLate)
    return (
      <Late waiting={<Skeleton height="10rem" />}>
        <ChangesTooLate {...props} />
      </Late>
    )
  const { lines, replacesOrderNo } = trolly.view
  const left = new Set(lines.filter(({ removed }) => !removed).map(({ product_no }) => product_no))
  const removed = changing.order?.lines.filter(({ product_no }) => !left.has(product_no)) ?? []
  return (
    <Banner tone="blue" inset>
      {`Order ${replacesOrderNo} stays as it is until you place these changes.`}
      {removed.length > 0 ? ` Removed: ${removed.map(removedWords).join(', ')}.` : null}
    </Banner>
  )
}

const removedWords = ({ quantity, name }: { quantity: number; name: string }): string =>
  `${numberText(quantity)} × ${name}`
