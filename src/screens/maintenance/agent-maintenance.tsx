import {
  type Agent,
  type AgentCustomer,
  AgentCustomerFields,
  AgentFields,
  agentCustomers,
  agents,
} from '#contract/agents.ts'
import { weekdaysText } from '#domain/delivery-words.ts'
import { moneyText, percentText } from '#domain/money.ts'
import { namedText } from '#domain/plain-text.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useKeptRecords } from '#src/device/use-kept-records.ts'
import type { ListColumn } from '#src/ui/kit/list/list-column.ts'
import { type ListRequest, useListAddress } from '#src/ui/kit/list/list-request.ts'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { plainWords } from '#src/ui/kit/record/field-changes.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import type { FieldWords } from '#src/ui/kit/record/kept-records.ts'
import { ListChoice, useChosenList } from '#src/ui/kit/record/list-choice.tsx'
import { RecordScreen } from '#src/ui/kit/record/record-screen.tsx'

const LISTS = [
  { value: 'agents', label: 'Agents' },
  { value: 'customers', label: 'Their customers' },
]

/** Two lists: the agents, and which customers are whose. To move customers, several are edited at once, or a file is imported. */
export function Screen() {
  return useChosenList(LISTS) === 'customers' ? <Customers /> : <Agents />
}

const TITLE = { title: 'Agents', detail: 'Who takes orders for a commission, and from whom' }
const CHOICE = <ListChoice label="Agents or their customers" lists={LISTS} />

const AGENT_COLUMNS: ListColumn<Agent>[] = [
  { id: 'name', label: 'Name', text: ({ name }) => name, sortable: true },
  { id: 'code', label: 'Code', text: ({ code }) => code, sortable: true, narrow: 'plain', width: '8rem' },
  { id: 'phone', label: 'Telephone', text: ({ phone }) => phone, narrow: 'spare', width: '10rem' },
  { id: 'days', label: 'Visits', text: ({ weekdays }) => weekdaysText(weekdays), width: '10rem' },
  {
    id: 'cutOff',
    label: 'Cut-off',
    text: ({ cutOffTime }) => cutOffTime,
    narrow: 'spare',
    width: '6rem',
  },
  {
    id: 'commission',
    label: 'Commission',
    text: ({ commissionBasisPoints }) => percentText(commissionBasisPoints),
    isNumber: true,
    narrow: 'amount',
    width: '8rem',
  },
  {
    id: 'charge',
    label: 'Charge per order',
    text: ({ chargePerOrderPence }) => moneyText(chargePerOrderPence),
    isNumber: true,
    narrow: 'spare',
    width: '9rem',
  },
  {
    id: 'active',
    label: 'Active',
    text: ({ active }) => (active ? 'Yes' : 'No'),
    narrow: 'spare',
    width: '6rem',
  },
]

const AGENT_FILTERS: ListFilter[] = [
  {
    name: 'active',
    label: 'Active',
    any: 'Any',
    options: [
      { value: 'yes', label: 'Active' },
      { value: 'no', label: 'Not active' },
    ],
  },
]

const AGENT_FIELDS: FieldSpec[] = [
  { name: 'code', label: 'Code', hint: 'In your own system' },
  { name: 'name', label: 'Name', hint: 'As customers see it' },
  { name: 'email', label: 'E-mail', type: 'email' },
  { name: 'phone', label: 'Telephone', type: 'tel' },
  { name: 'weekdays', label: 'Visits on', control: 'weekdays' },
  {
    name: 'cutOffTime',
    label: 'Cut-off',
    hint: 'Until when they take an order for the next delivery',
    control: 'time',
  },
  { name: 'commissionBasisPoints', label: 'Commission', hint: 'On the goods as invoiced, without VAT' },
  { name: 'chargePerOrderPence', label: 'Charge per order', hint: 'What we charge the agent for each order' },
  { name: 'active', label: 'Active', hint: 'Customers see only active agents' },
]

const NEW_AGENT: Partial<AgentFields> = {
  email: '',
  phone: '',
  weekdays: [1, 2, 3, 4, 5],
  cutOffTime: '17:00',
  commissionBasisPoints: 0,
  chargePerOrderPence: 0,
  active: true,
}

const agentWords: FieldWords = (field, value) => {
  if (typeof value === 'number' && field === 'commissionBasisPoints') return percentText(value)
  if (typeof value === 'number' && field.endsWith('Pence')) return moneyText(value)
  return field === 'weekdays' && Array.isArray(value) ? weekdaysText(value) : plainWords(field, value)
}

const AGENTS = {
  words: {
    noun: ['agent', 'agents'] as const,
    added: 'Agent added',
    saved: 'Agent saved',
    deleted: 'Agent deleted',
    restored: 'Agent restored',
  },
  filtersOf: ({ active }: ListRequest['filters']) =>
    active === undefined ? {} : { active: active === 'yes' },
}
const BY_NAME = { sort: 'name' }

function Agents() {
  const address = useListAddress(BY_NAME)
  const records = useKeptRecords(agents, address.request, AGENTS)
  return (
    <RecordScreen
      {...TITLE}
      above={CHOICE}
      noun={AGENTS.words.noun}
      address={address}
      records={records}
      columns={AGENT_COLUMNS}
      filters={AGENT_FILTERS}
      schema={AgentFields}
      fields={AGENT_FIELDS}
      fresh={NEW_AGENT}
      empty="There are no agents yet. Add the first one, or import a file of them."
      csv={{ name: 'agents', onFailure: showFailure }}
      kept={{
        records,
        words: agentWords,
        importHint:
          'The columns are those of Export CSV. A row whose code is there already changes it; others are added.',
      }}
    />
  )
}

const CUSTOMER_COLUMNS: ListColumn<AgentCustomer>[] = [
  {
    id: 'customerId',
    label: 'Account number',
    text: ({ customerId }) => customerId,
    sortable: true,
    width: '11rem',
  },
  { id: 'name', label: 'Customer', text: ({ names }) => names?.customerId ?? '', narrow: 'plain' },
  {
    id: 'agentCode',
    label: 'Agent',
    text: ({ agentCode, names }) => namedText(agentCode, names?.agentCode),
    sortable: true,
    narrow: 'plain',
  },
]

const CUSTOMER_FIELDS: FieldSpec[] = [
  { name: 'customerId', label: 'Account number' },
  { name: 'agentCode', label: 'Agent', hint: 'The agent’s code' },
]

const CUSTOMERS = {
  words: {
    noun: ['customer', 'customers'] as const,
    added: 'Customer given to the agent',
    saved: 'Customer moved',
    deleted: 'Customer taken from the agent',
    restored: 'Customer given back to the agent',
  },
  filtersOf: ({ agentCode }: ListRequest['filters']) => (agentCode === undefined ? {} : { agentCode }),
}
const BY_NUMBER = { sort: 'customerId' }
const NOTHING = {}

function Customers() {
  const address = useListAddress(BY_NUMBER)
  const records = useKeptRecords(agentCustomers, address.request, CUSTOMERS)
  return (
    <RecordScreen
      {...TITLE}
      above={CHOICE}
      noun={CUSTOMERS.words.noun}
      address={address}
      records={records}
      columns={CUSTOMER_COLUMNS}
      schema={AgentCustomerFields}
      fields={CUSTOMER_FIELDS}
      fresh={NOTHING}
      empty="No agent has a customer yet. Add the first one, or import a file of them."
      csv={{ name: 'agent-customers', onFailure: showFailure }}
      kept={{
        records,
        importHint:
          'The columns are those of Export CSV. A customer who is there already moves to the agent of the row; others are added.',
      }}
    />
  )
}
