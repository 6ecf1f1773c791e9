import { Stack, Text } from '@mantine/core'
import { IconClipboardCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import { claimWindows } from '#domain/check-ins-shown.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { CheckInCard } from './check-in-card.tsx'
import { Counting } from './counting.tsx'
import { useCheckInDraft } from './use-check-in-draft.ts'
import { useCheckIns } from './use-check-ins.ts'

/** What was checked in and claimed of a delivery, and the counting itself in place of the order's lines. */
export function CheckInPart({ order, children }: { order: TrackedOrder; children: ReactNode }) {
  const all = useCheckIns(order.customerId)
  const counting = useCheckInDraft(order)
  const now = new Date(useMinute())
  const made = (all ?? []).filter(({ orderId }) => orderId === order.id)
  const windows = claimWindows(order, now)
  // An order kept by an earlier build does not name its lines yet.
  const isOpen =
    windows.some(({ until }) => now <= until) && order.lines.every(({ position }) => position !== undefined)
  return (
    <Stack gap={16}>
      {made.map((checkIn) => (
        <CheckInCard key={checkIn.id} checkIn={checkIn} order={order} />
      ))}
      {counting.draft ? (
        <Counting order={order} made={made} counting={counting} draft={counting.draft} />
      ) : (
        <>
          {isOpen ? (
            <Section title={made.length === 0 ? 'Has it arrived?' : 'Found something else?'}>
              <Stack gap={12} align="flex-start">
                <Text size="xs" c="dimmed">
                  {`Report what is short, damaged, wrong or warm. ${windows.map(({ words }) => words).join('. ')}.`}
                </Text>
                <Button
                  variant={made.length === 0 ? 'filled' : 'default'}
                  icon={<IconClipboardCheck size={20} stroke={1.75} aria-hidden="true" />}
                  onClick={counting.begin}
                >
                  {made.length === 0 ? 'Check in delivery' : 'Report another problem'}
                </Button>
              </Stack>
            </Section>
          ) : null}
          {children}
        </>
      )}
    </Stack>
  )
}
