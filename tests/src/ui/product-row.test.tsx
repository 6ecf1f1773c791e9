import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProductRow, type ProductRowProps } from '#src/ui/list/product-row.tsx'
import { renderPart } from './render.tsx'

const CHICKEN: ProductRowProps = {
  name: 'Whole Chicken',
  to: '/product',
  code: '806308',
  pack: 'approx. 1.6 kg',
  storage: 'chilled',
  priceText: '£4.65',
  perText: 'per kg',
  badges: [{ label: '4 left', tone: 'amber' }, { label: 'Catch weight' }],
  onQuantity: () => {},
}

test.each([0, 2])('a row with %i in the trolly keeps its words', (quantity) => {
  renderPart(
    <ProductRow {...CHICKEN} quantity={quantity} lineState={{ label: 'On this device', tone: 'amber' }} />,
  )
  for (const words of ['Chilled', '4 left', 'Catch weight', 'per kg', '806308', 'On this device'])
    expect(screen.getByText(words)).toBeTruthy()
})

test('the first badge has its room kept in the name, beside the total in a trolly', () => {
  const { container, rerender } = renderPart(<ProductRow {...CHICKEN} />)
  const name = () => container.querySelector<HTMLElement>('p[title]')?.dataset
  expect(name()?.badge).toBe('4 left')
  rerender(<ProductRow {...CHICKEN} lineTotalText="£1,234.56" />)
  expect(name()?.total).toBe('£1,234.56')
})

test('a product with a minimum age says so on its picture, and in words', () => {
  const { container } = renderPart(<ProductRow {...CHICKEN} minimumAge={18} outOfStock />)
  expect(screen.getByText('Age 18+')).toBeTruthy()
  expect(container.querySelector('[data-out] [class*="age"]')?.textContent).toBe('18+')
})
