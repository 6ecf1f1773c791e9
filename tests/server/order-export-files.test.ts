import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { asc } from 'drizzle-orm'
import { Compile } from 'typebox/compile'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { OrderExport } from '#contract/order-export.ts'
import { activeOrders } from '#contract/orders.ts'
import { trollies } from '#contract/trollies.ts'
import { CSV_COLUMNS } from '#server/cli/export-formats.ts'
import { exportProgram } from '#server/cli/export-program.ts'
import { failureOf } from '#server/cli/program.ts'
import { EXPORT_ERROR_CODES } from '#server/coded-error.ts'
import { orderExports } from '#server/db/schema/order-exports.ts'
import { orders } from '#server/db/schema/orders.ts'
import { withExportsLock } from '#server/features/order-exports/exports-lock.ts'
import { projectRoot } from '#server/paths.ts'
import { aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { startExportReceiver } from '#tests/support/export-receiver.ts'
import { NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { buildTestApp, callerOf } from '#tests/support/server.ts'

/** `npm run export`, as a person or a timer runs it. */

const theirs = await testDatabase({ migrated: false, connections: 2 })
const receiver = await startExportReceiver(theirs.database, () => NOW)
const { database, url } = await testDatabase()
const app = await buildTestApp(database, { now: () => NOW, config: receiver.config })
const call = callerOf(app)
const { aReadyTrolly } = readyTrollies(database)
afterAll(() => receiver.close())
const folder = mkdtempSync(join(inject('runFolder'), 'export-'))
let files = 0
const newFile = (ending: string): string => {
  files += 1
  return join(folder, `${files}.${ending}`)
}

beforeEach(async () => {
  await database.delete(orderExports)
})

const anOrder = async () => {
  const { token, params, body } = await aReadyTrolly()
  const { body: order } = await call(trollies.checkout, { token, params, body })
  return { token, order }
}

/** Keeps the written pieces; fails from the given number on. */
const paper = (failsAfter = Number.POSITIVE_INFINITY) => {
  const pieces: string[] = []
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      if (pieces.length >= failsAfter) return done(new Error('write EPIPE'))
      pieces.push(chunk.toString())
      done()
    },
  })
  stream.on('error', () => {})
  return { stream, text: () => pieces.join('') }
}

const run = async (args: string[], { stream, text } = paper(), signal = new AbortController().signal) => {
  const said: string[] = []
  try {
    const exit = await exportProgram(stream)({
      args,
      openDatabase: async () => database,
      findDatabase: async () => url,
      stateDir: '',
      signal,
      say: (line) => said.push(line),
      warn: (line) => said.push(line),
    })
    return { exit, text: text(), said: said.join('\n'), code: undefined }
  } catch (error) {
    return { exit: 1, text: text(), said: said.join('\n'), code: failureOf(error).code }
  }
}

const eventsOf = (json: string): OrderExport[] => {
  const shape = Compile(OrderExport)
  const events = JSON.parse(json) as OrderExport[]
  for (const event of events) if (!shape.Check(event)) throw new Error(JSON.stringify(shape.Errors(event)))
  return events
}
const json = async (...args: string[]) => eventsOf((await run(['orders', '--format', 'json', ...args])).text)
const numbersOf = (events: OrderExport[]) => events.map(({ data }) => data.sequence)
/** Many events of one order, as if of many orders. */
const anOrderWithEvents = async (count: number) => {
  const { order } = await anOrder()
  const { id: orderId } = order
  const row = { orderId, event: 'placed' as const, writtenAt: NOW }
  await database.insert(orderExports).values(Array.from({ length: count - 1 }, () => row))
  return order
}
const written = () => database.select().from(orderExports).orderBy(asc(orderExports.id))

