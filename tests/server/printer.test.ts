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
const printNamed = async (name: string) =>
  readPdf(await printer.print('statement', [company, { ...addressee, name }, { statement, overdue: [] }]))
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

it.each([
  'Łódź Pierogi & Żurek',
  'Ταβέρνα Ακρόπολη',
  'Київ Ресторан',
  'Phở Hà Nội',
  '金龙大酒楼',
  '金龍酒樓 Golden Dragon',
  '寿司こばやし',
  '한국식당',
  'مطعم الشام',
  'מסעדת הזית',
  'भारतीय रसोई',
  'বাংলা রান্না',
  'ગુજરાતી થાળી',
  'தமிழ் உணவகம்',
  'ครัวไทย',
])('prints %s in its own script', async (name) => {
  const { texts, boxes } = await printNamed(name)
  expect(boxes).toBe(0)
  // A reader may keep Arabic letters in the order or in the forms drawn.
  const letters = (text: string) =>
    [...text.normalize('NFKC').replaceAll(/[^\p{L}]/gu, '')].toSorted().join('')
  const first = letters(name)
  expect(letters(texts[0] ?? '').length).toBeGreaterThan(first.length)
  for (const letter of new Set(first)) expect(letters(texts[0] ?? ''), letter).toContain(letter)
  expect(texts[0]).not.toContain('Account K1')
})

it('prints the account where no face can draw its name, and the rest of a name where a word cannot be drawn', async () => {
  const tibetan = await printNamed('བོད་ཀྱི་ཟ་ཁང་')
  expect(tibetan).toMatchObject({ boxes: 0 })
  expect(tibetan.texts[0]).toContain('Account K1')
  const mixed = await printNamed('བོད་ Momo 🥟 House')
  expect(mixed).toMatchObject({ boxes: 0 })
  expect(mixed.texts[0]).toContain('Momo House')
})

it('prints the code where no face can draw a product’s name', async () => {
  const line = {
    product_no: '100123',
    name: 'ཙམ་པ',
    pack: '2 kg',
    quantity: 1,
    deliveredQuantity: 1,
    deliveredWeightGrams: null,
  }
  const order = {
    orderNo: 1,
    day: '2026-11-25',
    poNumber: '',
    instructions: '',
    method: 'delivery' as const,
    collectionSlot: null,
    address: null,
    lines: [
      line,
      { ...line, name: '豆腐' },
      { ...line, name: 'Plain\u200D tofu\u200E' },
      { ...line, name: 'مطعم' },
    ],
  }
  const { texts, boxes } = await readPdf(
    await printer.print('deliveryNote', [company, addressee, order as never]),
  )
  expect(boxes).toBe(0)
  expect(texts[0]).toContain('Product 100123, 2 kg')
  expect(texts[0]?.replaceAll(' ', '')).toContain('豆腐,2kg')
  expect(texts[0]).toContain('Plain tofu, 2 kg')
  expect(texts[0]?.normalize('NFKC')).toMatch(/[\u0621-\u064A]+ *, 2 kg/)
})
