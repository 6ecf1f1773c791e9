import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AlertSeverity } from '#domain/agents.ts'
import { instant, maintained, pence } from './columns.ts'
import { customers } from './customers.ts'
import { orders } from './orders.ts'
import { users } from './users.ts'

export const agents = pgTable(
  'agents',
  {
    ...maintained(),
    code: text('code').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull().default(''),
    phone: text('phone').notNull().default(''),
    /** ISO: 1 Monday to 7 Sunday. */
    weekdays: smallint('weekdays').array().notNull().default([]),
    /** HH:MM in Europe/London. */
    cutOffTime: text('cut_off_time').notNull().default('17:00'),
    commissionBasisPoints: integer('commission_basis_points').notNull().default(0),
    chargePerOrderPence: pence('charge_per_order_pence').notNull().default(0),
    active: boolean('active').notNull().default(true),
  },
  (table) => [
    check('agents_weekdays', sql`${table.weekdays} <@ '{1,2,3,4,5,6,7}'`),
    check('agents_commission', sql`${table.commissionBasisPoints} between 0 and 10000`),
  ],
)

/** A customer's agent. Orders keep the one of their day (orders.agent_code). */
export const agentCustomers = pgTable(
  'agent_customers',
  {
    ...maintained(),
    customerId: text('customer_id')
      .primaryKey()
      .references(() => customers.id),
    agentCode: text('agent_code')
      .notNull()
      .references(() => agents.code, { onUpdate: 'cascade' }),
  },
  (table) => [index('agent_customers_agent').on(table.agentCode)],
)

/** Without agents and customers it is for everybody. */
export const agentAlerts = pgTable(
  'agent_alerts',
  {
    ...maintained(),
    message: text('message').primaryKey(),
    severity: text('severity').$type<AlertSeverity>().notNull().default('info'),
    agentCodes: text('agent_codes').array().notNull().default([]),
    customerIds: text('customer_ids').array().notNull().default([]),
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }).notNull(),
  },
  (table) => [check('agent_alerts_days', sql`${table.firstDay} <= ${table.lastDay}`)],
)

export const agentAlertViews = pgTable(
  'agent_alert_views',
  {
    alertId: uuid('alert_id')
      .notNull()
      .references(() => agentAlerts.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.alertId, table.userId] })],
)

export const agentBillNumbers = pgSequence('agent_bill_numbers', { startWith: 1_001 })

/** What an agent was due for some orders. The terms are a copy: later changes of the agent do not affect it. */
export const agentBills = pgTable(
  'agent_bills',
  {
    id: uuid('id').primaryKey(),
    billNo: integer('bill_no').notNull().unique().default(sql`nextval('agent_bill_numbers')`),
    agentCode: text('agent_code')
      .notNull()
      .references(() => agents.code, { onUpdate: 'cascade' }),
    agentName: text('agent_name').notNull(),
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    commissionBasisPoints: integer('commission_basis_points').notNull(),
    chargePerOrderPence: pence('charge_per_order_pence').notNull(),
    netPence: pence('net_pence').notNull(),
    commissionPence: pence('commission_pence').notNull(),
    chargesPence: pence('charges_pence').notNull(),
    totalPence: pence('total_pence').notNull(),
    approvedAt: instant('approved_at').notNull(),
    approvedBy: uuid('approved_by').references(() => users.id),
    reversedAt: instant('reversed_at'),
    reversedBy: uuid('reversed_by').references(() => users.id),
  },
  (table) => [
    index('agent_bills_agent').on(table.agentCode, table.approvedAt),
    check('agent_bills_total', sql`${table.totalPence} = ${table.commissionPence} - ${table.chargesPence}`),
  ],
)

export const agentBillOrders = pgTable(
  'agent_bill_orders',
  {
    billId: uuid('bill_id')
      .notNull()
      .references(() => agentBills.id, { onDelete: 'cascade' }),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    netPence: pence('net_pence').notNull(),
    commissionPence: pence('commission_pence').notNull(),
    /** With its bill: the order can be billed again. */
    reversed: boolean('reversed').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.billId, table.orderId] }),
    // An order can be on one bill only, even if two people approve at the same moment.
    uniqueIndex('agent_bill_orders_once').on(table.orderId).where(sql`NOT ${table.reversed}`),
  ],
)
