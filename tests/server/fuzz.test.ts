import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { ALL } from '#contract/all.ts'
import { type Endpoint, METHODS } from '#contract/endpoint.ts'
import { templates } from '#contract/templates.ts'
import { trollies } from '#contract/trollies.ts'
import { aCustomer, aProduct, aShop, aTrolly, aUser } from '#tests/support/builders.ts'
import { SEED } from '#tests/support/seed.ts'
import { readReply, startTestApp } from '#tests/support/server.ts'

/**
 * Random requests made from the contract's own schemas, some valid, most with something wrong: never a server fault, and every
 * reply has the contract's shape. `FUZZ` is their number.
 */

const REQUESTS = Number(process.env.FUZZ ?? 2_000)

// An open stream would never end: each is refused as one too many.
const { database, call, app } = await startTestApp({ live: { perUser: 0 } })
const shop = await aShop(database, call)
const staff = await aUser(database, { accountType: 'ST' })
const stranger = await aUser(database, { customerIds: [(await aCustomer(database)).id] })
const otherIds = await Promise.all(
  (['deleted', ...Array.from({ length: 8 }, () => 'open' as const)] as const).map((state) =>
    aTrolly(database, {
      customerId: shop.customer.id,
      createdBy: shop.user.id,
      state,
      lines: [{ product_no: shop.product_no, quantity: 2 }],
    }),
  ),
)
const unpriced = await aProduct(database)
const templateIds = [uuidv7(), uuidv7()]
for (const id of templateIds) {
  const params = { id: shop.trolly.id }
  await call(templates.createFromTrolly, { token: shop.token, params, body: { id, name: 'Fridays' } })
}

// Health checks are outside the API, for monitoring.
const endpoints = ALL.filter(({ path }) => !path.startsWith('health/'))

// Mostly existing ids: a call refused at the first check would test nothing behind it.
const uuids = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(shop.trolly.id, ...otherIds) },
  { weight: 2, arbitrary: fc.constantFrom(...templateIds) },
  { weight: 1, arbitrary: fc.constant(shop.trolly.id.toUpperCase()) },
  { weight: 1, arbitrary: fc.uuid() },
)
const productNos = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(shop.product_no, shop.otherProductNo) },
  { weight: 2, arbitrary: fc.constantFrom(unpriced, 'NO-SUCH', 'A/B', '..', '%2e') },
)
/** Texts that break careless code: quotes, controls, surrogates, other languages' literals. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    "' OR 1=1 --",
    '"; DROP TABLE baskets; --',
    '%',
    '_%',
    '\\',
    '{{7*7}}',
    '../../etc/passwd',
    'null',
    'undefined',
    'NaN',
    '1e999',
    '-0',
    'tomatoes & (beans | !peas)',
    'a:*',
    '𝒳é̂ﷺ'.repeat(8),
    'x'.repeat(5_000),
  ),
)
const junk = fc.oneof(
  texts,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, -1, 0, 0.5, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), [], {}, [[]], {
    __proto__: null,
  }),
)

type Schema = TSchema & {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
}

/** Values that satisfy a schema, mostly of existing things. */
const valuesOf = (name: string, schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => valuesOf(name, one)))
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.properties !== undefined) return recordsOf(schema)
  if (schema.items !== undefined)
    return fc.array(valuesOf(name, schema.items), { minLength: 1, maxLength: 4 })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer') {
    const bounds = {
      min: Math.max(schema.minimum ?? 0, -(2 ** 31)),
      max: Math.min(schema.maximum ?? 100, 2 ** 31),
    }
    return fc.oneof(fc.integer(bounds), fc.constantFrom(bounds.min, bounds.max))
  }
  if (schema.type === 'number')
    return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 100, noNaN: true })
  if (schema.format === 'uuid') return uuids
  if (schema.format === 'date') {
    return fc
      .date({ min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
      .map(dayOf)
  }
  if (PRODUCT_NO_NAMES.includes(name)) return productNos
  if (name === 'customerId' || name === 'id') return fc.oneof(fc.constant(shop.customer.id), texts)
  if (name === 'email') return fc.oneof(fc.emailAddress(), texts)
  if (name === 'path') return paths
  if (name === 'body') return fc.oneof(fc.constant(''), bodies)
  return texts.map((text) => text.slice(0, schema.maxLength ?? 100))
}
const PRODUCT_NO_NAMES = ['product_no', 'productNo', 'product_number', 'itemId']
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

const recordsOf = ({ properties = {}, required = [] }: Schema): fc.Arbitrary<object> =>
  fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valuesOf(name, schema)])),
    { requiredKeys: required },
  )

const paths = fc.oneof(
  fc
    .tuple(fc.constantFrom(...endpoints), uuids, productNos)
    .map(([{ path }, id, productNo]) => urlOf(path, { id, productNo, itemId: productNo })),
  texts,
)
const bodies = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value))

const urlOf = (path: string, params: Record<string, unknown> | null): string =>
  `/api/${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(wellFormed(textOf(params?.[name] ?? ''))))}?v=1`
const wellFormed = (text: string): string => text.replace(/[\ud800-\udfff]/g, '\ufffd')

/** Breaks a part of a valid value: an extra or missing field, or another type. */
const spoilt = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 12, arbitrary: values },
    { weight: 1, arbitrary: junk },
    {
      weight: 3,
      arbitrary: fc.tuple(values, fc.nat(), junk, texts).map(([value, at, wrong, name]) => {
        if (typeof value !== 'object' || value === null) return wrong
        const names = Object.keys(value)
        const field = names[at % (names.length + 1)] ?? name
        return { ...value, [field]: wrong }
      }),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(values, fc.nat()).map(([value, at]) => {
        if (typeof value !== 'object' || value === null) return value
        const names = Object.keys(value)
        return Object.fromEntries(Object.entries(value).filter(([name]) => name !== names[at % names.length]))
      }),
    },
  )

