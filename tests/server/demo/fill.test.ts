import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { vatOf } from '#domain/money.ts'
import { ACCOUNT_TYPES } from '#domain/user.ts'
import { fillWithDemoData, isEmptyDatabase } from '#server/db/demo/fill.ts'
import { emptyDatabase, isDemoDatabase } from '#server/db/demo/reset.ts'
import { DEMO_SIGN_INS } from '#server/db/demo/sign-ins.ts'
import { customers, deliveryPostcodes, holidays } from '#server/db/schema/customers.ts'
import { faqs } from '#server/db/schema/faqs.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { accountPayments, invoices } from '#server/db/schema/paperwork.ts'
import { products, stock } from '#server/db/schema/products.ts'
import { searchAdditions, searchLog } from '#server/db/schema/search-log.ts'
import { settings } from '#server/db/schema/settings.ts'
import { stockAlerts } from '#server/db/schema/stock-alerts.ts'
import { customerUsers, users } from '#server/db/schema/users.ts'
import { isPassword } from '#server/passwords.ts'
import { testDatabase } from '#tests/support/database.ts'

const { database } = await testDatabase()
const NOW = new Date('2026-11-23T12:00:00.000Z')
const PASSWORD = 'known to this test'
const SMALL = { products: 600, historyMonths: 3, now: NOW, password: PASSWORD }

const steps: string[] = []
let filled: Awaited<ReturnType<typeof fillWithDemoData>>
beforeAll(async () => {
  filled = await fillWithDemoData(database, { ...SMALL, onProgress: ({ step }) => steps.push(step) })
}, 60_000)

const everything = async () => ({
  products: (await database.select().from(products)).map(({ changedTx: _, ...row }) => row),
  customers: (await database.select().from(customers)).map(({ createdAt: _, ...row }) => row),
  users: (await database.select().from(users)).map(({ id, email, accountType }) => ({
    id,
    email,
    accountType,
  })),
  links: await database.select().from(customerUsers),
  orders: (await database.select().from(orders)).map(({ changedTx: _, ...row }) => row),
  lines: await database.select().from(orderLines),
  invoices: (await database.select().from(invoices)).map(({ createdAt: _, ...row }) => row),
  payments: await database.select().from(accountPayments),
})

