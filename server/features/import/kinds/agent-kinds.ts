import { ALERT_SEVERITIES } from '#domain/agents.ts'
import {
  booleanCell,
  choiceCell,
  codeCell,
  contactEmailCell,
  dayCell,
  integerCell,
  textCell,
  timeCell,
} from './cells.ts'
import type { ImportKind, Reference } from './fields.ts'
import { money, text, weekdays } from './shared-fields.ts'

const customerExists = (property: string): Reference => ({
  property,
  to: 'customers',
  code: 'unknown_customer',
  why: 'No customer has this account number.',
})
const agentExists = (property: string): Reference => ({
  property,
  to: 'agents',
  code: 'unknown_agent',
  why: 'No agent has this code.',
})

export const agents: ImportKind = {
  key: ['code'],
  references: [],
  fields: [
    { column: 'code', read: codeCell, required: true, meaning: 'The agent’s code in your own system.' },
    { column: 'name', read: textCell(100), required: true, meaning: 'The name that customers see.' },
    { column: 'email', read: contactEmailCell, empty: '', meaning: 'The e-mail address.' },
    text('phone', 30, 'The telephone number.'),
    weekdays('weekdays', {
      empty: [],
      meaning: 'Weekdays on which customers are visited or called: `Mon|Thu` or `1|4`.',
    }),
    {
      column: 'cutOffTime',
      read: timeCell,
      empty: '17:00',
      meaning: 'HH:MM in London, until when the agent takes an order for the next delivery; empty is 17:00.',
    },
    {
      column: 'commissionBasisPoints',
      read: integerCell(0, 10_000),
      empty: 0,
      meaning: 'Commission on the goods, in hundredths of a per cent: 250 is 2.5 %.',
    },
    ...money('chargePerOrder', 0, 'What the agent is charged for each order; empty is nothing'),
    { column: 'active', read: booleanCell, empty: true, meaning: '`no`: left, or away for long.' },
  ],
}

export const agentCustomers: ImportKind = {
  key: ['customerId'],
  references: [customerExists('customerId'), agentExists('agentCode')],
  fields: [
    { column: 'customerId', read: codeCell, required: true, meaning: 'The customer’s account number.' },
    { column: 'agentCode', read: codeCell, required: true, meaning: 'The code of the customer’s agent.' },
  ],
}

export const agentAlerts: ImportKind = {
  key: ['message'],
  references: [customerExists('customerIds'), agentExists('agentCodes')],
  fields: [
    { column: 'message', read: textCell(300), required: true, meaning: 'What customers read on home.' },
    {
      column: 'severity',
      read: choiceCell(ALERT_SEVERITIES),
      empty: 'info',
      meaning: '`info`, `warning` or `urgent`; empty is `info`.',
    },
    {
      column: 'agentCodes',
      read: codeCell,
      list: { most: 100 },
      empty: [],
      meaning: 'Agents whose customers see it. Without agents and customers everybody does.',
    },
    {
      column: 'customerIds',
      read: codeCell,
      list: { most: 1_000 },
      empty: [],
      meaning: 'Account numbers of customers who see it.',
    },
    { column: 'firstDay', read: dayCell, required: true, meaning: 'The first day on which it is shown.' },
    { column: 'lastDay', read: dayCell, required: true, meaning: 'The last day.' },
  ],
  contradictions: ({ firstDay, lastDay }) =>
    typeof firstDay === 'string' && typeof lastDay === 'string' && lastDay < firstDay
      ? [{ column: 'lastDay', why: 'It is before the first day.' }]
      : [],
}
