import type { DeliveryAddressFields } from '#contract/delivery-addresses.ts'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'

export const ADDRESS_FIELDS: FieldSpec[] = [
  { name: 'name', label: 'Name', hint: 'What you call it, such as “Home”' },
  { name: 'addressLines', label: 'Street address' },
  { name: 'town', label: 'Town' },
  { name: 'postcode', label: 'Postcode' },
  { name: 'contactName', label: 'Contact', hint: 'Who the driver should ask for' },
  { name: 'contactPhone', label: 'Phone' },
  { name: 'accessNotes', label: 'Access notes', hint: 'Gate codes, parking, where to leave the goods' },
  { name: 'isDefault', label: 'Deliver here unless I choose another address' },
]
export const ADDRESS_LABELS = Object.fromEntries(ADDRESS_FIELDS.map(({ name, label }) => [name, label]))

export const NEW_ADDRESS: Partial<DeliveryAddressFields> = {
  addressLines: [],
  accessNotes: '',
  isDefault: false,
}