describe('a database filled with demo data', () => {
  it('has the requested size, and reports progress', async () => {
    expect(filled).toMatchObject({ filled: true, products: 600, customers: 60 })
    expect(await database.select().from(products)).toHaveLength(600)
    expect(new Set(steps)).toContain('order lines')
    expect(await isDemoDatabase(database)).toBe(true)
  })

  it('has a stock alert that waits and one that came true', async () => {
    const alerts = await database
      .select({ toldAt: stockAlerts.toldAt, quantity: stock.quantity })
      .from(stockAlerts)
      .innerJoin(stock, eq(stock.product_no, stockAlerts.product_no))
    expect(alerts.map(({ toldAt, quantity }) => [toldAt !== null, quantity > 0]).toSorted()).toEqual([
      [false, false],
      [true, true],
    ])
  })

  it('has questions for everyone, customers and staff, and three months of searches', async () => {
    const questions = await database.select().from(faqs)
    expect(new Set(questions.map(({ audience }) => audience))).toEqual(
      new Set(['everyone', 'customers', 'staff']),
    )
    const searches = await database.select().from(searchLog)
    expect(searches.length).toBeGreaterThan(1_000)
    expect(searches.some(({ found }) => found === 0)).toBe(true)
    expect(searches.every(({ searchedAt }) => searchedAt <= NOW)).toBe(true)
    const led = await database.select().from(searchAdditions)
    expect(led.length).toBeGreaterThan(searches.length / 5)
  })

  it('has a sign-in for every account type and every number of customers', async () => {
    const people = await database.select().from(users)
    const links = await database.select().from(customerUsers)
    const rowsOf = DEMO_SIGN_INS.map((signIn) => {
      const user = people.find(({ email }) => email === signIn.email)
      if (user === undefined) throw new Error(`No user ${signIn.email}`)
      return { signIn, user, count: links.filter(({ userId }) => userId === user.id).length }
    })
    expect(new Set(rowsOf.map(({ user }) => user.accountType))).toEqual(new Set(ACCOUNT_TYPES))
    for (const { signIn, user } of rowsOf) {
      expect([signIn.email, await isPassword(user.passwordHash, PASSWORD)]).toEqual([signIn.email, true])
    }
    const counts = rowsOf
      .filter(({ user }) => ['C1', 'C2'].includes(user.accountType))
      .map(({ count }) => count)
    expect(counts.some((count) => count === 0)).toBe(true)
    expect(counts.some((count) => count === 1)).toBe(true)
    expect(counts.some((count) => count > 1 && count <= 15)).toBe(true)
    expect(counts.some((count) => count > 15)).toBe(true)
    expect(rowsOf.some(({ user }) => !user.canPlaceOrders)).toBe(true)
    expect(DEMO_SIGN_INS.every(({ email }) => email.endsWith('@example.com'))).toBe(true)
  })

  it('has no other sign-ins', async () => {
    const known = new Set(DEMO_SIGN_INS.map(({ email }) => email))
    const others = (await database.select().from(users)).filter(({ email }) => !known.has(email))
    expect(others.length).toBeGreaterThan(0)
    const [hash = ''] = [...new Set(others.map(({ passwordHash }) => passwordHash))]
    expect(new Set(others.map(({ passwordHash }) => passwordHash)).size).toBe(1)
    expect(await isPassword(hash, PASSWORD)).toBe(false)
  })

  it('has customers with every kind of terms', async () => {
    const rows = await database.select().from(customers)
    const some = (holds: (row: (typeof rows)[number]) => boolean): boolean => rows.some(holds)
    expect({
      credit: some(({ accountKind }) => accountKind === 'credit'),
      cash: some(({ accountKind }) => accountKind === 'cash'),
      stopped: rows.filter(({ onStop }) => onStop).length,
      licensed: some(({ ageRestrictedAllowed }) => ageRestrictedAllowed),
      unlicensed: some(({ ageRestrictedAllowed }) => !ageRestrictedAllowed),
      mandatory: rows.filter(({ mandatoryCategory }) => mandatoryCategory !== null).length,
      maximum: some(({ maximumOrderPence }) => maximumOrderPence !== null),
      minimum: rows.every(({ minimumOrderPence }) => minimumOrderPence > 0),
      lists: new Set(rows.map(({ priceListId }) => priceListId)).size,
      routes: new Set(rows.map(({ route }) => route)).size > 3,
      cutOffs: new Set(rows.map(({ cutOffTime }) => cutOffTime)).size > 3,
      distributed: rows.filter(({ distributorNo }) => distributorNo !== null).length,
    }).toEqual({
      credit: true,
      cash: true,
      stopped: 2,
      licensed: true,
      unlicensed: true,
      mandatory: 1,
      maximum: true,
      minimum: true,
      lists: 5,
      routes: true,
      cutOffs: true,
      distributed: 6,
    })
  })

  it('has contact details for the office, with a number reserved for fiction, and a letterhead', async () => {
    const { rows } = await database.$client.query("select value from settings where name = 'company'")
    expect(rows).toEqual([
      {
        value: {
          general: { contact_phone: '01632 960 123', contact_email: 'office@example.com' },
          letterhead: {
            address: expect.stringContaining('Quayside'),
            vat_no: 'GB 999 9999 73',
            payment_details: expect.stringContaining('account 00000000'),
          },
        },
      },
    ])
  })

  it('has orders whose totals add up, on the customers’ working delivery days, up to this week', async () => {
    const placed = await database.select().from(orders)
    const lines = await database.select().from(orderLines)
    const closed = new Set((await database.select().from(holidays)).map(({ day }) => day))
    const byId = new Map((await database.select().from(customers)).map((row) => [row.id, row]))
    const linesOf = groupedBy(lines, ({ orderId }) => orderId)
    expect(placed.length).toBeGreaterThan(300)
    for (const order of placed) {
      const own = linesOf.get(order.id) ?? []
      const byRate = groupedBy(own, ({ vatBasisPoints }) => String(vatBasisPoints))
      const vat = [...byRate].reduce((sum, [rate, some]) => sum + vatOf(netOf(some), Number(rate)), 0)
      expect([order.netPence, order.vatPence, order.totalPence]).toEqual([netOf(own), vat, netOf(own) + vat])
      const weekday = new Date(`${order.deliveryDay}T12:00:00Z`).getUTCDay() || 7
      expect(byId.get(order.customerId)?.deliveryWeekdays).toContain(weekday)
      expect(closed.has(order.deliveryDay)).toBe(false)
      expect(order.deliveryDay <= '2026-11-27').toBe(true)
      if (order.deliveryDay !== '2026-11-23')
        expect(order.deliveredAt === null).toBe(order.deliveryDay > '2026-11-23')
      expect(order.placedAt.getTime()).toBeLessThan(NOW.getTime())
    }
    const average = lines.length / placed.length
    expect(average).toBeGreaterThan(12)
    expect(average).toBeLessThan(45)
  })

  it('bills each delivered order to the penny and the gram, credits shortages and leaves some overdue', async () => {
    const { rows } = await database.$client.query(
      `select count(*) filter (where i.id is null) as unbilled,
         count(*) filter (where i.net_pence <> s.net) as differ,
         count(*) filter (where i.net_pence <> o.net_pence) > 10 as weighed,
         count(*) filter (where s.short <> (n.id is not null)) as uncredited,
         count(n.id) as notes
       from orders o
         cross join lateral (
           select coalesce(bool_or(delivered_quantity < quantity) filter (where delivered_weight_grams is null), false) as short,
             sum(coalesce(round(delivered_weight_grams * unit_price_pence / 1000.0), net_pence)) as net
             from order_lines where order_id = o.id) s
         left join invoices i on i.order_id = o.id and i.kind = 'invoice'
         left join invoices n on n.credited_invoice_id = i.id
       where o.delivered_at is not null`,
    )
    expect(rows).toEqual([
      { unbilled: 0, differ: 0, weighed: true, uncredited: 0, notes: expect.any(Number) },
    ])
    expect(rows[0]?.notes).toBeGreaterThan(10)
    const { rows: owing } = await database.$client.query(
      `select i.customer_id from invoices i where i.kind = 'invoice' group by 1
        having sum(i.total_pence) filter (where i.due_day < '2026-11-23')
          > (select sum(amount_pence) from account_payments p where p.customer_id = i.customer_id)`,
    )
    expect(owing.length).toBeGreaterThan(3)
  })

  it('numbers orders in the order they were placed, and a checkout continues from there', async () => {
    const placed = (await database.select().from(orders)).sort((a, b) => a.orderNo - b.orderNo)
    const times = placed.map(({ placedAt }) => placedAt.getTime())
    expect([...times].sort((a, b) => a - b)).toEqual(times)
    const { rows } = await database.$client.query("select nextval('order_numbers') as next")
    expect(rows[0]?.next).toBe((placed.at(-1)?.orderNo ?? 0) + 1)
  })

  it('sells alcohol only to licensed kitchens', async () => {
    const { rows } = await database.$client.query(
      `select count(*) as wrong from order_lines join orders on orders.id = order_id
         join customers on customers.id = customer_id join products using (product_no)
        where minimum_age is not null and not age_restricted_allowed`,
    )
    expect(rows).toEqual([{ wrong: 0 }])
  })

  it('has the bank holidays and the delivery postcodes', async () => {
    const days = new Map((await database.select().from(holidays)).map(({ day, name }) => [day, name]))
    expect(days.get('2025-04-18')).toBe('Good Friday')
    expect(days.get('2028-12-26')).toBe('Boxing Day')
    const served = (await database.select().from(deliveryPostcodes)).map(({ served }) => served)
    expect(new Set(served)).toEqual(new Set([true, false]))
  })

  it('gives each cash account addresses within the delivery area, one of them the default', async () => {
    const { rows } = await database.$client.query(
      `select c.id, count(a.id) as addresses, count(*) filter (where a.is_default) as defaults,
         bool_and(exists (select from delivery_postcodes p where p.served and starts_with(a.postcode, p.prefix))) as reached
       from customers c left join delivery_addresses a on a.customer_id = c.id where c.account_kind = 'cash' group by c.id`,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row).toMatchObject({ defaults: 1, reached: true })
      expect(row.addresses).toBeGreaterThan(0)
    }
  })

  it('is not changed by a second fill', async () => {
    const before = await everything()
    expect(await fillWithDemoData(database, SMALL)).toMatchObject({ filled: false })
    expect(await fillWithDemoData(database, { ...SMALL, mode: 'add' })).toMatchObject({
      filled: true,
      products: 0,
      customers: 0,
      orders: 0,
    })
    expect(await everything()).toEqual(before)
  })

  it('can be emptied, under a new epoch, and filled again identically', async () => {
    const before = await everything()
    const [epochBefore] = await database.select().from(settings).where(eq(settings.name, 'epoch'))
    const deleted = await emptyDatabase(database)
    expect(deleted).toMatchObject({ products: 600, customers: 60, orders: before.orders.length })
    expect(await isEmptyDatabase(database)).toBe(true)
    expect(await isDemoDatabase(database)).toBe(false)
    const [epochAfter] = await database.select().from(settings).where(eq(settings.name, 'epoch'))
    expect(epochAfter?.value).not.toBe(epochBefore?.value)

    await fillWithDemoData(database, SMALL)
    expect(await everything()).toEqual(before)
  }, 60_000)

  it('is unchanged if filling is interrupted', async () => {
    await emptyDatabase(database)
    const broken = fillWithDemoData(database, {
      ...SMALL,
      onProgress: ({ step }) => {
        if (step === 'order lines') throw new Error('broken off')
      },
    })
    await expect(broken).rejects.toThrow('broken off')
    expect(await isEmptyDatabase(database)).toBe(true)
  })

  it('is filled once if two start at the same time', async () => {
    const results = await Promise.all(
      [1, 2].map(() => fillWithDemoData(database, { products: 60, historyMonths: 0 })),
    )
    expect(results.map(({ filled }) => filled).sort()).toEqual([false, true])
    expect(await database.select().from(products)).toHaveLength(60)
  })
})

