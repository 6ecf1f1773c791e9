import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { operations as batch, type OperationsBody } from '#contract/operations.ts'
import { trollies } from '#contract/trollies.ts'
import { OPERATIONS_MAX } from '#domain/outbox/lane.ts'
import { aProduct, aShop, aUser } from '#tests/support/builders.ts'
import { readReply, startTestApp } from '#tests/support/server.ts'

const { database, call, app } = await startTestApp()

type Operation = OperationsBody['operations'][number]

const DETAILS = { deliveryDay: null, poNumber: '', instructions: '' }

/** An operation as a device stores it: the exact request that it would send alone. */
const operation = (
  endpoint: Endpoint,
  params: Record<string, string>,
  body?: object,
  { ifMatch, key = uuidv7() }: { ifMatch?: string; key?: string } = {},
): Operation => ({
  method: endpoint.method,
  path: pathOf(endpoint, params),
  headers: { 'idempotency-key': key, ...(ifMatch !== undefined && { 'if-match': ifMatch }) },
  body: body === undefined ? '' : JSON.stringify(body),
})

const anAdd = (id: string, product_no: string, quantity = 1, more: { key?: string; ifMatch?: string } = {}) =>
  operation(trollies.addItem, { id }, { product_no, quantity, seenPricePence: null }, more)

const aCreate = (id: string, customerId: string) =>
  operation(trollies.create, {}, { id, customerId, ...DETAILS })

const run = async (token: string, operations: Operation[]) =>
  await call(batch.run, { token, body: { operations } })

const codesOf = (results: { status: number; body: string }[]): (string | number)[] =>
  results.map(({ status, body }) =>
    status === 200 ? 200 : ((JSON.parse(body) as { code: string }).code ?? status),
  )

