import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { StockAlert, stockAlertReport } from '#contract/stock-alert-report.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { countText } from '#domain/plain-text.ts'
import type { StockAlertState } from '#domain/stock-alerts.ts'
import { isStaffType } from '#domain/user.ts'
import { useUser } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useStockAlertReport } from '#src/features/stock-alerts/use-stock-alert-report.ts'
import { TextField } from '#src/ui/form/fields.tsx'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import { DAY_ORDER, type ListColumn } from '#src/ui/kit/list/list-column.ts'
import { type ListAddress, useListAddress } from '#src/ui/kit/list/list-request.ts'
import { ListScreen } from '#src/ui/kit/list/list-screen.tsx'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { Figures } from '#src/ui/kit/report/figures.tsx'
import { Badge } from '#src/ui/status/badge.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'

type Counts = ReplyOf<typeof stockAlertReport.filters>

const COLUMNS: ListColumn<StockAlert>[] = [
  {
    id: 'name',
    label: 'Product',
    text: ({ name, pack }) => (pack === '' ? name : `${name}, ${pack}`),
    sortable: true,
  },
  { id: 'product_no', label: 'Code', text: ({ product_no }) => product_no, narrow: 'spare', width: '7rem' },
  {
    id: 'customerName',
    label: 'Account',
    text: ({ customerName }) => customerName,
    sortable: true,
    narrow: 'plain',
  },
  { id: 'username', label: 'Who waits', text: ({ username }) => username, sortable: true, width: '10rem' },
  day('askedAt', 'Since'),
  { ...day('toldAt', 'Told'), narrow: 'spare' },
  {
    id: 'state',
    label: 'State',
    text: ({ toldAt }) => STATE_WORDS[toldAt === null ? 'waiting' : 'told'],
    cell: ({ toldAt }) =>
      toldAt === null ? (
        <Badge label={STATE_WORDS.waiting} tone="blue" />
      ) : (
        <Badge label={STATE_WORDS.told} tone="green" />
      ),
    narrow: 'badge',
    width: '8rem',
  },
]

const STATE_WORDS: Record<StockAlertState, string> = { waiting: 'Waiting', told: 'Told' }

const LONGEST_FIRST = { sort: 'askedAt' }

export function Screen() {
  const address = useListAddress(LONGEST_FIRST)
  const { rows, loadRows, counts, tellNow, close, offer } = useStockAlertReport(address.request)
  const [offered, setOffered] = useState<readonly StockAlert[]>()
  const isStaff = isStaffType(useUser().account_type)
  return (
    <>
      <ListScreen
        title="Stock alerts"
        detail={isStaff ? 'Who waits for products to come back' : 'Alerts of your own accounts'}
        noun={['alert', 'alerts']}
        address={address}
        found={rows}
        columns={COLUMNS}
        filters={filtersOf(counts)}
        above={<Figures figures={counts && figuresOf(counts, address)} />}
        rowId={({ product_no, customerId, username, askedAt }) =>
          [product_no, customerId, username, askedAt].join(' ')
        }
        bulk={
          isStaff
            ? [
                { label: 'Tell now', onRun: tellNow },
                { label: 'Offer alternative', onRun: setOffered },
                { label: 'Close', onRun: close },
              ]
            : undefined
        }
        csv={{ name: 'stock-alerts', loadRows, onFailure: showFailure }}
        empty={{ words: 'Nobody waits for a product.', icon: null }}
      />
      {offered ? (
        <OfferSheet
          alerts={offered}
          onOffer={(product_no) => offer(offered, product_no)}
          onClose={() => setOffered(undefined)}
        />
      ) : null}
    </>
  )
}

type OfferSheetProps = {
  alerts: readonly StockAlert[]
  /** Returns problems by field. */
  onOffer: (product_no: string) => Promise<Record<string, string> | undefined>
  onClose: () => void
}

function OfferSheet({ alerts, onOffer, onClose }: OfferSheetProps) {
  return (
    <Sheet open title="Offer an alternative" onClose={onClose}>
      <Form
        label="Alternative product"
        validate={({ product_no = '' }) =>
          product_no.trim() === '' ? { product_no: 'Enter a product code' } : {}
        }
        onSubmit={async ({ product_no = '' }) => {
          const problems = await onOffer(product_no.trim())
          if (problems === undefined) onClose()
          return problems
        }}
      >
        <p>{`Mails those behind ${countText(alerts.length, 'alert')} that they can have this product instead. They go on waiting for theirs.`}</p>
        <TextField name="product_no" label="Product code" autoComplete="off" />
        <SubmitButton>Send offer</SubmitButton>
      </Form>
    </Sheet>
  )
}

function day(id: 'askedAt' | 'toldAt', label: string): ListColumn<StockAlert> {
  const dayOf = (row: StockAlert): string => {
    const at = row[id]
    return at === null ? '' : londonDayOf(new Date(at))
  }
  return {
    id,
    label,
    text: (row) => (dayOf(row) === '' ? '' : dayText(dayOf(row), new Date())),
    csv: dayOf,
    sortable: true,
    orderWords: DAY_ORDER,
    width: '8.5rem',
  }
}

const filtersOf = (counts: Counts | undefined): ListFilter[] => [
  {
    name: 'state',
    label: 'State',
    any: 'Any state',
    options: (counts?.states ?? []).map(({ state, count }) => ({
      value: state,
      label: `${STATE_WORDS[state]} (${count})`,
    })),
  },
  {
    name: 'product',
    label: 'Product',
    any: 'Any product',
    options: (counts?.products ?? []).map(({ product_no, name, count }) => ({
      value: product_no,
      label: `${name} (${count})`,
    })),
  },
  {
    name: 'customerId',
    label: 'Account',
    any: 'Any account',
    options: (counts?.customers ?? []).map(({ id, name, count }) => ({
      value: id,
      label: `${name} (${count})`,
    })),
  },
]

const figuresOf = (
  { states, products, customers }: Counts,
  { request: { filters }, change }: ListAddress,
) => [
  ...states.map(({ state, count }) => {
    const pressed = filters.state === state
    return {
      label: STATE_WORDS[state],
      value: count.toLocaleString('en-GB'),
      filter: {
        pressed,
        onPress: () => change({ filters: { ...filters, state: pressed ? '' : state } }),
      },
    }
  }),
  { label: 'Products', value: products.length.toLocaleString('en-GB') },
  { label: 'Accounts', value: customers.length.toLocaleString('en-GB') },
]
