import { Text } from '@mantine/core'
import { IconFileCode, IconFileInvoice, IconFileZip } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { COPIES_MAX, type PaperworkDocument, type paperwork } from '#contract/paperwork.ts'
import { amountCell } from '#domain/csv.ts'
import type { Customer } from '#domain/customer.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import { DOCUMENT_KINDS, DOCUMENT_NAMES, signedPence } from '#domain/paperwork/documents.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { DocumentSheet } from '#src/features/paperwork/document-sheet.tsx'
import { documentAmountText, ListedDocument } from '#src/features/paperwork/listed-document.tsx'
import { PaymentState, paymentText } from '#src/features/paperwork/payment-state.tsx'
import { useDocuments } from '#src/features/paperwork/use-documents.ts'
import { SaveAsTemplate, type SaveAsTemplateProps } from '#src/features/templates/form/save-as-template.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { DAY_ORDER, type ListColumn, NUMBER_ORDER } from '#src/ui/kit/list/list-column.ts'
import { type ListAddress, useListAddress } from '#src/ui/kit/list/list-request.ts'
import { ListScreen } from '#src/ui/kit/list/list-screen.tsx'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { type Figure, Figures } from '#src/ui/kit/report/figures.tsx'
import { daysBack, type Period, periodOf } from '#src/ui/kit/report/period.ts'
import { PeriodChoice } from '#src/ui/kit/report/period-choice.tsx'
import type { Definition } from '#src/ui/layout/definition-list.tsx'

const COLUMNS: ListColumn<PaperworkDocument>[] = [
  {
    id: 'invoiceNo',
    label: 'Number',
    text: ({ invoiceNo }) => invoiceNo,
    sortable: true,
    orderWords: NUMBER_ORDER,
    width: '10rem',
  },
  { id: 'kind', label: 'Document', text: ({ kind }) => DOCUMENT_NAMES[kind], narrow: 'plain', width: '9rem' },
  {
    id: 'day',
    label: 'Date',
    text: ({ day }) => day,
    cell: ({ day }) => dayText(day, new Date()),
    sortable: true,
    orderWords: DAY_ORDER,
    narrow: 'plain',
    width: '9rem',
  },
  {
    id: 'orderNo',
    label: 'Order',
    text: ({ orderNo, poNumber }) => (poNumber === '' ? orderNo : `${orderNo} · ${poNumber}`),
    sortable: true,
    orderWords: NUMBER_ORDER,
  },
  {
    id: 'overdue',
    label: 'Payment',
    text: (document) => paymentText(document) ?? '',
    csv: (document) => paymentText(document, (day) => day) ?? '',
    cell: (document) => <PaymentState document={document} />,
    sortable: true,
    orderWords: ['overdue first', 'overdue last'],
    narrow: 'badge',
    // The longest: "Overdue since Wed 30 Sept" with its icon.
    width: '15rem',
  },
  {
    id: 'totalPence',
    label: 'Amount',
    text: documentAmountText,
    cell: (document) => <Amount document={document} />,
    csv: ({ kind, totalPence }) => amountCell(signedPence(kind, totalPence)),
    sortable: true,
    isNumber: true,
    narrow: 'amount',
    width: '8rem',
  },
]

/** What is still to pay of an invoice that is partly paid: the sums above the list are made of it. */
function Amount({ document }: { document: PaperworkDocument }) {
  const { kind, owedPence, totalPence } = document
  const isPart = kind === 'invoice' && owedPence > 0 && owedPence !== totalPence
  return (
    <>
      {documentAmountText(document)}
      {isPart ? (
        <Text size="xs" c="dimmed">
          {moneyText(owedPence)} to pay
        </Text>
      ) : null}
    </>
  )
}

const FILTERS: ListFilter[] = [
  {
    name: 'kind',
    label: 'Document',
    any: 'Any document',
    options: DOCUMENT_KINDS.map((value) => ({ value, label: `${DOCUMENT_NAMES[value]}s` })),
  },
  {
    name: 'state',
    label: 'Payment',
    any: 'Any payment status',
    options: [
      { value: 'unpaid', label: 'Outstanding' },
      { value: 'overdue', label: 'Overdue' },
    ],
  },
]

const OVERDUE_FIRST = { sort: 'overdue' }
const PERIOD_DAYS = 90
const YEAR_DAYS = 365

