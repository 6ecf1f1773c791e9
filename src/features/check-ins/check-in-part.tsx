import { Group, Stack, Text } from '@mantine/core'
import { IconClipboardCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import { claimWindows } from '#domain/check-ins-shown.ts'
import { countText } from '#domain/plain-text.ts'
import type { CheckInDraft } from '#src/store/check-in-draft.ts'
import { Button } from '#src/ui/action/button.tsx'
import { offerUndo } from '#src/ui/kit/offer-undo.ts'
import { Section } from '#src/ui/layout/section.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { CheckInCard } from './check-in-card.tsx'
import { Counting } from './counting.tsx'
import { FurtherReport } from './further-report.tsx'
import { isEmptyDraft } from './send-draft.ts'
import { useCheckInDraft } from './use-check-in-draft.ts'
import { useCheckIns } from './use-check-ins.ts'

/** What was checked in and claimed of a delivery, and the counting itself in place of the order's lines. */
export function CheckInPart({ order, children }: { order: TrackedOrder; children: ReactNode }) {
  const all = useCheckIns(order.customerId)
  const counting = useCheckInDraft(order)
  const { draft } = counting
  const [hasSheet, setHasSheet] = useState(false)
  const now = new Date(useMinute())
  const made = (all ?? []).filter(({ orderId }) => orderId === order.id)
  const windows = claimWindows(order, now)
  const windowWords = `${windows.map(({ words }) => words).join('. ')}.`
  // An order kept by an earlier build does not name its lines yet.
  const isOpen =
    windows.some(({ until }) => now <= until) && order.lines.every(({ position }) => position !== undefined)
  // After a check-in, people report single problems instead of counting again. Somebody who was already counting when a colleague's
  // check-in arrived may finish, and a sheet that is open stays open with what was typed in it.
  const isFurther = made.length > 0 && (draft?.checked.length ?? 0) === 0 && !(draft && hasSheet)
  const discard = async (): Promise<void> => {
    const restore = await counting.abandon()
    const what = isFurther ? ['report', 'reports'] : ['check-in', 'check-ins']
    offerUndo({
      message: isFurther ? 'Report discarded' : 'Check-in discarded',
      item: order.orderNo,
      words: (count) => countText(count, `${what[0]} discarded`, `${what[1]} discarded`),
      onRestore: restore,
    })
  }
  // A draft is a count or a further report, which depends on what has been checked in.
  if (all === undefined) return children
  const cards = made.map((checkIn) => <CheckInCard key={checkIn.id} checkIn={checkIn} order={order} />)
  if (!isFurther && draft && draft.isPaused !== true)
    return (
      <Stack gap={16}>
        {cards}
        <Counting {...{ order, made, counting, draft }} onSheet={setHasSheet} />
      </Stack>
    )
  return (
    <Stack gap={16}>
      {cards}
      {isFurther ? (
        isOpen || (draft && !isEmptyDraft(draft)) ? (
          <FurtherReport {...{ order, made, counting, windowWords }} onDiscard={() => void discard()} />
        ) : null
      ) : draft ? (
        <Paused order={order} draft={draft} onContinue={counting.begin} onDiscard={() => void discard()} />
      ) : isOpen ? (
        <Section title="Has it arrived?">
          <Stack gap={12} align="flex-start">
            <Text size="xs" c="dimmed">
              {`Report what is short, damaged, wrong or warm. ${windowWords}`}
            </Text>
            <Button
              variant="filled"
              icon={<IconClipboardCheck size={20} stroke={1.75} aria-hidden="true" />}
              onClick={counting.begin}
            >
              Check in delivery
            </Button>
          </Stack>
        </Section>
      ) : null}
      {children}
    </Stack>
  )
}

type PausedProps = {
  order: TrackedOrder
  draft: CheckInDraft
  onContinue: () => void
  onDiscard: () => void
}

function Paused({ order, draft: { checked, problems }, onContinue, onDiscard }: PausedProps) {
  const problemCount = Object.keys(problems).length
  return (
    <Section title="Check-in not finished">
      <Stack gap={12}>
        <Text>
          {[
            `${checked.length + problemCount} of ${order.lines.length} checked`,
            ...(problemCount === 0 ? [] : [countText(problemCount, 'problem')]),
          ].join(', ')}
        </Text>
        <Group gap={8}>
          <Button variant="filled" onClick={onContinue}>
            Continue
          </Button>
          <Button variant="subtle" onClick={onDiscard}>
            Discard
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
