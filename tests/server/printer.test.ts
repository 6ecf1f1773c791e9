import type { Worker } from 'node:worker_threads'
import { afterAll, expect, it } from 'vitest'
import { openPrinter } from '#server/features/paperwork/printer.ts'
import { readPdf } from '#tests/support/pdf.ts'

const threads: Worker[] = []
const note = (thread: Worker): void => void threads.push(thread)
process.on('worker', note)
const printer = openPrinter()
afterAll(async () => {
  await printer.close()
  process.off('worker', note)
})

const company = {
  name: 'Copper & Sons',
  phone: '',
  email: '',
  address: '',
  vatNo: '',
  paymentDetails: '',
  colour: '#000000',
}
const addressee = {
  id: 'K1',
  name: 'Café Zoë',
  addressLines: ['2 Mill Lane'],
  town: 'Leeds',
  postcode: 'LS1 4AB',
}
const statement = {
  from: '2026-11-01',
  to: '2026-11-30',
  rows: [],
  openingPence: 0,
  closingPence: 0,
  invoicedPence: 0,
  creditedPence: 0,
  paidPence: 0,
}
const print = () => printer.print('statement', [company, addressee, { statement, overdue: [] }])

it('prints all documents in one thread beside the server’s', async () => {
  const printed = await Promise.all([print(), print(), print()])
  for (const bytes of printed) expect((await readPdf(bytes)).title).toContain('Statement')
  expect(threads).toHaveLength(1)
})

it('refuses what cannot be printed, and prints the next', async () => {
  await expect(printer.print('statement', [] as never)).rejects.toThrow()
  expect((await print()).length).toBeGreaterThan(1_000)
})

it('survives the end of its thread', async () => {
  await print()
  const lost = print()
  const ended = expect(lost).rejects.toThrow()
  await threads.at(-1)?.terminate()
  await ended
  expect((await print()).length).toBeGreaterThan(1_000)
  expect(threads.length).toBeGreaterThan(1)
})
