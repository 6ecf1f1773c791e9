import { lazy } from 'react'
import type { TrollyView } from '#domain/operations/view.ts'
import type { DeliveryMethod } from '#domain/trolly.ts'
import { LateSheet } from '#src/ui/surface/sheet.tsx'

export type PlaceSheetProps = { trolly: TrollyView; onClose: () => void }

/* Most trollies go to the account's address, so choosing another comes late. */

const AddressSheet = lazy(async () => ({ default: (await import('./address-sheet.tsx')).AddressSheet }))
const CollectionSheet = lazy(async () => ({
  default: (await import('./collection-sheet.tsx')).CollectionSheet,
}))

export type DeliverySheetProps = PlaceSheetProps & { choosing: DeliveryMethod | undefined }

/** The delivery address, or the place and time of a collection. */
export function DeliverySheet({ choosing, ...props }: DeliverySheetProps) {
  const PlaceSheet = choosing === 'collection' ? CollectionSheet : AddressSheet
  return (
    <LateSheet open={choosing !== undefined} onClose={props.onClose}>
      <PlaceSheet {...props} />
    </LateSheet>
  )
}
