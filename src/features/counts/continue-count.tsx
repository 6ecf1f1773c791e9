import { momentText } from '#domain/as-of.ts'
import type { Count } from '#domain/counts/count.ts'
import { isEntered } from '#domain/counts/view.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'

export type ContinueCountProps = { count: Count; itemCount: number }

/** "8 of 24 counted, started by Sam 07:12", with the way to go on, on whichever device. */
export function ContinueCount({ count, itemCount }: ContinueCountProps) {
  const { id, templateId, startedAt, startedByName, entries } = count
  const now = new Date(useMinute())
  const counted = entries.filter(isEntered).length
  return (
    <Banner
      tone="blue"
      inset
      action={
        <ButtonLink compact to={`/orders/templates/count-${templateId}?count=${id}`}>
          Continue count
        </ButtonLink>
      }
    >
      {`${counted} of ${itemCount} counted, started by ${startedByName} ${momentText(new Date(startedAt), now)}`}
    </Banner>
  )
}
