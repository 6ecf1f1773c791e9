import type { TrollyView } from '#domain/operations/view.ts'
import type { DeliveryMethod } from '#domain/trolly.ts'
import { latePart, useLatePart } from '#src/ui/surface/late-part.tsx'

export type PlaceSheetProps = { trolly: TrollyView; onClose: () => void }

/* Most trollies go to the account's address, so choosing another comes late. */

const AddressSheet = latePart<PlaceSheetProps>(async () => (await import('./address-sheet.tsx')).AddressSheet)
const CollectionSheet = latePart<PlaceSheetProps>(
  async () => (await import('./collection-sheet.tsx')).CollectionSheet,
)

export type DeliverySheetProps = PlaceSheetProps & { choosing: DeliveryMethod | undefined }

/** The delivery address, or the place and time of a collection. */
export function DeliverySheet({ choosing, ...props }: DeliverySheetProps) {
  const late = choosing === 'collection' ? CollectionSheet : AddressSheet
  const Part = useLatePart(late, choosing !== undefined, props.onClose)
  return choosing !== undefined && Part ? <Part {...props} /> : null
}