describe('npm run export -- orders', () => {
  it('exports each event once, in order, and resumes where it stopped', async () => {
    const first = await anOrder()
    await anOrder()
    await call(activeOrders.cancel, { token: first.token, params: { id: first.order.id } })
    const events = await json()
    expect(events.map(({ type, data }) => [data.sequence, type])).toEqual([
      [1, 'order.placed'],
      [2, 'order.placed'],
      [3, 'order.cancelled'],
    ])
    expect(await json()).toEqual([])
    await anOrder()
    expect(numbersOf(await json())).toEqual([4])
    expect((await written()).every(({ channel, exportedAt }) => channel === 'file' && exportedAt)).toBe(true)
    const exported = await database.$count(orders)
    expect((await database.select().from(orders)).filter(({ exportedAt }) => exportedAt).length).toBe(
      exported,
    )
  })

  it('exports again everything after a number, under the same keys, and what is waiting', async () => {
    for (const _ of [1, 2, 3]) await anOrder()
    const before = await json()
    const { exportedAt } = (await written())[1] ?? {}
    await anOrder()
    const again = await json('--after', '1')
    expect(again.slice(0, 2)).toEqual(before.slice(1))
    expect(numbersOf(again)).toEqual([2, 3, 4])
    expect((await written())[1]?.exportedAt).toEqual(exportedAt)
    expect(await json()).toEqual([])
    expect((await run(['orders', '--after', '5'])).code).toBe('number_unknown')
  })

  it('writes CSV with a row for each line and text unchanged', async () => {
    const { order } = await anOrder()
    await database.update(orders).set({ poNumber: '=1+1', instructions: 'Ring twice\nthen wait' })
    const { text, said } = await run(['orders'])
    expect(said).toBe('1 event, number 1')
    expect(text.split('\r\n')[0]).toBe(Object.keys(CSV_COLUMNS).join(','))
    const rows = parse<Record<string, string>>(text, { columns: true })
    expect(rows).toHaveLength(order.lines.length)
    expect(rows[1]).toMatchObject({
      sequence: '1',
      event: 'order.placed',
      order_no: order.orderNo,
      po_number: '=1+1',
      instructions: 'Ring twice\nthen wait',
      line: '2',
      product_no: order.lines[1]?.product_no,
      quantity: String(order.lines[1]?.quantity),
      total_pence: String(order.totals.totalPence),
    })
  })

  it('writes one document for any number of events', async () => {
    const order = await anOrderWithEvents(450)
    expect(numbersOf(await json())).toEqual(Array.from({ length: 450 }, (_, index) => index + 1))
    const csv = parse((await run(['orders', '--after', '0'])).text) as string[][]
    expect(csv).toHaveLength(1 + 450 * order.lines.length)
  })

  it('writes a file only its owner can read, none if nothing is waiting, and never overwrites one', async () => {
    const empty = newFile('csv')
    expect(await run(['orders', '--out', empty])).toMatchObject({
      exit: 0,
      said: 'No order waits to be handed over.',
    })
    expect(existsSync(empty)).toBe(false)
    await anOrder()
    const file = newFile('json')
    expect((await run(['orders', '--format', 'json', '--out', file])).said).toContain('1 event, number 1')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(numbersOf(eventsOf(readFileSync(file, 'utf8')))).toEqual([1])
    await anOrder()
    expect((await run(['orders', '--out', file])).code).toBe('file_exists')
    expect(numbersOf(eventsOf(readFileSync(file, 'utf8')))).toEqual([1])
    expect(numbersOf(await json())).toEqual([2])
  })

  it('exports nothing if it cannot write everything', async () => {
    for (const _ of [1, 2]) await anOrder()
    expect((await run(['orders', '--out', join(folder, 'nowhere', 'x.csv')])).code).toBe('file_not_writable')
    expect((await run(['orders'], paper(0))).code).toBe('output_closed')
    expect((await run(['orders'], paper(1))).code).toBe('output_closed')
    const aborted = AbortSignal.abort(new Error('Ctrl-C'))
    const file = newFile('csv')
    expect((await run(['orders', '--out', file], paper(), aborted)).exit).toBe(1)
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false])
    expect(numbersOf(await json())).toEqual([1, 2])
  })

  it('gives way to a running export, and leaves the webhook’s events to the webhook', async () => {
    await anOrder()
    const held = await withExportsLock(database, () => run(['orders']))
    expect(held?.code).toBe('export_running')
    receiver.next('down')
    await app.sendOrderExports()
    expect((await run(['orders'])).code).toBe('webhook_has_orders')
    expect(numbersOf(await json('--instead-of-webhook'))).toEqual([1])
    // And back: later events are the webhook's.
    await anOrder()
    expect(await app.sendOrderExports()).toBe(1)
    expect((await receiver.taken()).at(-1)?.sequence).toBe(2)
  })

  it('leaves out orders that staff entered by hand, also when starting over', async () => {
    const { order } = await anOrder()
    await anOrder()
    const { token } = await aUser(database, { accountType: 'ST' })
    await call(activeOrders.markExported, { token, params: { id: order.id } })
    expect(numbersOf(await json())).toEqual([1])
    expect((await json('--after', '0')).map(({ data }) => data.order.orderNo)).not.toContain(order.orderNo)
  })

  it.each([
    [],
    ['invoices'],
    ['orders', 'more'],
    ['orders', '--format', 'xml'],
    ['orders', '--after', '-1'],
    ['status', '--after', '1'],
    ['status', '--format', 'csv'],
  ])('shows its usage when called with %j', async (...args) => {
    expect(await run(args)).toMatchObject({ exit: 1, code: 'usage' })
  })

  it('exports nothing if it is killed, and the next run exports everything', async () => {
    await anOrderWithEvents(2_000)
    const args = ['dist/server/cli/export.js', 'orders', '--format', 'json']
    const env = { PATH: process.env.PATH, DATABASE_URL: url }
    const child = spawn(process.execPath, args, {
      cwd: projectRoot,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    child.stdout.once('data', () => child.kill('SIGKILL'))
    const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    expect(signal).toBe('SIGKILL')
    expect((await written()).filter(({ exportedAt }) => exportedAt !== null)).toEqual([])
    const numbers = Array.from({ length: 2_000 }, (_, index) => index + 1)
    const again = () => run(['orders', '--format', 'json'])
    let next = await again()
    // PostgreSQL releases the lock once it notices that the client is gone.
    while (next.code === 'export_running') next = await again()
    expect(numbersOf(eventsOf(next.text))).toEqual(numbers)
  })

  it('runs as a program that writes only orders to standard output', async () => {
    await anOrder()
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['dist/server/cli/export.js', 'orders', '--format', 'json'],
      { cwd: projectRoot, env: { PATH: process.env.PATH, DATABASE_URL: url } },
    )
    expect(numbersOf(eventsOf(stdout))).toEqual([1])
    expect(stderr).toBe('1 event, number 1\n')
  })
})

