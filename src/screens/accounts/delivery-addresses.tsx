import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { type DeliveryAddress, DeliveryAddressFields } from '#contract/delivery-addresses.ts'
import type { Customer } from '#domain/customer.ts'
import { MESSAGES } from '#domain/messages.ts'
import { moneyText } from '#domain/money.ts'
import type { RecordTarget } from '#src/device/record-actions.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { useDeliveryAddresses } from '#src/features/delivery-addresses/use-delivery-addresses.ts'
import { Button } from '#src/ui/action/button.tsx'
import type { ListColumn } from '#src/ui/kit/list/list-column.ts'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import { ListScreen } from '#src/ui/kit/list/list-screen.tsx'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import { RecordDetail } from '#src/ui/kit/record/record-detail.tsx'
import { RecordDrawer } from '#src/ui/kit/record/record-drawer.tsx'
import { useEditing } from '#src/ui/kit/record/use-editing.ts'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { EmptyState } from '#src/ui/status/empty-state.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const COLUMNS: ListColumn<DeliveryAddress>[] = [
  {
    id: 'name',
    label: 'Name',
    text: ({ name, isDefault }) => (isDefault ? `${name} (default)` : name),
    sortable: true,
    width: '14rem',
  },
  { id: 'address', label: 'Address', text: ({ addressLines, town }) => [...addressLines, town].join(', ') },
  { id: 'postcode', label: 'Postcode', text: ({ postcode }) => postcode, sortable: true, width: '8rem' },
  { id: 'days', label: 'Delivery days', text: ({ delivery }) => daysText(delivery), width: '14rem' },
  {
    id: 'charge',
    label: 'Delivery charge',
    text: ({ delivery }) =>
      delivery === null
        ? ''
        : delivery.deliveryChargePence === 0
          ? 'Free'
          : moneyText(delivery.deliveryChargePence),
    isNumber: true,
    width: '9rem',
  },
  {
    id: 'contact',
    label: 'Contact',
    text: ({ contactName, contactPhone }) => `${contactName}, ${contactPhone}`,
  },
]

const FILTERS: ListFilter[] = [
  { name: 'state', label: 'Show', any: 'Current', options: [{ value: 'deleted', label: 'Deleted' }] },
]

const FIELDS: FieldSpec[] = [
  { name: 'name', label: 'Name', hint: 'What you call it, such as “Home”' },
  { name: 'addressLines', label: 'Street address' },
  { name: 'town', label: 'Town' },
  { name: 'postcode', label: 'Postcode' },
  { name: 'contactName', label: 'Contact', hint: 'Who the driver asks for' },
  { name: 'contactPhone', label: 'Phone' },
  { name: 'accessNotes', label: 'Access notes', hint: 'Gate codes, parking, where to leave the goods' },
  { name: 'isDefault', label: 'Deliver here unless I choose another address' },
]
const LABELS = Object.fromEntries(FIELDS.map(({ name, label }) => [name, label]))

const NEW: Partial<DeliveryAddressFields> = { addressLines: [], accessNotes: '', isDefault: false }

export function Screen() {
  return (
    <WithCustomer>
      {({ customer }) =>
        customer.accountKind === 'cash' ? (
          <Addresses key={customer.id} customer={customer} />
        ) : (
          <>
            <PageHeader title="Delivery addresses" detail={customer.name} />
            <EmptyState words="Delivery addresses are for cash accounts. We deliver to the address of this account." />
          </>
        )
      }
    </WithCustomer>
  )
}

