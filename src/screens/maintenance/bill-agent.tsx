import { Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AgentBill, BillOrder, BillPeriod } from '#contract/agent-bills.ts'
import { amountCell } from '#domain/csv.ts'
import { dayPlus, daysText, dayText, londonDayOf } from '#domain/london-time.ts'
import { moneyText, percentText } from '#domain/money.ts'
import { showFailure } from '#src/device/show-failure.ts'
import {
  type ShownBill,
  useAgentBill,
  useAgentBills,
  useNewAgentBill,
} from '#src/features/agents/use-agent-bills.ts'
import { Button } from '#src/ui/action/button.tsx'
import { SelectField, TextField } from '#src/ui/form/fields.tsx'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import { DAY_ORDER, type ListColumn, NUMBER_ORDER } from '#src/ui/kit/list/list-column.ts'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import { ListScreen } from '#src/ui/kit/list/list-screen.tsx'
import { ListTable } from '#src/ui/kit/list/list-table.tsx'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { type Detail, RecordDetail } from '#src/ui/kit/record/record-detail.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'

const STATE_WORDS: Record<AgentBill['state'], string> = { approved: 'Approved', reversed: 'Reversed' }

const COLUMNS: ListColumn<AgentBill>[] = [
  {
    id: 'billNo',
    label: 'Bill',
    text: ({ billNo }) => billNo,
    sortable: true,
    orderWords: NUMBER_ORDER,
    width: '7rem',
  },
  { id: 'agentName', label: 'Agent', text: ({ agentName }) => agentName, sortable: true, narrow: 'plain' },
  { id: 'period', label: 'Delivered', text: (bill) => periodText(bill), width: '16rem' },
  {
    id: 'orders',
    label: 'Orders',
    text: ({ orderCount }) => orderCount,
    isNumber: true,
    narrow: 'spare',
    width: '6rem',
  },
  {
    id: 'lastDay',
    label: 'Approved',
    text: ({ approvedAt }) => dayText(londonDayOf(new Date(approvedAt))),
    csv: ({ approvedAt }) => londonDayOf(new Date(approvedAt)),
    narrow: 'spare',
    orderWords: DAY_ORDER,
    width: '9rem',
  },
  {
    id: 'totalPence',
    label: 'Due',
    text: ({ totalPence }) => moneyText(totalPence),
    csv: ({ totalPence }) => amountCell(totalPence),
    sortable: true,
    isNumber: true,
    narrow: 'amount',
    width: '8rem',
  },
  { id: 'state', label: 'State', text: ({ state }) => STATE_WORDS[state], narrow: 'badge', width: '7rem' },
]

const periodText = ({ firstDay, lastDay }: BillPeriod | AgentBill): string =>
  daysText({ from: firstDay, to: lastDay })

const STATE_FILTER: ListFilter = {
  name: 'state',
  label: 'State',
  any: 'Any state',
  options: Object.entries(STATE_WORDS).map(([value, label]) => ({ value, label })),
}

const LATEST = { sort: 'billNo', descending: true }

/** Bills of agents. A bill can only be approved as it was shown, and an order is never on two bills. */
export function Screen() {
  const address = useListAddress(LATEST)
  const { rows, loadRows, agents } = useAgentBills(address.request)
  const [opened, setOpened] = useState<string>()
  const [isNew, setIsNew] = useState(false)
  const add = (
    <Button variant="filled" icon={<IconPlus size={18} aria-hidden="true" />} onClick={() => setIsNew(true)}>
      New bill
    </Button>
  )
  return (
    <>
      <ListScreen
        title="Agent bills"
        detail="What agents are due for their customers’ orders"
        noun={['bill', 'bills']}
        actions={add}
        address={address}
        found={rows}
        columns={COLUMNS}
        filters={[
          STATE_FILTER,
          {
            name: 'agent',
            label: 'Agent',
            any: 'Any agent',
            options: agents.map(({ code, name }) => ({ value: code, label: name })),
          },
        ]}
        rowId={({ id }) => id}
        onOpen={({ id }) => setOpened(id)}
        csv={{ name: 'agent-bills', loadRows, onFailure: showFailure }}
        empty={{ words: 'No agent has been billed yet.', icon: null, action: add }}
      />
      {opened === undefined ? null : <Bill key={opened} id={opened} onClose={() => setOpened(undefined)} />}
      {isNew ? <NewBill agents={agents} onClose={() => setIsNew(false)} /> : null}
    </>
  )
}

