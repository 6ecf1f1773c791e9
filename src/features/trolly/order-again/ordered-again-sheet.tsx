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
  onClose: () => void
}

export function OrderedAgainSheet({ orderNo, trollyId, outcomes, undo, onClose }: OrderedAgainSheetProps) {
  const navigate = useNavigate()
  const keep = () => {
    onClose()
    notifications.show({ message: MESSAGES.trollyCreated, statusColor: 'success', showInProduction: true })
  }
  return (
    <Sheet
      open
      flush
      onClose={keep}
      title={titleOf(orderNo, outcomes)}
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
            Open the trolly
          </Button>
        </div>
      }
    >
      <Outcomes outcomes={outcomes} />
    </Sheet>
  )
}

const titleOf = (orderNo: string, outcomes: readonly AddOutcome[]): string => {
  const added = outcomes.filter(isAdded).length
  const count = added === outcomes.length ? added : `${added} of ${outcomes.length}`
  return `${count} ${outcomes.length === 1 ? 'line' : 'lines'} added from order ${orderNo}`
}