describe('several operations in one call', () => {
  it('run in order, each with the reply it would get alone, under its own key', async () => {
    const { token, customer, product_no, otherProductNo } = await aShop(database, call)
    const id = uuidv7()
    const operations = [
      aCreate(id, customer.id),
      anAdd(id, product_no, 2),
      anAdd(id, otherProductNo, 3),
      operation(trollies.update, { id }, { poNumber: 'PO 9' }, { ifMatch: '"1"' }),
    ]
    const { body } = await run(token, operations)
    expect(body.results.map(({ key }) => key)).toEqual(
      operations.map(({ headers }) => headers['idempotency-key']),
    )
    const endpoints = [trollies.create, trollies.addItem, trollies.addItem, trollies.update]
    const replies = body.results.map(({ status, body: payload }, index) =>
      readReply(endpoints[index] ?? trollies.create, { statusCode: status, payload, headers: {} }),
    )
    expect(replies.map((reply) => reply.body.basket.version)).toEqual([1, 2, 3, 4])
    const { body: read } = await call(trollies.get, { token, params: { id } })
    expect(read).toMatchObject({
      version: 4,
      poNumber: 'PO 9',
      items: [{ quantity: 2 }, { quantity: 3 }],
    })
  })

  it('get their stored replies when sent again, alone or in another batch', async () => {
    const { token, params, product_no, otherProductNo } = await aShop(database, call)
    const [first, second] = [anAdd(params.id, product_no, 2), anAdd(params.id, otherProductNo, 3)]
    const { body } = await run(token, [first, second])
    const alone = await app.inject({
      method: 'POST',
      url: first.path,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': first.headers['idempotency-key'],
      },
      payload: first.body,
    })
    expect(alone.payload).toBe(body.results[0]?.body)
    const again = await run(token, [second, first])
    expect(again.body.results.map(({ body: text }) => text)).toEqual(
      body.results.map(({ body: text }) => text).toReversed(),
    )
    expect((await call(trollies.get, { token, params })).body.version).toBe(3)
  })

  it('continue after a refusal', async () => {
    const { token, params, product_no, otherProductNo } = await aShop(database, call)
    const { body } = await run(token, [
      operation(
        trollies.setItem,
        { ...params, productNo: product_no },
        { quantity: 1, seenPricePence: null },
        { ifMatch: '"7"' },
      ),
      anAdd(params.id, 'NO-SUCH'),
      anAdd(params.id, otherProductNo, -1),
      anAdd(params.id, await aProduct(database)),
    ])
    expect(codesOf(body.results)).toEqual(['version_mismatch', 'product_not_found', 'invalid_request', 200])
  })

  it('stop after a failed creation, and the rest can be sent later', async () => {
    const { token, product_no } = await aShop(database, call)
    const id = uuidv7()
    const add = anAdd(id, product_no)
    const { body } = await run(token, [aCreate(id, 'NOBODY'), add])
    expect(codesOf(body.results)).toEqual(['customer_not_found', 'not_run'])
    expect(body.results[1]).toMatchObject({ key: add.headers['idempotency-key'], status: 424 })
    expect(codesOf((await run(token, [add])).body.results)).toEqual(['trolly_not_found'])
  })

  it('stop after a reply that is not stored', async () => {
    const { token, params, product_no, otherProductNo, user } = await aShop(database, call)
    await database.$client.query('UPDATE users SET can_place_orders = false WHERE id = $1', [user.id])
    const operations = [anAdd(params.id, product_no), anAdd(params.id, otherProductNo)]
    const refused = await run(token, operations)
    expect(codesOf(refused.body.results)).toEqual(['may_not_order', 'not_run'])
    await database.$client.query('UPDATE users SET can_place_orders = true WHERE id = $1', [user.id])
    expect(codesOf((await run(token, operations)).body.results)).toEqual([200, 200])
  })

  it('continue after a reused key', async () => {
    const { token, params, product_no, otherProductNo } = await aShop(database, call)
    const key = uuidv7()
    await run(token, [anAdd(params.id, product_no, 1, { key })])
    const { body } = await run(token, [
      anAdd(params.id, product_no, 2, { key }),
      anAdd(params.id, otherProductNo),
    ])
    expect(codesOf(body.results)).toEqual(['key_reused', 200])
  })

  it('stop after a server fault, whose text is hidden', async () => {
    const { token, params, product_no, otherProductNo } = await aShop(database, call)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await database.$client.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is on fire'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON basket_lines FOR EACH ROW WHEN (NEW.product_no = '${otherProductNo}')
        EXECUTE FUNCTION fail()`)
    const third = await aProduct(database)
    const { body } = await run(token, [
      anAdd(params.id, product_no),
      anAdd(params.id, otherProductNo),
      anAdd(params.id, third),
    ])
    await database.$client.query('DROP TRIGGER fail ON basket_lines; DROP FUNCTION fail')
    expect(codesOf(body.results)).toEqual([200, 'internal', 'not_run'])
    expect(body.results[1]?.body).not.toContain('fire')
    expect(logged.mock.calls.join()).toContain('the disk is on fire')
    logged.mockRestore()
  })

  it('each report a deleted trolly', async () => {
    const { token, params, product_no, otherProductNo } = await aShop(database, call)
    await call(trollies.remove, { token, params, ifMatch: 1 })
    const { body } = await run(token, [anAdd(params.id, product_no), anAdd(params.id, otherProductNo)])
    expect(codesOf(body.results)).toEqual(['trolly_deleted', 'trolly_deleted'])
  })

  it('may concern several trollies', async () => {
    const { token, customer, product_no } = await aShop(database, call)
    const ids = [uuidv7(), uuidv7()]
    const operations = ids.flatMap((id) => [aCreate(id, customer.id), anAdd(id, product_no, 2)])
    expect(codesOf((await run(token, operations)).body.results)).toEqual([200, 200, 200, 200])
    for (const id of ids)
      expect((await call(trollies.get, { token, params: { id } })).body.totals.lineCount).toBe(1)
  })

  it('do not find another user’s trolly', async () => {
    const { params, product_no } = await aShop(database, call)
    const { token } = await aUser(database)
    const { body } = await run(token, [anAdd(params.id, product_no)])
    expect(codesOf(body.results)).toEqual(['trolly_not_found'])
  })

  it(`may number up to ${OPERATIONS_MAX}`, async () => {
    const { token, params } = await aShop(database, call)
    const product_nos = await Promise.all(Array.from({ length: OPERATIONS_MAX }, () => aProduct(database)))
    const adds = product_nos.map((product_no) => anAdd(params.id, product_no))
    const { body } = await run(token, adds)
    expect(new Set(codesOf(body.results))).toEqual(new Set([200]))
    expect((await call(trollies.get, { token, params })).body.totals.lineCount).toBe(OPERATIONS_MAX)
    expect((await run(token, [...adds, anAdd(params.id, 'ONE-MORE')])).status).toBe(400)
  })
})

describe('an invalid batch', () => {
  const refused: [
    what: string,
    path: string,
    operations: (shop: Awaited<ReturnType<typeof aShop>>) => Operation[],
  ][] = [
    [
      'with a repeated key',
      '1/headers/idempotency-key',
      ({ params, product_no, otherProductNo }) => {
        const key = uuidv7()
        return [
          anAdd(params.id, product_no, 1, { key }),
          anAdd(params.id, otherProductNo, 1, { key: key.toUpperCase() }),
        ]
      },
    ],
    [
      'with a deletion',
      '0/path',
      ({ params }) => [operation(trollies.remove, params, undefined, { ifMatch: '1' })],
    ],
    [
      'with a checkout',
      '0/path',
      ({ params }) => [
        operation(trollies.checkout, params, {
          deliveryDay: null,
          lines: [],
          totalPence: 0,
          confirmations: { ageRestricted: false, catchWeight: false },
        }),
      ],
    ],
    ['with a batch', '0/path', () => [operation(batch.run, {}, { operations: [] })]],
    ['with a read', '0/path', ({ params }) => [operation(trollies.get, params)]],
    [
      'with an external address',
      '0/path',
      ({ params }) => [
        { ...anAdd(params.id, 'A'), path: `https://elsewhere.example.com/api/basket/new/${params.id}/item` },
      ],
    ],
    [
      'with an unreadable address',
      '0/path',
      ({ params }) => [
        {
          ...operation(trollies.removeItem, { ...params, productNo: 'A' }),
          path: `/api/basket/new/${params.id}/item/%E0%A4%A`,
        },
      ],
    ],
  ]

  it.each(refused)('%s is rejected before any operation runs', async (_, path, operationsOf) => {
    const shop = await aShop(database, call)
    const { error, status } = await run(shop.token, operationsOf(shop))
    expect([status, error.code]).toEqual([400, 'invalid_request'])
    expect(error.errors).toMatchObject([{ path: `body/operations/${path}` }])
    expect((await call(trollies.get, { token: shop.token, params: shop.params })).body.version).toBe(1)
  })

  it('with a wrong version in one operation rejects that operation, as it would be alone', async () => {
    const { token, params, product_no } = await aShop(database, call)
    const add = anAdd(params.id, product_no)
    const { body } = await run(token, [{ ...add, path: add.path.replace('v=1', 'v=2') }])
    expect(codesOf(body.results)).toEqual(['invalid_request'])
  })

  it('without a token is rejected', async () => {
    const { params, product_no } = await aShop(database, call)
    const reply = await call(batch.run, {
      body: { operations: [anAdd(params.id, product_no)] },
    })
    expect(reply.status).toBe(401)
  })
})
