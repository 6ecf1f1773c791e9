import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { MESSAGES } from '#domain/messages.ts'
import type { TrollyView } from '#domain/trollies/view.ts'
import { titlesApart, trollyTitle } from '#domain/trollies/words.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { ListState } from '#src/ui/list/list-state.tsx'
import { RowSkeleton } from '#src/ui/list/row-skeleton.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { deleteTrolly } from './delete-trolly.ts'
import { detailWords, TrollyRow } from './trolly-row.tsx'
import { useOpenTrollies } from './use-open-trollies.ts'

export type TrollyListProps = {
  customerId: string
  /** The trolly that products are added to. */
  currentId: string | null
  action?: ReactNode
  /** A trolly that the page shows elsewhere. */
  without?: string | undefined
  /** Says in one line that none are open. */
  isAside?: boolean
}

export function TrollyList({ customerId, currentId, action, without, isAside = false }: TrollyListProps) {
  const device = useUserDevice()
  const mayOrder = useMayOrder()
  const now = new Date(useMinute())
  const { trollies: open, ...state } = useOpenTrollies(customerId)
  const trollies = open.filter(({ trolly }) => trolly.id !== without)
  const titles = titlesApart(
    trollies.map((summary) => ({
      id: summary.trolly.id,
      title: trollyTitle(summary.trolly, now),
      marks: [detailWords(summary, now)],
    })),
  )
  const remove = (trolly: TrollyView) => deleteTrolly(device, trolly).catch(showFailure)
  const hasOther = trollies.length < open.length
  if (trollies.length === 0 && (hasOther || (isAside && !state.loading && !state.failed)))
    return (
      <Text size="xs" c="dimmed" px="var(--page-edge, var(--s4))" pb="var(--s4)">
        {hasOther ? 'No other trollies are open.' : MESSAGES.noOpenTrollies}
      </Text>
    )
  return (
    <ListState
      {...state}
      expected={2}
      skeleton={<RowSkeleton title="40%" detail="55%" height="4rem" />}
      empty={{ words: MESSAGES.noOpenTrollies, action }}
    >
      <ul aria-label="Open trollies">
        {trollies.map((summary) => (
          <TrollyRow
            key={summary.trolly.id}
            summary={summary}
            current={summary.trolly.id === currentId}
            now={now}
            calledAs={titles.get(summary.trolly.id) ?? ''}
            onDelete={mayOrder ? remove : undefined}
          />
        ))}
      </ul>
    </ListState>
  )
}