export function Screen() {
  return <WithCustomer>{({ customer }) => <Paperwork key={customer.id} customer={customer} />}</WithCustomer>
}

type Opened = { kind: 'document'; document: PaperworkDocument } | { kind: 'statement' }

function Paperwork({ customer }: { customer: Customer }) {
  const address = useListAddress(OVERDUE_FIRST)
  const { filters } = address.request
  const today = londonDayOf(new Date())
  const period = periodOf(filters, daysBack(today, PERIOD_DAYS))
  const { rows, reply, loadRows, saveZip } = useDocuments(customer.id, address.request, period)
  const [opened, setOpened] = useState<Opened>()
  const [saving, setSaving] = useState<SaveAsTemplateProps['document']>()
  return (
    <>
      <ListScreen
        title="Invoices and statements"
        detail={customer.name}
        actions={
          <Button
            icon={<IconFileInvoice size={18} aria-hidden="true" />}
            onClick={() => setOpened({ kind: 'statement' })}
          >
            Statement
          </Button>
        }
        noun={['document', 'documents']}
        address={address}
        found={rows}
        columns={COLUMNS}
        filters={FILTERS}
        rowId={({ invoiceNo }) => invoiceNo}
        onOpen={(document) => setOpened({ kind: 'document', document })}
        bulk={[
          {
            label: 'Save as ZIP',
            icon: <IconFileZip size={18} aria-hidden="true" />,
            onRun: (documents) => saveZip(documents),
          },
          {
            label: 'Save e-invoices',
            icon: <IconFileCode size={18} aria-hidden="true" />,
            onRun: (documents) => saveZip(documents, 'ubl'),
          },
        ]}
        bulkMost={COPIES_MAX}
        csv={{ name: `paperwork-${period.from}-${period.to}`, loadRows, onFailure: showFailure }}
        empty={{
          words: 'No documents in this period. Choose a longer one.',
          icon: <IconFileInvoice size={40} stroke={1.5} aria-hidden="true" />,
          action: (
            <Button onClick={() => address.change({ filters: { ...daysBack(today, YEAR_DAYS) } })}>
              Show the last year
            </Button>
          ),
        }}
        above={
          <>
            <PeriodChoice
              today={today}
              period={period}
              onPeriod={({ from, to }) => address.change({ filters: { ...filters, from, to } })}
            />
            <Figures figures={reply && figuresOf(reply, address, period)} />
          </>
        }
      />
      {opened?.kind === 'document' ? (
        <ListedDocument
          customerId={customer.id}
          document={opened.document}
          onClose={() => setOpened(undefined)}
          onSaveAsTemplate={setSaving}
        />
      ) : null}
      <SaveAsTemplate
        open={saving !== undefined}
        onClose={() => setSaving(undefined)}
        customerId={customer.id}
        items={[]}
        document={saving}
      />
      {opened?.kind === 'statement' ? (
        <DocumentSheet
          wanted={{
            customerId: customer.id,
            no: `statement-${period.from}-${period.to}`,
            document: null,
            period,
          }}
          title="Statement"
          facts={statementFacts(customer, period)}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  )
}

/** Each narrows the list to the invoices that it sums; all that are overdue, however old. */
const figuresOf = (
  reply: ReplyOf<typeof paperwork.copyInvoiceListOrders>,
  { request: { filters }, change }: ListAddress,
  period: Period,
): Figure[] => {
  const { balancePence, overduePence, overdueCount = 0, overdueFrom = null } = reply
  const showing = (state: string, from = period.from) => ({
    pressed: filters.state === state,
    onPress: () =>
      change({
        filters:
          filters.state === state
            ? { ...filters, state: '' }
            : { ...filters, state, ...(from < period.from && { from, to: period.to }) },
      }),
  })
  return [
    { label: 'Balance', value: moneyText(balancePence), filter: showing('unpaid') },
    overduePence > 0
      ? {
          label: `Overdue ${overdueCount || ''}`.trim(),
          value: moneyText(overduePence),
          tone: 'red',
          filter: showing('overdue', overdueFrom ?? undefined),
        }
      : { label: 'Overdue', value: moneyText(overduePence) },
  ]
}

const statementFacts = ({ name }: Customer, { from, to }: Period): Definition[] => [
  { term: 'Account', value: name },
  { term: 'From', value: dayText(from, new Date()) },
  { term: 'To', value: dayText(to, new Date()) },
]
