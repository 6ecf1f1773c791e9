import { Stack, Text } from '@mantine/core'
import { IconBasketCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { Picking } from './picking.tsx'
import type { Picks } from './use-pick.ts'

/** For staff, until the order is delivered: what could not be found, in place of the order's lines while it is entered. */
export function PickPart({ order, children }: { order: TrackedOrder; children: ReactNode }) {
  const [initial, setInitial] = useState<Picks>()
  // An order kept by an earlier build does not name its lines yet.
  const isNamed = order.lines.every(({ position }) => position !== undefined)
  if (initial)
    return (
      <Picking order={order} initial={initial} onClose={() => setInitial(undefined)} onRestore={setInitial} />
    )
  return (
    <Stack gap={16}>
      {isNamed ? (
        <Section title="Is anything missing?">
          <Stack gap={12} align="flex-start">
            <Text size="xs" c="dimmed">
              Say what you can’t send. The customer sees it at once, and only what they agreed to comes
              instead.
            </Text>
            <Button
              icon={<IconBasketCheck size={20} stroke={1.75} aria-hidden="true" />}
              onClick={() => setInitial({})}
            >
              Pick
            </Button>
          </Stack>
        </Section>
      ) : null}
      {children}
    </Stack>
  )
}