/** Calls that end the session that they are called with, or all others of its user. */
const ENDING = ['auth/sign-out', ...Object.values(account).map(({ path }) => path)]
const tokensToEnd = await Promise.all(
  Array.from({ length: 50 }, async () => (await aUser(database, { customerIds: [shop.customer.id] })).token),
)
const tokens = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(shop.token, staff.token, stranger.token) },
  { weight: 1, arbitrary: fc.constantFrom('', 'x'.repeat(43), "' OR 1=1") },
)
/** What a header may contain on the wire; Node itself refuses the rest. */
const headerTexts = texts.map((text) => text.replace(/[^\t\x20-\x7e]/g, ' '))

type FuzzedRequest = InjectOptions & { method: Endpoint['method']; url: string }

const requestOf = (endpoint: Endpoint): fc.Arbitrary<FuzzedRequest> => {
  const { method, path, params, query, body } = endpoint
  const paramValues = params === undefined ? fc.constant({}) : spoilt(recordsOf(params as Schema))
  const queryValues = query === undefined ? fc.constant({ v: '1' }) : spoilt(recordsOf(query as Schema))
  const bodyTexts =
    body === undefined
      ? fc.oneof({ weight: 5, arbitrary: fc.constant('') }, { weight: 1, arbitrary: bodies })
      : fc.oneof(
          {
            weight: 8,
            arbitrary: spoilt(valuesOf('', body as Schema)).map((value) => JSON.stringify(value) ?? ''),
          },
          { weight: 1, arbitrary: texts },
        )
  return fc
    .record({
      params: paramValues,
      query: queryValues,
      payload: bodyTexts,
      token: ENDING.includes(path) ? fc.constantFrom(...tokensToEnd) : tokens,
      key: fc.oneof({ weight: 8, arbitrary: fc.uuid() }, { weight: 1, arbitrary: headerTexts }),
      ifMatch: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom('"1"', '2', '*', '0') },
        { weight: 1, arbitrary: headerTexts },
      ),
      type: fc.oneof(
        { weight: 12, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: headerTexts },
      ),
      otherMethod: fc.oneof(
        { weight: 20, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
    })
    .map(({ payload, token, key, ifMatch, type, otherMethod, ...parts }) => ({
      method: otherMethod,
      url: `${urlOf(path, parts.params as Record<string, unknown>).replace('?v=1', '')}?${searchOf(parts.query)}`,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        'if-match': ifMatch,
        ...(payload !== '' && { 'content-type': type }),
      },
      ...(payload !== '' && { payload }),
    }))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const searchOf = (query: unknown): string =>
  new URLSearchParams(
    Object.entries(typeof query === 'object' && query !== null ? query : {}).map(([name, value]) => [
      wellFormed(name),
      wellFormed(textOf(value)),
    ]),
  ).toString()

/** Not with another method, nor if an empty parameter or `..` makes it another path. */
const isCallOf = ({ method, path }: Endpoint, request: { method: string; url: string }): boolean =>
  request.method === method &&
  new RegExp(`^/api/${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(new URL(request.url, 'http://host').pathname)

const seen = new Map<number, number>()

it(`answers ${REQUESTS} random requests without a server fault (SEED=${SEED})`, {
  timeout: REQUESTS * 100,
}, async () => {
  // A conflict needs a trolly or a template that exists, and the version of another: those calls are made more often.
  const versioned = endpoints.filter(({ ifMatch }) => ifMatch !== undefined)
  const requests = fc
    .constantFrom(...endpoints, ...versioned, ...versioned, ...versioned)
    .chain((endpoint) => requestOf(endpoint).map((request) => ({ endpoint, request })))
  await fc.assert(
    fc.asyncProperty(requests, async ({ endpoint, request }) => {
      const response = await app.inject(request)
      const { statusCode } = response
      seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1)
      expect(statusCode).toBeLessThan(500)
      // It may have reached another call, whose shape is not checked; refusals have one shape.
      if (statusCode !== 200 || isCallOf(endpoint, request)) readReply(endpoint, response)
    }),
    { numRuns: REQUESTS, endOnFailure: false },
  )
})

it('covers successful calls and many kinds of refusal', () => {
  expect(seen.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20)
  for (const status of [400, 401, 404, 412, 415])
    expect(seen.get(status) ?? 0, String(status)).toBeGreaterThan(0)
})

it('leaves every template’s item count correct and within the maximum', async () => {
  const { rows } = await database.$client.query(
    `SELECT t.id FROM templates t
     WHERE t.details_version > t.version OR t.item_count > 500
       OR t.item_count <> (SELECT count(*) FROM template_items i WHERE i.template_id = t.id AND NOT i.deleted)`,
  )
  expect(rows).toEqual([])
})

it('leaves every trolly’s versions, quantities and states valid', async () => {
  const { rows } = await database.$client.query(
    `SELECT b.id FROM baskets b LEFT JOIN basket_lines l ON l.basket_id = b.id
     WHERE l.quantity < 0 OR l.quantity > 9999 OR l.removed <> (l.quantity = 0) OR l.version < 1
       OR b.details_version > b.version`,
  )
  expect(rows).toEqual([])
  // All earlier ones may have been deleted or ordered.
  await aTrolly(database, { customerId: shop.customer.id, createdBy: shop.user.id })
  const { body } = await call(trollies.list, { token: shop.token })
  expect(body.total).toBeGreaterThan(0)
})
