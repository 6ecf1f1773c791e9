import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { type DeliveryAddress, DeliveryAddressFields } from '#contract/delivery-addresses.ts'
import { asOfText } from '#domain/as-of.ts'
import { type ChosenTerms, deliveryTermsOf, termsOfRoute } from '#domain/chosen-delivery.ts'
import type { Customer } from '#domain/customer.ts'
import { termsText, weekdaysText } from '#domain/delivery-words.ts'
import { moneyText } from '#domain/money.ts'
import { reasonOf } from '#src/api/messages.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { changeDetails } from '#src/device/change-details.ts'
import { useCustomer } from '#src/device/customers/use-customer.ts'
import { deliveryPlacesQuery } from '#src/device/delivery/place-queries.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import {
  ADDRESS_FIELDS,
  ADDRESS_LABELS,
  NEW_ADDRESS,
} from '#src/features/delivery/addresses/address-fields.ts'
import { useAddressActions } from '#src/features/delivery/addresses/use-address-actions.ts'
import type { PlaceSheetProps } from '#src/features/delivery/delivery-sheets.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { RecordDrawer } from '#src/ui/kit/record/record-drawer.tsx'
import { useEditing } from '#src/ui/kit/record/use-editing.ts'
import { ChoiceList } from '#src/ui/list/choice-list.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import styles from './address-sheet.module.css'

/** An added address is chosen at once. */
export function AddressSheet({ trolly, onClose }: PlaceSheetProps) {
  const { customerId } = trolly
  const device = useUserDevice()
  const now = new Date(useMinute())
  const client = useQueryClient()
  const customer = useCustomer(customerId)
  const { data, dataUpdatedAt, isPending, error, refetch } = useQuery(
    deliveryPlacesQuery(useApi(), customerId),
  )
  const { save } = useAddressActions(customerId)
  const editing = useEditing<DeliveryAddress>()
  // A form sent again after a lost reply keeps the new address's id.
  const target = useRef({ id: uuidv7(), version: undefined })
  const choose = (deliveryAddressId: string | null) => {
    onClose()
    if (deliveryAddressId === (trolly.deliveryAddressId ?? null)) return
    void changeDetails(device, trolly, { deliveryAddressId })
  }
  if (editing.isOpen)
    return (
      <RecordDrawer
        editing={editing}
        title="New address"
        saveLabel="Save and deliver here"
        schema={DeliveryAddressFields}
        fields={ADDRESS_FIELDS}
        values={NEW_ADDRESS}
        onSave={async (values) => {
          const refused = await save(target.current, values, ADDRESS_LABELS)
          if (refused) return refused
          // The trolly must not name a place that its page does not know.
          await client.refetchQueries({ queryKey: queryKeys.deliveryPlaces(customerId) })
          choose(target.current.id)
          return undefined
        }}
      />
    )
  return (
    <Sheet
      open
      onClose={onClose}
      title="Delivery address"
      flush
      foot={
        <Button icon={<IconPlus size={18} aria-hidden="true" />} onClick={() => editing.open(undefined)}>
          Add an address
        </Button>
      }
    >
      <ListState
        count={data ? data.length + 1 : 0}
        loading={isPending}
        expected={3}
        age={error && data ? `Addresses as of ${asOfText(new Date(dataUpdatedAt), now)}` : undefined}
        failed={
          error && !data
            ? {
                words: `The delivery addresses could not be loaded. ${reasonOf(error)}`,
                onRetry: refetch,
              }
            : undefined
        }
        empty={{ words: 'No addresses', icon: null }}
      >
        <ChoiceList
          label="Delivery address"
          value={trolly.deliveryAddressId ?? OF_ACCOUNT}
          choices={[
            {
              value: OF_ACCOUNT,
              label: customer?.name ?? 'Account address',
              detail: customer && (
                <Words
                  address={[customer.town, customer.postcode]}
                  terms={termsWords(accountTerms(customer))}
                />
              ),
            },
            ...(data ?? []).map((address) => ({
              value: address.id,
              label: address.name,
              detail: (
                <Words
                  address={[...address.addressLines, address.town, address.postcode]}
                  terms={routeWords(address.delivery, customer)}
                />
              ),
              disabled: address.delivery === null,
            })),
          ]}
          onChoose={(value) => choose(value === OF_ACCOUNT ? null : value)}
        />
      </ListState>
    </Sheet>
  )
}

const OF_ACCOUNT = 'account'

function Words({ address, terms }: { address: readonly (string | null)[]; terms: readonly string[] }) {
  return (
    <>
      <span className={styles.line}>{address.filter(Boolean).join(', ')}</span>{' '}
      <span className={styles.line}>{terms.join(' · ')}</span>
    </>
  )
}

const routeWords = (route: DeliveryAddress['delivery'], customer: Customer | undefined): string[] => {
  if (route === null) return ['Outside our delivery area']
  const { weekdays, minimumOrderPence } = route
  return [
    weekdaysText(weekdays),
    ...(customer ? termsWords({ ...termsOfRoute(customer, route), minimumOrderPence }) : []),
  ]
}

const accountTerms = (customer: Customer): ChosenTerms => ({
  ...deliveryTermsOf({}, customer, { route: undefined }),
  minimumOrderPence: customer.minimumOrderPence,
})

const termsWords = ({ minimumOrderPence, ...terms }: ChosenTerms): string[] => [
  termsText(terms),
  ...(minimumOrderPence > 0 ? [`Minimum order ${moneyText(minimumOrderPence)}`] : []),
]
