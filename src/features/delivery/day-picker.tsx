import { startTransition, useOptimistic, useState } from 'react'
import { asOfText } from '#domain/as-of.ts'
import { isCutOffPassed, openDeliveryDays } from '#domain/delivery-days.ts'
import { dayText } from '#domain/london-time.ts'
import { reasonOf } from '#src/api/messages.ts'
import { useDeliveryDays } from '#src/device/delivery/use-delivery-days.ts'
import { Button } from '#src/ui/action/button.tsx'
import { ChoiceList } from '#src/ui/list/choice-list.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { RowSkeleton } from '#src/ui/list/row-skeleton.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { durationWords } from '#src/ui/status/count-down.tsx'
import styles from './day-picker.module.css'
import { CutOff } from './order-by.tsx'

export type DayPickerProps = {
  customerId: string
  /** The address of the delivery; the account's if undefined. */
  addressId?: string | null | undefined
  /** YYYY-MM-DD */
  value?: string | undefined
  /** A promise settles once the day is stored, or was refused. */
  onChoose: (day: string) => unknown
  /** Closes the sheet that offers the days. */
  onChosen?: (() => void) | undefined
  /** How many open days to show before a "more" button. */
  atFirst?: number | undefined
}

/** Days after their cut-off are shown but disabled. */
export function DayPicker({ customerId, addressId, value, onChoose, onChosen, atFirst }: DayPickerProps) {
  const { days, now, clockAheadMs, toldAt, isPending, error, refetch } = useDeliveryDays(
    customerId,
    addressId,
  )
  const [chosen, mark] = useOptimistic(value)
  const choose = (day: string) =>
    startTransition(async () => {
      mark(day)
      await onChoose(day)
      onChosen?.()
    })
  const [showsAll, setShowsAll] = useState(atFirst === undefined)
  const shown = showsAll ? days : openDeliveryDays(days, now).slice(0, atFirst)
  return (
    <>
      {clockAheadMs === 0 ? null : (
        <Banner tone="amber">
          {`This device’s clock is ${durationWords(Math.abs(clockAheadMs))} ${clockAheadMs > 0 ? 'ahead' : 'behind'}. Cut-offs use the correct time.`}
        </Banner>
      )}
      <ListState
        count={days.length}
        loading={isPending}
        expected={atFirst === undefined ? 6 : atFirst + 1}
        skeleton={<RowSkeleton title="30%" detail="55%" height="3.5rem" />}
        age={error && days.length > 0 ? `Days as of ${asOfText(new Date(toldAt), now)}` : undefined}
        failed={
          error && days.length === 0
            ? { words: `The delivery days could not be loaded. ${reasonOf(error)}`, onRetry: refetch }
            : undefined
        }
        empty={{ words: 'No deliveries to this account in the next four weeks. Ask the office.', icon: null }}
      >
        <ChoiceList
          label="Delivery day"
          value={chosen}
          choices={shown.map((day) => ({
            value: day.day,
            label: dayText(day.day, now),
            detail: <CutOff cutOffAt={day.cutOffAt} now={now} />,
            disabled: isCutOffPassed(day, now),
          }))}
          onChoose={choose}
        />
        {shown.length < days.length ? (
          <div className={styles.more}>
            <Button variant="subtle" onClick={() => setShowsAll(true)}>
              More days
            </Button>
          </div>
        ) : null}
      </ListState>
    </>
  )
}
