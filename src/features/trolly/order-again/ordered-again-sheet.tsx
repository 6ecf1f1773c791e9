import { Text } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { type AddOutcome, isAdded } from '#domain/add-all.ts'
import { MESSAGES } from '#domain/messages.ts'
import { showFailure } from '#src/device/show-failure.ts'
import styles from '#src/features/trolly/add-all/add-all.module.css'
import { Outcomes } from '#src/features/trolly/add-all/outcomes.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'

export type OrderedAgainSheetProps = {
  orderNo: string
  trollyId: string
  outcomes: readonly AddOutcome[]
  undo: () => Promise<void>
  /** The account and day of the new trolly. */
  forWhom: string
  /** The number of an order whose change they were added to, instead of a new trolly. */
  addedTo?: string | undefined
  onClose: () => void
}

export function OrderedAgainSheet({
  orderNo,
  trollyId,
  outcomes,
  undo,
  forWhom,
  addedTo,
  onClose,
}: OrderedAgainSheetProps) {
  const navigate = useNavigate()
  const keep = () => {
    onClose()
    if (addedTo === undefined)
      notifications.show({ message: MESSAGES.trollyCreated, statusColor: 'success', showInProduction: true })
  }
  return (
    <Sheet
      open
      flush
      onClose={keep}
      title={titleOf(orderNo, outcomes, addedTo)}
      foot={
        <div className={styles.foot}>
          <Button
            onClick={() => {
              onClose()
              undo().catch(showFailure)
            }}
          >
            Undo
          </Button>
          <Button
            variant="filled"
            onClick={() => {
              keep()
              void navigate(`/orders/create-${trollyId}`)
            }}
          >
            {addedTo === undefined ? 'Open the trolly' : `Review order ${addedTo}`}
          </Button>
        </div>
      }
    >
      <Text px="var(--s4)" py={12} c="dimmed">
        {addedTo === undefined
          ? `New trolly${forWhom ? ` for ${forWhom}` : ''}`
          : `Order ${addedTo} stays as it is until you update it.`}
      </Text>
      <Outcomes outcomes={outcomes} />
    </Sheet>
  )
}

const titleOf = (orderNo: string, outcomes: readonly AddOutcome[], addedTo: string | undefined): string => {
  const added = outcomes.filter(isAdded).length
  const count = added === outcomes.length ? added : `${added} of ${outcomes.length}`
  return `${count} ${outcomes.length === 1 ? 'line' : 'lines'} added ${addedTo === undefined ? `from order ${orderNo}` : `to order ${addedTo}`}`
}