describe('npm run export -- status', () => {
  it('says what is waiting and what is failing', async () => {
    expect((await run(['status'])).said).toBe('Nothing was handed over yet.\nNothing to hand over.')
    const { order } = await anOrder()
    await anOrder()
    receiver.next('down')
    await app.sendOrderExports()
    const { said } = await run(['status'])
    expect(said).toContain('The last number is 1, by webhook, not taken yet.')
    expect(said).toContain(`2 events waiting, the first since ${NOW.toISOString()}.`)
    expect(said).toContain(`Order ${order.orderNo} (placed) holds the others: 1 failure,`)
    expect(said).toContain('The receiver answered 503: Closed for stock-taking')
    await run(['orders', '--instead-of-webhook'])
    expect(JSON.parse((await run(['status', '--format', 'json'])).said)).toMatchObject({
      waiting: 0,
      waitingSince: null,
      lastNumber: 2,
      lastChannel: 'file',
      lastTakenAt: expect.any(String),
      next: null,
    })
  })
})

describe('docs/handing-over-orders.md', () => {
  const text = readFileSync(join(projectRoot, 'docs/handing-over-orders.md'), 'utf8')

  it('lists every column of the CSV', () => {
    const told = [
      ...(text.split('| CSV column |')[1]?.split('\n\n')[0] ?? '').matchAll(/^\| (`.*?) \|/gm),
    ].flatMap(([, names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name))
    expect(told.sort()).toEqual(Object.keys(CSV_COLUMNS).sort())
  })

  it('explains every code', () => {
    expect(EXPORT_ERROR_CODES.filter((code) => !text.includes(`| \`${code}\` |`))).toEqual([])
  })
})
