import { IconMapPin } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type DeliveryAddress, DeliveryAddressFields } from '#contract/delivery-addresses.ts'
import { termsOfRoute } from '#domain/chosen-delivery.ts'
import { amountCell } from '#domain/csv.ts'
import type { Customer } from '#domain/customer.ts'
import type { DeliveryTerms } from '#domain/delivery-charge.ts'
import { weekdaysText } from '#domain/delivery-words.ts'
import { MESSAGES } from '#domain/messages.ts'
import { moneyText } from '#domain/money.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { ADDRESS_FIELDS, NEW_ADDRESS } from '#src/features/delivery/addresses/address-fields.ts'
import { useDeliveryAddresses } from '#src/features/delivery/addresses/use-delivery-addresses.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import type { ListColumn } from '#src/ui/kit/list/list-column.ts'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import type { Detail } from '#src/ui/kit/record/record-detail.tsx'
import { RecordScreen } from '#src/ui/kit/record/record-screen.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { EmptyState } from '#src/ui/status/empty-state.tsx'

const columnsFor = (customer: Customer): ListColumn<DeliveryAddress>[] => [
  {
    id: 'name',
    label: 'Name',
    text: ({ name, isDefault }) => (isDefault ? `${name} (default)` : name),
    sortable: true,
    width: '11rem',
  },
  {
    id: 'address',
    label: 'Address',
    text: ({ addressLines, town }) => [...addressLines, town].join(', '),
    narrow: 'plain',
  },
  {
    id: 'postcode',
    label: 'Postcode',
    text: ({ postcode }) => postcode,
    sortable: true,
    narrow: 'plain',
    width: '8rem',
  },
  {
    id: 'days',
    label: 'Delivery days',
    text: ({ delivery }) => daysText(delivery),
    narrow: 'badge',
    width: '9rem',
  },
  {
    id: 'charge',
    label: 'Delivery charge',
    text: ({ delivery }) => (delivery === null ? '' : chargeText(termsOfRoute(customer, delivery))),
    csv: ({ delivery }) =>
      amountCell(delivery === null ? null : chargePenceOf(termsOfRoute(customer, delivery))),
    isNumber: true,
    width: '8.5rem',
  },
  {
    id: 'minimum',
    label: 'Minimum order',
    text: ({ delivery }) => (delivery === null ? '' : moneyText(delivery.minimumOrderPence)),
    csv: ({ delivery }) => amountCell(delivery?.minimumOrderPence ?? null),
    isNumber: true,
    width: '8.5rem',
  },
  {
    id: 'contact',
    label: 'Contact',
    text: ({ contactName, contactPhone }) => `${contactName}, ${contactPhone}`,
  },
]

export function Screen() {
  return (
    <WithCustomer>
      {({ customer }) =>
        customer.accountKind === 'cash' ? (
          <Addresses key={customer.id} customer={customer} />
        ) : (
          <>
            <PageHeader title="Delivery addresses" detail={customer.name} />
            <EmptyState
              words="Only cash accounts can add delivery addresses. We deliver to this account’s address."
              icon={<IconMapPin size={40} stroke={1.5} aria-hidden="true" />}
              action={<ButtonLink to="/home">Go to Home</ButtonLink>}
            />
          </>
        )
      }
    </WithCustomer>
  )
}

function Addresses({ customer }: { customer: Customer }) {
  const address = useListAddress(BY_NAME)
  const addresses = useDeliveryAddresses(customer.id, address.request)
  const columns = useMemo(() => columnsFor(customer), [customer])
  return (
    <RecordScreen
      title="Delivery addresses"
      detail={customer.name}
      noun={['address', 'addresses']}
      address={address}
      records={addresses}
      columns={columns}
      schema={DeliveryAddressFields}
      fields={ADDRESS_FIELDS}
      fresh={NEW_ADDRESS}
      detailsOf={detailsOf}
      empty={MESSAGES.noDeliveryAddresses}
      csv={{ name: 'delivery-addresses', onFailure: showFailure }}
      readOnly={!useMayOrder()}
    />
  )
}

const BY_NAME = { sort: 'name' }

const detailsOf = ({ name, contactName, contactPhone, accessNotes, ...place }: DeliveryAddress): Detail[] => [
  { label: 'Name', value: name },
  { label: 'Address', value: [...place.addressLines, place.town, place.postcode].join(', ') },
  { label: 'Contact', value: `${contactName}, ${contactPhone}` },
  ...(accessNotes === '' ? [] : [{ label: 'Access notes', value: accessNotes }]),
]

const daysText = (delivery: DeliveryAddress['delivery']): string =>
  delivery === null ? 'Outside our delivery area' : weekdaysText(delivery.weekdays)

const chargePenceOf = ({ chargePence, freeFromPence }: DeliveryTerms): number =>
  freeFromPence === null ? 0 : chargePence

const chargeText = (terms: DeliveryTerms): string =>
  chargePenceOf(terms) === 0 ? 'Free' : moneyText(chargePenceOf(terms))
