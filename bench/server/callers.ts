import { randomUUID } from 'node:crypto'
import type { Call } from '#bench/harness/load.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { BasketHead, trollies } from '#contract/trollies.ts'
import { DEMO_PASSWORD } from '#e2e/support/demo-password.ts'
import { query } from './database.ts'

/** Callers: signed in as demo users, each with a trolly, using a device's calls. */
export type Caller = { token: string; customerId: string }

/** A licensed pub on credit, so that only the trolly decides whether its checkout passes. */
const CHEF = 'chef@example.com'

/** Several devices of one person, each with a token of its own. */
export const signInCallers = (url: string, count: number): Promise<Caller[]> =>
  signIn(url, Array<string>(count).fill(CHEF))

/** Several users of one customer: the server limits one user's simultaneous searches. */
export const signInColleagues = async (
  { url, databaseUrl }: { url: string; databaseUrl: string },
  count: number,
): Promise<Caller[]> => {
  const made = await query<{ email: string }>(
    databaseUrl,
    `WITH made AS (
       INSERT INTO users SELECT (jsonb_populate_record(one, jsonb_build_object(
         'id', gen_random_uuid(), 'email', 'colleague-' || number || '@example.com'))).*
       FROM users one, generate_series(1, $2) AS number WHERE one.email = $1 RETURNING id, email
     ), joined AS (
       INSERT INTO customer_users (user_id, customer_id)
       SELECT made.id, cu.customer_id FROM made, customer_users cu JOIN users one ON one.id = cu.user_id
       WHERE one.email = $1
     ) SELECT email FROM made`,
    [CHEF, count],
  )
  return await signIn(
    url,
    made.map(({ email }) => email),
  )
}

async function signIn(url: string, emails: readonly string[]): Promise<Caller[]> {
  const callers: Caller[] = []
  for (const email of emails) {
    const { token } = await send<{ token: string }>(url, {
      method: 'POST',
      path: '/api/auth/sign-in',
      headers: JSON_BODY,
      body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    })
    callers.push({ token, customerId: callers[0]?.customerId ?? (await firstCustomer(url, token)) })
  }
  return callers
}

const JSON_BODY = { 'content-type': 'application/json' }

export const headersOf = ({ token }: Pick<Caller, 'token'>): Record<string, string> => ({
  ...JSON_BODY,
  authorization: `Bearer ${token}`,
})

/** A keyed change, under a key of its own. */
export const keyedHeadersOf = (caller: Caller): Record<string, string> => ({
  ...headersOf(caller),
  'idempotency-key': randomUUID(),
})

/** The trolly id for a number: a device would make it at random; made so that pgbench can make it too. */
export const trollyIdOf = (number: number): string =>
  `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** The same in SQL, from SQL for an integer. */
export const trollyIdSql = (number: string): string =>
  `('00000000-0000-7000-8000-' || lpad(to_hex(${number}::int8), 12, '0'))::uuid`

type NewTrolly = BodyOf<typeof trollies.create>

export const createTrolly = async (
  url: string,
  caller: Caller,
  details: Pick<NewTrolly, 'id'> & Partial<NewTrolly>,
): Promise<BasketHead> => {
  const body = {
    customerId: caller.customerId,
    deliveryDay: null,
    poNumber: '',
    instructions: '',
    ...details,
  }
  const { basket } = await send<{ basket: BasketHead }>(url, {
    method: 'POST',
    path: '/api/order/trolly/',
    headers: keyedHeadersOf(caller),
    body: JSON.stringify(body),
  })
  return basket
}

export const addCall = (caller: Caller, trollyId: string, product: SoldProduct, ifMatch?: '*'): Call => ({
  method: 'POST',
  path: `/api/basket/new/${trollyId}/item`,
  headers: { ...keyedHeadersOf(caller), ...(ifMatch && { 'if-match': ifMatch }) },
  body: JSON.stringify({ product_no: product.product_no, quantity: 1, seenPricePence: product.pence }),
})

export type SoldProduct = { product_no: string; pence: number }

/** The best-selling products with a price for this customer that need no confirmation. */
export const soldProducts = (
  databaseUrl: string,
  { customerId }: Caller,
  count: number,
): Promise<SoldProduct[]> =>
  query<SoldProduct>(
    databaseUrl,
    `SELECT p.product_no, pr.pence::int AS pence FROM products p JOIN customers c ON c.id = $1
     JOIN prices pr ON pr.price_list_id = c.price_list_id AND pr.product_no = p.product_no
     WHERE p.active AND pr.pence IS NOT NULL AND NOT p.catch_weight AND p.minimum_age IS NULL
     ORDER BY p.sales_rank LIMIT $2`,
    [customerId, count],
  )

/** A preparatory call: any status but 200 ends the bench. */
export const send = async <Reply>(url: string, { path, ...request }: Call): Promise<Reply> => {
  const reply = await fetch(`${url}${path}`, request)
  const text = await reply.text()
  if (reply.status !== 200)
    throw new Error(`${request.method} ${path}: ${reply.status} ${text.slice(0, 500)}`)
  return JSON.parse(text) as Reply
}

async function firstCustomer(url: string, token: string): Promise<string> {
  const { data } = await send<{ data: { id: string }[] }>(url, {
    method: 'POST',
    path: '/api/customer/search',
    headers: headersOf({ token }),
    body: '{}',
  })
  const [first] = data
  if (first === undefined) throw new Error('Whoever signed in has no customer.')
  return first.id
}