function Bill({ id, onClose }: { id: string; onClose: () => void }) {
  const { look, failure, reverse, download } = useAgentBill(id)
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  return (
    <Sheet
      open
      wide
      title={look ? `Bill ${look.bill.billNo}` : 'Bill'}
      onClose={onClose}
      foot={
        look ? (
          <Group gap={8} w="100%">
            <Button
              icon={<IconDownload size={18} aria-hidden="true" />}
              loading={busy}
              onClick={() => act(() => download(look.bill))}
            >
              Export CSV
            </Button>
            {look.bill.state === 'approved' ? (
              <Button variant="danger" loading={busy} onClick={() => act(reverse)}>
                Reverse
              </Button>
            ) : null}
          </Group>
        ) : undefined
      }
    >
      {failure ? <FailedState words={`The bill could not be loaded. ${failure}`} /> : null}
      {look ? (
        <Stack gap={16}>
          <RecordDetail details={detailsOf(look.bill)} />
          <Orders
            orders={look.orders}
            onOpen={({ orderId }) => void navigate(`/orders/history-${orderId}`)}
          />
        </Stack>
      ) : null}
    </Sheet>
  )
}

type Amounts = Pick<
  AgentBill,
  | 'orderCount'
  | 'netPence'
  | 'commissionBasisPoints'
  | 'commissionPence'
  | 'chargePerOrderPence'
  | 'chargesPence'
  | 'totalPence'
>

const amountsOf = (bill: Amounts): Detail[] => [
  { label: 'Orders', value: bill.orderCount },
  { label: 'Goods', value: moneyText(bill.netPence) },
  {
    label: 'Commission',
    value: `${moneyText(bill.commissionPence)} at ${percentText(bill.commissionBasisPoints)}`,
  },
  {
    label: 'Charges',
    value: `${moneyText(bill.chargesPence)} at ${moneyText(bill.chargePerOrderPence)} for each order`,
  },
  { label: 'Due', value: <strong>{moneyText(bill.totalPence)}</strong> },
]

const detailsOf = (bill: AgentBill): Detail[] => [
  { label: 'Agent', value: `${bill.agentName} (${bill.agentCode})` },
  { label: 'Delivered', value: periodText(bill) },
  { label: 'Approved', value: stampText(bill.approvedAt, bill.approvedBy) },
  ...(bill.reversedAt === null
    ? []
    : [{ label: 'Reversed', value: stampText(bill.reversedAt, bill.reversedBy) }]),
  ...amountsOf(bill),
]

const stampText = (at: string, by: string | null): string =>
  `${dayText(londonDayOf(new Date(at)))}${by === null ? '' : ` by ${by}`}`

const ORDER_COLUMNS: ListColumn<BillOrder>[] = [
  { id: 'order', label: 'Order', text: ({ orderNo }) => orderNo, width: '6rem' },
  { id: 'customer', label: 'Customer', text: ({ customerName }) => customerName, narrow: 'plain' },
  { id: 'day', label: 'Delivered', text: ({ deliveryDay }) => dayText(deliveryDay), width: '8rem' },
  {
    id: 'goods',
    label: 'Goods',
    text: ({ netPence }) => moneyText(netPence),
    isNumber: true,
    width: '7rem',
  },
  {
    id: 'commission',
    label: 'Commission',
    text: ({ commissionPence }) => moneyText(commissionPence),
    isNumber: true,
    narrow: 'amount',
    width: '8rem',
  },
]

