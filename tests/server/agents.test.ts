import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { type AgentAlertFields, agentAlerts, customerAgent } from '#contract/agent-alerts.ts'
import { type AgentFields, agentCustomers, agents } from '#contract/agents.ts'
import { trollies } from '#contract/trollies.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orders } from '#server/db/schema/orders.ts'
import { aShared, READS_CUSTOMER, SIGNED_IN, STAFF, testAccess } from '#tests/support/access.ts'
import { aCustomer, aShop, aUser } from '#tests/support/builders.ts'
import { maintainedAccess } from '#tests/support/maintained.ts'
import { NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { startTestApp } from '#tests/support/server.ts'

const TODAY = new Date('2026-11-25T09:00:00Z')
let now = TODAY
const app = await startTestApp({ now: () => now })
const { database, call } = app
const { aReadyTrolly } = readyTrollies(database)
const shared = await aShared(database)
const { token } = await aUser(database, { accountType: 'ST' })

let agentsMade = 0
const agentFields = (parts: Partial<AgentFields> = {}): AgentFields => {
  agentsMade += 1
  return {
    code: `A${agentsMade}`,
    name: 'Kay Bentham',
    email: 'kay@example.com',
    phone: '01632 960 301',
    weekdays: [1, 3],
    cutOffTime: '16:00',
    commissionBasisPoints: 250,
    chargePerOrderPence: 75,
    active: true,
    ...parts,
  }
}
const anAgent = async (parts: Partial<AgentFields> = {}) =>
  (await call(agents.create, { token, body: agentFields(parts) })).body
const give = async (customerId: string, agentCode: string) =>
  (await call(agentCustomers.create, { token, body: { customerId, agentCode } })).body
let alertsMade = 0
const alertFields = (parts: Partial<AgentAlertFields> = {}): AgentAlertFields => {
  alertsMade += 1
  return {
    message: `The road is closed (${alertsMade})`,
    severity: 'info',
    agentCodes: [],
    customerIds: ['NOBODY'],
    firstDay: '2026-11-25',
    lastDay: '2026-11-26',
    ...parts,
  }
}
const anAlert = async (parts: Partial<AgentAlertFields> = {}) =>
  (await call(agentAlerts.create, { token, body: alertFields(parts) })).body
const historyOf = async (noun: { changes: typeof agents.changes }, id: string) =>
  (await call(noun.changes, { token, body: { record_id: id } })).body.data[0]?.id ?? ''

const [one, two] = [await anAgent(), await anAgent()]
const [mine, theirs] = [
  await give((await aCustomer(database)).id, one.code),
  await give((await aCustomer(database)).id, one.code),
]
// Each row of the tests of access, for each caller, asks for one that no agent has.
const free = Array.from({ length: 2_000 }, (_, at) => `FREE${at}`)
await database
  .insert(customers)
  .values(
    free.map((id) => ({ id, name: 'Free', priceListId: shared.customer.priceListId, deliveryWeekdays: [1] })),
  )
const [seen, unseen] = [await anAlert(), await anAlert()]
const changes = {
  agent: await historyOf(agents, two.id),
  customer: await historyOf(agentCustomers as never, theirs.id),
  alert: await historyOf(agentAlerts as never, unseen.id),
}

testAccess(app, shared, { agents, agentCustomers, agentAlerts, customerAgent }, () => ({
  ...maintainedAccess('agents', {
    id: one.id,
    changeId: changes.agent,
    fields: agentFields,
    change: { name: 'Kay B.' },
  }),
  ...maintainedAccess('agentCustomers', {
    id: mine.id,
    changeId: changes.customer,
    fields: () => ({ customerId: free.pop(), agentCode: one.code }),
    change: { agentCode: two.code },
  }),
  ...maintainedAccess('agentAlerts', {
    id: seen.id,
    changeId: changes.alert,
    fields: alertFields,
    change: { severity: 'urgent' },
  }),
  'agentAlerts.seenBy': { expected: STAFF, request: { params: { id: seen.id } } },
  'customerAgent.get': { expected: READS_CUSTOMER, request: { params: { id: shared.customer.id } } },
  'customerAgent.see': { expected: SIGNED_IN, request: { params: { id: seen.id } } },
}))

describe('an agent', () => {
  it('is shown to the customers who are theirs, until they leave', async () => {
    const { customer, user } = await aShop(database, call)
    const agent = await anAgent({ name: 'Raj Malhotra' })
    const shown = async () =>
      (await call(customerAgent.get, { token: user.token, params: { id: customer.id } })).body.agent
    expect(await shown()).toBeNull()
    await give(customer.id, agent.code)
    expect(await shown()).toEqual({
      name: 'Raj Malhotra',
      email: 'kay@example.com',
      phone: '01632 960 301',
      weekdays: [1, 3],
      cutOffTime: '16:00',
    })
    const params = { id: agent.id }
    await call(agents.update, { token, params, body: { active: false } })
    expect(await shown()).toBeNull()
    await call(agents.update, { token, params, body: { active: true } })
    await call(agents.remove, { token, params })
    expect(await shown()).toBeNull()
  })

  it('is named in the list of who is whose, and so is the customer', async () => {
    const { id } = await aCustomer(database, { name: 'Zetland Arms' })
    const agent = await anAgent({ name: 'Raj Malhotra' })
    await give(id, agent.code)
    const found = await call(agentCustomers.search, { token, body: { agentCode: agent.code } })
    expect(found.body.data).toMatchObject([
      { customerId: id, names: { customerId: 'Zetland Arms', agentCode: 'Raj Malhotra' } },
    ])
    // Agents refer to nobody.
    const [row] = (await call(agents.search, { token, body: { queryString: agent.code } })).body.data
    expect(row).not.toHaveProperty('names')
  })

  it('is kept by an order, whoever the customer moves to afterwards', async () => {
    now = NOW
    const trolly = await aReadyTrolly()
    const { customerId } = trolly
    const [before, after] = [await anAgent(), await anAgent()]
    const given = await give(customerId, before.code)
    const { token: theirs, params, body } = trolly
    await call(trollies.checkout, { token: theirs, params, body: { ...body, payBy: 'account' } })
    await call(agentCustomers.update, { token, params: { id: given.id }, body: { agentCode: after.code } })
    const [order] = await database.select().from(orders).where(eq(orders.customerId, customerId))
    expect(order?.agentCode).toBe(before.code)
    now = TODAY
  })
})

describe('whose customer is whose', () => {
  it.each([
    [{ customerId: 'NOBODY', agentCode: one.code }, 'body/customerId', 'is no account’s number'],
    [{ customerId: free[0], agentCode: 'NOBODY' }, 'body/agentCode', 'is no agent’s code'],
  ])('%j is refused by its field', async (body, path, message) => {
    const reply = await call(agentCustomers.create, { token, body: body as never })
    expect(reply.error).toMatchObject({ code: 'invalid_request', errors: [{ path, message }] })
  })

  it('a customer has one agent', async () => {
    const { id } = await aCustomer(database)
    await give(id, one.code)
    const reply = await call(agentCustomers.create, { token, body: { customerId: id, agentCode: two.code } })
    expect(reply.error.code).toBe('already_exists')
  })

  it('several are moved at once, which is previewed and undone at once; an unknown agent is said in words', async () => {
    const [from, to] = [await anAgent(), await anAgent()]
    const made = await Promise.all(
      Array.from({ length: 3 }, async () => await give((await aCustomer(database)).id, from.code)),
    )
    const ids = made.map(({ id }) => id)
    const edit = { ids, fields: { agentCode: to.code } }
    const preview = (await call(agentCustomers.preview, { token, body: { edit } })).body
    expect(preview.changes.map(({ fields }) => fields)).toEqual(
      Array.from({ length: 3 }, () => [{ field: 'agentCode', before: from.code, after: to.code }]),
    )
    const id = uuidv7()
    await call(agentCustomers.write, { token, body: { id, seen: preview.seen, edit } })
    const ofAgent = async (agentCode: string) =>
      (await call(agentCustomers.search, { token, body: { agentCode } })).body.total
    expect([await ofAgent(from.code), await ofAgent(to.code)]).toEqual([0, 3])
    await call(agentCustomers.undo, { token, params: { id } })
    expect([await ofAgent(from.code), await ofAgent(to.code)]).toEqual([3, 0])
    const unknown = { edit: { ids, fields: { agentCode: 'NOBODY' } } }
    const refused = await call(agentCustomers.preview, { token, body: unknown })
    expect(refused.error.message).toBe('NOBODY is no agent’s code.')
  })

  it('a file moves customers, and refuses rows of agents and accounts that are not there', async () => {
    const { id } = await aCustomer(database)
    const csv = `customerId,agentCode\n${id},${one.code}\n${id}X,${one.code}\n${shared.customer.id},NOBODY`
    const preview = (await call(agentCustomers.preview, { token, body: { csv, policy: 'skip_row' } })).body
    expect(preview.changes).toMatchObject([{ key: id, kind: 'added' }])
    expect(preview.refused.map(({ problems }) => problems[0]?.code)).toEqual([
      'unknown_customer',
      'unknown_agent',
    ])
  })
})

describe('an alert', () => {
  const shownTo = async (user: { token: string }, id: string) =>
    (await call(customerAgent.get, { token: user.token, params: { id } })).body.alerts.map(
      ({ message }) => message,
    )

  it('is shown on its days to its customers and to those of its agents, the severest first', async () => {
    const { customer, user } = await aShop(database, call)
    const agent = await anAgent()
    await give(customer.id, agent.code)
    const toThem = await anAlert({ customerIds: [customer.id] })
    const toAgents = await anAlert({ customerIds: [], agentCodes: [agent.code], severity: 'urgent' })
    await anAlert({ customerIds: [customer.id], firstDay: '2026-11-26' })
    await anAlert({ customerIds: [customer.id], firstDay: '2026-11-20', lastDay: '2026-11-24' })
    await anAlert({ customerIds: [], agentCodes: [one.code] })
    const gone = await anAlert({ customerIds: [customer.id] })
    await call(agentAlerts.remove, { token, params: { id: gone.id } })
    expect(await shownTo(user, customer.id)).toEqual([toAgents.message, toThem.message])
    const everybody = await anAlert({ customerIds: [], severity: 'warning' })
    expect(await shownTo(user, customer.id)).toEqual([toAgents.message, everybody.message, toThem.message])
    await call(agentAlerts.remove, { token, params: { id: everybody.id } })
  })

  it('that is put away stays away for that user, and staff see who did', async () => {
    const { customer, user } = await aShop(database, call)
    const colleague = await aUser(database, { customerIds: [customer.id], username: 'Sam Porter' })
    const { id, message } = await anAlert({ customerIds: [customer.id] })
    await call(customerAgent.see, { token: colleague.token, params: { id } })
    await call(customerAgent.see, { token: colleague.token, params: { id } })
    expect(await shownTo(colleague, customer.id)).toEqual([])
    expect(await shownTo(user, customer.id)).toEqual([message])
    expect((await call(agentAlerts.seenBy, { token, params: { id } })).body).toEqual({
      data: [{ name: 'Sam Porter', at: '2026-11-25T09:00:00.000Z' }],
      total: 1,
    })
  })

  it('cannot end before it begins, also where only one day is changed', async () => {
    const both = await call(agentAlerts.create, { token, body: alertFields({ lastDay: '2026-11-24' }) })
    expect(both.error.errors).toMatchObject([{ path: 'body/lastDay' }])
    const params = { id: (await anAlert()).id }
    const one = await call(agentAlerts.update, { token, params, body: { firstDay: '2026-12-01' } })
    expect(one.error.errors).toMatchObject([{ path: 'body/lastDay' }])
  })

  it('that is not there can be neither put away nor looked at', async () => {
    const params = { id: uuidv7() }
    expect((await call(customerAgent.see, { token, params })).error.code).toBe('record_not_found')
    expect((await call(agentAlerts.seenBy, { token, params })).error.code).toBe('record_not_found')
  })
})
