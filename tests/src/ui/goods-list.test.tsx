import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { GoodsList } from '#src/ui/list/goods-list.tsx'
import { renderPart } from '#tests/src/ui/render.tsx'

const goods = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    product_no: String(100 + at),
    name: 'Double Cream',
    brand: 'Cowslip Vale',
    pack: '12 × 1 l',
    quantity: at + 1,
    unitText: '',
    amountText: '£59.25',
  }))
const rows = () => within(screen.getByRole('list', { name: 'Order lines' })).getAllByRole('listitem')

test('a line shows quantity, name, brand, pack and price', () => {
  renderPart(<GoodsList label="Order lines" goods={goods(1)} atFirst={8} />)
  expect(rows().map((row) => row.textContent)).toEqual(['1 ×Double CreamCowslip Vale · 12 × 1 l · 100£59.25'])
})

test('a long list shows its first lines and a button for the rest', async () => {
  renderPart(<GoodsList label="Order lines" goods={goods(40)} atFirst={8} />)
  expect(rows()).toHaveLength(8)
  await userEvent.click(screen.getByRole('button', { name: 'Show 32 more' }))
  expect(rows()).toHaveLength(40)
  // The pressed button keeps the focus.
  expect(document.activeElement?.textContent).toBe('Show fewer lines')
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer lines' }))
  expect(rows()).toHaveLength(8)
})

test('a single extra line is shown instead of a button', () => {
  renderPart(<GoodsList label="Order lines" goods={goods(9)} atFirst={8} />)
  expect(rows()).toHaveLength(9)
  expect(screen.queryByRole('button')).toBeNull()
})