/** No column can be sorted. */
const BY_DAY = { sort: '', descending: false }

function Orders({ orders, onOpen }: { orders: readonly BillOrder[]; onOpen?: (order: BillOrder) => void }) {
  return orders.length === 0 ? null : (
    <ListTable
      label="Orders"
      columns={ORDER_COLUMNS}
      rows={orders}
      rowId={({ orderId }) => orderId}
      order={BY_DAY}
      onOrder={() => {}}
      onOpen={onOpen}
    />
  )
}

type NewBillProps = { agents: readonly { code: string; name: string }[]; onClose: () => void }

function NewBill({ agents, onClose }: NewBillProps) {
  const { show, approve } = useNewAgentBill()
  const [shown, setShown] = useState<ShownBill>()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const { firstDay, lastDay } = monthBefore(londonDayOf(new Date()))
  return (
    <Sheet
      open
      wide
      title="New bill"
      onClose={onClose}
      foot={
        shown && shown.preview.orders.length > 0 ? (
          <Button
            variant="filled"
            loading={busy}
            onClick={async () => {
              setBusy(true)
              const problems = await approve(shown)
              setBusy(false)
              if (problems === undefined) onClose()
              else setRefused(Object.values(problems)[0])
            }}
          >
            {`Approve ${moneyText(shown.preview.totalPence)}`}
          </Button>
        ) : undefined
      }
    >
      <Stack gap={16}>
        <Form
          label="What to bill"
          validate={({ agentCode }): Record<string, string> =>
            agentCode ? {} : { agentCode: 'Choose an agent' }
          }
          onSubmit={async (typed) => {
            setRefused(undefined)
            const found = await show(typed as BillPeriod)
            if ('refused' in found) {
              setShown(undefined)
              return found.refused
            }
            setShown(found)
            return undefined
          }}
        >
          <SelectField
            name="agentCode"
            label="Agent"
            data={[
              { value: '', label: 'Choose' },
              ...agents.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
            ]}
          />
          <Group gap={16} align="flex-start">
            <TextField name="firstDay" label="Delivered from" type="date" narrow defaultValue={firstDay} />
            <TextField name="lastDay" label="To" type="date" narrow defaultValue={lastDay} />
          </Group>
          <SubmitButton variant={shown ? 'default' : 'filled'}>Show orders</SubmitButton>
        </Form>
        {refused ? (
          <Text role="alert" c="var(--red)">
            {refused}
          </Text>
        ) : null}
        {shown ? <Preview {...shown} /> : null}
      </Stack>
    </Sheet>
  )
}

function Preview({ preview, period }: ShownBill) {
  const { orders, notInvoiced, billed } = preview
  const left = [
    ...(notInvoiced > 0 ? [`${countText(notInvoiced)} not invoiced yet`] : []),
    ...(billed > 0 ? [`${countText(billed)} billed already`] : []),
  ]
  return (
    <Stack gap={16} role="status">
      {orders.length === 0 ? (
        <Text>{`There is nothing to bill to ${preview.agentName}, ${periodText(period)}.`}</Text>
      ) : (
        <RecordDetail details={[{ label: 'Agent', value: preview.agentName }, ...amountsOf(preview)]} />
      )}
      {left.length > 0 ? <Text size="sm" c="dimmed">{`Left out: ${left.join(', ')}.`}</Text> : null}
      <Orders orders={orders} />
    </Stack>
  )
}

const countText = (count: number): string => `${count} ${count === 1 ? 'order' : 'orders'}`

/** Bills are mostly written for the month that has ended. */
const monthBefore = (today: string): { firstDay: string; lastDay: string } => {
  const lastDay = dayPlus(`${today.slice(0, 7)}-01`, -1)
  return { firstDay: `${lastDay.slice(0, 7)}-01`, lastDay }
}