const netOf = (lines: readonly { netPence: number }[]): number =>
  lines.reduce((sum, { netPence }) => sum + netPence, 0)

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

it('has more customers where more orders a day are asked for, and counts their orders like any', async () => {
  const { database: large } = await testDatabase()
  const made = await fillWithDemoData(large, { ...SMALL, products: 200, historyMonths: 1, ordersPerDay: 60 })
  const { rows } = await large.$client.query(`
    SELECT count(*)::int AS orders, count(DISTINCT order_no)::int AS numbers, count(DISTINCT delivery_day)::int AS days,
      sum(net_pence)::int8 AS net, (SELECT count(*)::int FROM order_lines) AS lines,
      (SELECT sum(orders)::int FROM order_days) AS counted, (SELECT sum(net_pence)::int8 FROM order_days) AS counted_net,
      (SELECT sum(lines)::int FROM order_days) AS counted_lines
    FROM orders`)
  const [found] = rows
  expect(found).toMatchObject({
    orders: made.orders,
    numbers: made.orders,
    counted: made.orders,
    lines: made.orderLines,
    counted_lines: made.orderLines,
    counted_net: found.net,
  })
  expect(found.orders / found.days).toBeGreaterThan(50)
  expect(found.orders / found.days).toBeLessThan(70)
})
