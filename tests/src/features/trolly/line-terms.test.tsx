import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { Product } from '#domain/product.ts'
import { LineTermsSheet } from '#src/features/trolly/line-terms/line-terms-sheet.tsx'
import { useTrolly } from '#src/features/trolly/use-trolly.ts'
import { aTrolly, press, queue, showTrolly, type Trolly } from '#tests/support/a-trolly.tsx'
import { eventually } from '#tests/support/eventually.ts'
import { aProduct, renderOn } from '#tests/support/signed-in.tsx'

/** The hash browns are out of stock, and there are two others of their kind. */
const aTrollyWithOthers = async () => {
  const test = await aTrolly()
  const { database } = test.user
  const kind = {
    category: 'Potato products',
    contentAmount: 2_000,
    contentMeasure: 'g' as const,
    unitCount: 1,
  }
  const free = { contains: [], mayContain: [] }
  const others = [
    aProduct({ ...kind, ...free, product_no: 'C3', name: 'Hash Browns', stockQuantity: 0 }),
    aProduct({ ...kind, ...free, product_no: 'D4', name: 'Rösti', stockQuantity: 9 }),
    aProduct({
      ...kind,
      contains: ['mustard'],
      mayContain: null,
      product_no: 'E5',
      name: 'Waffles',
      stockQuantity: 9,
    }),
  ]
  await database.products.bulkPut(others)
  const pence = { C3: 5_000, D4: 5_120, E5: 4_900 }
  await database.prices.bulkPut(
    Object.entries(pence).map(([product_no, each]) => ({ priceListId: 'PUBS', product_no, pence: each })),
  )
  const find = async (): Promise<Product[]> =>
    others.map((facts) => ({ ...facts, pricePence: pence[facts.product_no as keyof typeof pence] }))
  return { test, find }
}

function Sheet({ find, line }: { find: () => Promise<Product[]>; line: string }) {
  const { value } = useTrolly('T1')
  const [open, setOpen] = useState<string | undefined>(line)
  return value ? (
    <LineTermsSheet
      trolly={value}
      open={open}
      onOpen={setOpen}
      onClose={() => setOpen(undefined)}
      find={find}
    />
  ) : null
}

const show = ({ test, find }: { test: Trolly; find: () => Promise<Product[]> }, line = 'C3') =>
  renderOn(test, <Sheet find={find} line={line} />, { path: '/orders/create-T1' })

const operations = async (test: Trolly) => (await queue(test)).map(({ operation }) => operation)

it('offers what is alike, with what each adds in words, and swaps only once each was accepted', async () => {
  const shown = await aTrollyWithOthers()
  show(shown)
  const list = within(await screen.findByRole('group', { name: 'Alternatives' }))
  const [first, second] = list.getAllByRole('button')
  expect(first?.textContent).toMatch(/Rösti.*£1\.20 more.*adds no allergens/)
  expect(second?.textContent).toMatch(/Waffles.*£1\.00 less.*adds mustard, allergens not known/)
  if (second) await userEvent.click(second)
  await press('Swap now')
  expect(await operations(shown.test)).toEqual([])
  expect(screen.getAllByText('Tick to accept this')).toHaveLength(2)
  await userEvent.click(screen.getByRole('checkbox', { name: 'It contains mustard' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Its allergens are not known' }))
  await press('Swap now')
  await eventually(async () =>
    expect(await operations(shown.test)).toMatchObject([
      { kind: 'remove', product_no: 'C3' },
      { kind: 'add', product_no: 'E5', quantity: 1 },
    ]),
  )
})

it('agrees on a substitute that comes only if the line is short', async () => {
  const shown = await aTrollyWithOthers()
  show(shown)
  await userEvent.click(await screen.findByRole('button', { name: /^Rösti/ }))
  expect(screen.queryByRole('checkbox')).toBeNull()
  await press('Only if it’s short')
  await eventually(async () =>
    expect(await operations(shown.test)).toMatchObject([
      {
        kind: 'terms',
        product_no: 'C3',
        substitution: { kind: 'take', product_no: 'D4', seen: { pricePence: 5_120 } },
      },
    ]),
  )
})

it('stores a note and what to do as they are entered', async () => {
  const shown = await aTrollyWithOthers()
  show(shown, 'A1')
  const note = await screen.findByRole('textbox', { name: 'Note for this line' })
  await userEvent.type(note, 'for Saturday’s wedding{Enter}')
  await userEvent.click(screen.getByRole('radio', { name: 'Leave it out' }))
  await eventually(async () =>
    expect(await operations(shown.test)).toMatchObject([
      {
        kind: 'terms',
        product_no: 'A1',
        note: 'for Saturday’s wedding',
        substitution: { kind: 'leave_out' },
      },
    ]),
  )
})

it('is reached from a line that is out of stock, and from the trolly’s menu for any line', async () => {
  const { test } = await aTrollyWithOthers()
  showTrolly(test)
  await press('See alternatives: Hash Browns')
  const sheet = await screen.findByRole('dialog', { name: 'Hash Browns' })
  await userEvent.click(within(sheet).getByRole('button', { name: 'Close' }))
  await press('More for this trolly')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Notes and substitutes' }))
  const lines = within(await screen.findByRole('dialog', { name: 'Notes and substitutes' }))
  await userEvent.click(lines.getByRole('button', { name: /^Chicken Thighs/ }))
  expect(await screen.findByRole('textbox', { name: 'Note for this line' })).toBeTruthy()
})
