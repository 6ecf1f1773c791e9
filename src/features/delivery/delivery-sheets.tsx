import { lazy, type ReactNode, useState } from 'react'
import type { TrollyView } from '#domain/trollies/view.ts'
import type { DeliveryMethod } from '#domain/trolly.ts'
import { changeDetails } from '#src/device/change-details.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { LateSheet, Sheet } from '#src/ui/surface/sheet.tsx'

export type PlaceSheetProps = { trolly: TrollyView; onClose: () => void }

/* What only opens from a press comes late. */

const DayPicker = lazy(async () => ({ default: (await import('./day-picker.tsx')).DayPicker }))

const AddressSheet = lazy(async () => ({
  default: (await import('./places/address-sheet.tsx')).AddressSheet,
}))
const CollectionSheet = lazy(async () => ({
  default: (await import('./places/collection-sheet.tsx')).CollectionSheet,
}))

export type DeliverySheets = {
  chooseDay: () => void
  /** Chooses the delivery address, or the place and time of a collection. */
  choosePlace: (method?: DeliveryMethod) => void
  /** Render them at the end of the page. */
  sheets: ReactNode
}

/** When and where one trolly is delivered or collected. */
export const useDeliverySheets = (trolly: TrollyView): DeliverySheets => {
  const [choosingDay, setChoosingDay] = useState(false)
  const [method, setMethod] = useState<DeliveryMethod>()
  const close = () => setMethod(undefined)
  const PlaceSheet = method === 'collection' ? CollectionSheet : AddressSheet
  return {
    chooseDay: () => setChoosingDay(true),
    choosePlace: (asked = trolly.method ?? 'delivery') => setMethod(asked),
    sheets: (
      <>
        <ChangeDaySheet trolly={trolly} open={choosingDay} onClose={() => setChoosingDay(false)} />
        <LateSheet open={method !== undefined} onClose={close}>
          <PlaceSheet trolly={trolly} onClose={close} />
        </LateSheet>
      </>
    ),
  }
}

/** Asks for the day of a draft that has just got its first product. */
export function FirstDaySheet({ trolly }: { trolly: TrollyView }) {
  const [wasDraft, setWasDraft] = useState(trolly.isDraft)
  const [asking, setAsking] = useState(false)
  if (trolly.isDraft !== wasDraft) {
    setWasDraft(trolly.isDraft)
    setAsking(wasDraft && trolly.deliveryDay === null)
  }
  return (
    <ChangeDaySheet
      trolly={trolly}
      open={asking}
      onClose={() => setAsking(false)}
      title="When would you like delivery?"
    />
  )
}

type ChangeDaySheetProps = PlaceSheetProps & { open: boolean; title?: string }

/** Changes the day of this trolly only. */
function ChangeDaySheet({ trolly, open, onClose, title = 'Delivery day' }: ChangeDaySheetProps) {
  const device = useUserDevice()
  const choose = async (deliveryDay: string) => {
    if (deliveryDay === trolly.deliveryDay) return
    await changeDetails(device, trolly, { deliveryDay })
  }
  return (
    <Sheet open={open} onClose={onClose} title={title} flush>
      <DayPicker
        customerId={trolly.customerId}
        addressId={trolly.deliveryAddressId}
        value={trolly.deliveryDay ?? undefined}
        onChoose={choose}
        onChosen={onClose}
      />
    </Sheet>
  )
}