function Addresses({ customer }: { customer: Customer }) {
  const address = useListAddress(BY_NAME)
  const addresses = useDeliveryAddresses(customer.id, address.request)
  const mayOrder = useMayOrder()
  const editing = useEditing<DeliveryAddress>()
  const { row, isOpen, key } = editing
  const target = useMemo((): RecordTarget & { key: number } => targetOf(row, key), [row, key])
  const showsDeleted = address.request.filters.state === 'deleted'
  useToldNone(addresses.rows.data?.length === 0 && address.request.text === '' && !showsDeleted)
  const add = mayOrder ? (
    <Button
      variant="filled"
      icon={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => editing.open(undefined)}
    >
      Add address
    </Button>
  ) : undefined
  return (
    <>
      <ListScreen
        title="Delivery addresses"
        detail={customer.name}
        actions={add}
        noun={['address', 'addresses']}
        address={address}
        found={addresses.rows}
        columns={COLUMNS}
        filters={FILTERS}
        rowId={({ id }) => id}
        onOpen={editing.open}
        bulk={
          mayOrder
            ? [
                showsDeleted
                  ? {
                      label: 'Restore',
                      onRun: (rows) => Promise.all(rows.map(({ id }) => addresses.restore(id))),
                    }
                  : {
                      label: 'Delete',
                      icon: <IconTrash size={18} aria-hidden="true" />,
                      onRun: (rows) => addresses.remove(rows),
                    },
              ]
            : undefined
        }
        csv={{ name: 'delivery-addresses', loadPage: addresses.loadPage, onFailure: showFailure }}
        empty={{ words: MESSAGES.noDeliveryAddresses, action: add }}
      />
      {isOpen && row && (row.deleted || !mayOrder) ? (
        <AddressSheet
          address={row}
          onClose={editing.close}
          onRestore={row.deleted && mayOrder ? () => addresses.restore(row.id) : undefined}
        />
      ) : null}
      {isOpen && !row?.deleted && mayOrder ? (
        <RecordDrawer
          editing={editing}
          title={row ? 'Edit address' : 'New address'}
          schema={DeliveryAddressFields}
          fields={FIELDS}
          values={row ?? NEW}
          onSave={(values) => addresses.save(target, values as DeliveryAddressFields, LABELS)}
          onDelete={row && (() => addresses.remove([row]))}
        />
      ) : null}
    </>
  )
}

const BY_NAME = { sort: 'name' }

/** A form sent again after a lost reply keeps the new address's id. */
const targetOf = (row: DeliveryAddress | undefined, key: number) => ({
  key,
  id: row?.id ?? uuidv7(),
  version: row?.version,
})

/** The specification has a message for an empty search, besides the empty list. */
const useToldNone = (none: boolean): void => {
  useEffect(() => {
    if (!none) return
    const id = notifications.show({
      message: MESSAGES.noDeliveryAddresses,
      statusColor: 'info',
      ofPage: true,
      showInProduction: true,
    })
    return () => notifications.close(id)
  }, [none])
}

type AddressSheetProps = {
  address: DeliveryAddress
  onClose: () => void
  onRestore: (() => Promise<void>) | undefined
}

function AddressSheet({ address, onClose, onRestore }: AddressSheetProps) {
  const { name, addressLines, town, postcode, contactName, contactPhone, accessNotes, deleted } = address
  return (
    <Sheet
      open
      wide
      title={deleted ? 'Deleted address' : name}
      onClose={onClose}
      foot={
        onRestore ? (
          <Button
            variant="filled"
            onClick={async () => {
              await onRestore()
              onClose()
            }}
          >
            Restore
          </Button>
        ) : undefined
      }
    >
      <RecordDetail
        details={[
          { label: 'Name', value: name },
          { label: 'Address', value: [...addressLines, town, postcode].join(', ') },
          { label: 'Contact', value: `${contactName}, ${contactPhone}` },
          ...(accessNotes === '' ? [] : [{ label: 'Access notes', value: accessNotes }]),
        ]}
      />
    </Sheet>
  )
}

const daysText = (delivery: DeliveryAddress['delivery']): string =>
  delivery === null
    ? 'No longer served'
    : delivery.weekdays.length === WEEKDAYS.length
      ? 'Every day'
      : delivery.weekdays.map((day) => WEEKDAYS[day - 1]).join(', ')
