import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { trollies } from '#contract/trollies.ts'
import type { AccountType } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import { basketLines, baskets } from '#server/db/schema/baskets.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { priceLists, prices } from '#server/db/schema/prices.ts'
import { products, stock } from '#server/db/schema/products.ts'
import { customerUsers, tokens, users } from '#server/db/schema/users.ts'
import { argon2id } from '#server/passwords.ts'
import { hashOfToken } from '#server/plugins/auth.ts'
import type { CallApi } from './server.ts'

/** Rows that a test starts from. Name only what matters to the test; ids are new each time. */

/** The password of every built user. */
export const PASSWORD = 'correct horse battery staple'
/** The minimum that a sign-in accepts: a fifth of the full cost, which tests that count hashes would notice. */
export const cheapPasswords = argon2id({ memoryCost: 7_168, timeCost: 1, parallelism: 1, outputLen: 32 })
const passwordHash = cheapPasswords.hash(PASSWORD)

let built = 0
/** In the order of their making, so that no list of them differs from run to run. */
const letters = (): string => `K${(built++).toString(36).toUpperCase().padStart(6, '0')}`

export type BuiltUser = { id: string; email: string; token: string }

export type UserParts = {
  accountType?: AccountType
  /** Whom they may order for. */
  customerIds?: string[]
  canPlaceOrders?: boolean
  aclRoutes?: string[] | null
  deactivated?: boolean
  email?: string
  username?: string
  /** When the token ends; in a year by default. */
  expiresAt?: Date
}

/** A user who is signed in with a token. */
export const aUser = async (
  database: Database,
  { customerIds = [], deactivated = false, expiresAt, ...parts }: UserParts = {},
): Promise<BuiltUser> => {
  const id = uuidv7()
  const email = parts.email ?? `${letters()}@kitchen.example.com`.toLowerCase()
  await database.insert(users).values({
    id,
    email,
    username: parts.username ?? 'Robin Cook',
    passwordHash: await passwordHash,
    accountType: parts.accountType ?? 'C2',
    canPlaceOrders: parts.canPlaceOrders ?? true,
    aclRoutes: parts.aclRoutes ?? null,
    deactivatedAt: deactivated ? new Date() : null,
  })
  if (customerIds.length > 0) {
    await database.insert(customerUsers).values(customerIds.map((customerId) => ({ userId: id, customerId })))
  }
  return { id, email, token: await aToken(database, id, expiresAt) }
}

/** Another token of a user, for another device. */
export const aToken = async (
  database: Database,
  userId: string,
  expiresAt = new Date(Date.now() + 365 * 86_400_000),
): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  await database.insert(tokens).values({ id: uuidv7(), userId, hash: hashOfToken(token), expiresAt })
  return token
}

export type BuiltCustomer = { id: string; priceListId: string }

export const aCustomer = async (
  database: Database,
  parts: Partial<typeof customers.$inferInsert> = {},
): Promise<BuiltCustomer> => {
  const id = parts.id ?? letters()
  const priceListId = parts.priceListId ?? `LIST-${id}`
  await database.insert(priceLists).values({ id: priceListId, name: 'Trade' }).onConflictDoNothing()
  await database.insert(customers).values({
    name: 'The Copper Kettle',
    deliveryWeekdays: [1, 2, 3, 4, 5],
    ...parts,
    id,
    priceListId,
  })
  return { id, priceListId }
}

export type ProductParts = Partial<typeof products.$inferInsert> & {
  /** On that price list; null: unpriced. */
  pricePence?: number | null
  priceListId?: string
  stockQuantity?: number
}

/** A product with stock, priced on a list; returns its code. */
export const aProduct = async (
  database: Database,
  { pricePence = 1_250, priceListId, stockQuantity = 100, ...parts }: ProductParts = {},
): Promise<string> => {
  const product_no = parts.product_no ?? letters()
  await database.insert(products).values({
    name: 'Chopped tomatoes',
    pack: '6 × 2.5 kg',
    ...parts,
    product_no,
  })
  await database.insert(stock).values({ product_no, quantity: stockQuantity })
  if (priceListId !== undefined && pricePence !== null) {
    await database.insert(prices).values({ priceListId, product_no, pence: pricePence })
  }
  return product_no
}

/** An order with one of each product; returns its id. */
export const anOrder = async (
  database: Database,
  { customerId, product_nos, placedAt }: { customerId: string; product_nos: string[]; placedAt: Date },
): Promise<string> => {
  const orderId = uuidv7()
  await database.insert(orders).values({
    id: orderId,
    orderNo: 2 ** 40 + built++,
    customerId,
    deliveryDay: '2027-01-01',
    netPence: 0,
    vatPence: 0,
    totalPence: 0,
    placedAt,
  })
  const line = { name: '', pack: '', quantity: 1, unitPricePence: 1, vatBasisPoints: 0, netPence: 1 }
  await database
    .insert(orderLines)
    .values(product_nos.map((product_no, place) => ({ ...line, orderId, position: place + 1, product_no })))
  return orderId
}

export type Line = Partial<typeof basketLines.$inferInsert> & { product_no: string }

/** A trolly as it would be after filling it; returns its id. */
export const aTrolly = async (
  database: Database,
  {
    lines = [],
    ...parts
  }: { customerId: string; createdBy: string; lines?: Line[] } & Partial<typeof baskets.$inferInsert>,
): Promise<string> => {
  const id = parts.id ?? uuidv7()
  await database.insert(baskets).values({ version: 1 + lines.length, ...parts, id })
  if (lines.length > 0) {
    await database.insert(basketLines).values(lines.map((line) => ({ quantity: 1, ...line, basketId: id })))
  }
  return id
}

/** A customer, a user of theirs with a token, two priced products in stock, and an empty trolly made by the API. */
export const aShop = async (database: Database, call: CallApi) => {
  const customer = await aCustomer(database)
  const user = await aUser(database, { customerIds: [customer.id] })
  const { priceListId } = customer
  const product_no = await aProduct(database, { priceListId })
  const otherProductNo = await aProduct(database, { priceListId, name: 'Plum tomatoes' })
  const id = uuidv7()
  const { body } = await call(trollies.create, {
    token: user.token,
    body: { id, customerId: customer.id, deliveryDay: null, poNumber: '', instructions: '' },
  })
  return {
    customer,
    user,
    token: user.token,
    product_no,
    otherProductNo,
    trolly: body.basket,
    params: { id },
  }
}
