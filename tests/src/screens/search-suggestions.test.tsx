import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  aDevice,
  address,
  atADesk,
  field,
  names,
  putPurchases,
  quantityOf,
  show,
  shownIn,
  type,
} from './search-screen.tsx'

const option = (name: string | RegExp) => screen.findByRole('option', { name })
const press = async (key: string) => fireEvent.keyDown(await field(), { key })

const aSearch = async () => {
  const test = await aDevice()
  show(test)
  await waitFor(() => expect(names()).toHaveLength(3))
  return test
}

describe('suggestions while typing', () => {
  it('lead from a term to its products, by the keyboard', async () => {
    await aSearch()
    await type('chi')
    await option('chicken thighs')
    const box = await field()
    expect(box.getAttribute('aria-expanded')).toBe('true')
    await press('ArrowDown')
    const active = document.getElementById(box.getAttribute('aria-activedescendant') ?? '')
    expect(active?.getAttribute('aria-selected')).toBe('true')
    const chosen = active?.textContent ?? ''
    await press('Enter')
    await waitFor(() => expect(shownIn(box)).toBe(chosen))
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(box.getAttribute('aria-expanded')).toBe('false')
  })

  it('limit the search to a category instead of the text', async () => {
    await aSearch()
    await type('mil')
    fireEvent.click(await option(/Milk.*Category/))
    await waitFor(() => expect(address()).toMatch(/(category|group)=Milk/))
    expect(shownIn(await field())).toBe('')
    await waitFor(() => expect(names()).toEqual(['Whole Milk']))
  })

  it('have what the customer buys before other products, and lead to its page', async () => {
    atADesk()
    const test = await aDevice()
    await putPurchases(test, { A2: 4 })
    show(test)
    await type('chi')
    await option('chicken thighs')
    const list = within(screen.getByRole('listbox', { name: 'Suggestions' }))
    // Products alone have a number.
    const [first] = list.getAllByRole('option').filter(({ textContent }) => /A\d/.test(textContent ?? ''))
    expect(first?.textContent).toContain('Chicken Breasts')
    if (first) fireEvent.click(first)
    await waitFor(() => expect(address()).toContain('A2'))
  })

  it('close with Escape, which then empties the field, and with leaving it', async () => {
    await aSearch()
    await type('chi')
    await option('chicken thighs')
    await press('Escape')
    expect(screen.queryByRole('listbox', { name: 'Suggestions' })).toBeNull()
    expect(shownIn(await field())).toBe('chi')
    await press('Escape')
    expect(shownIn(await field())).toBe('')
    await type('chic')
    await option('chicken thighs')
    fireEvent.blur(await field())
    expect(screen.queryByRole('listbox', { name: 'Suggestions' })).toBeNull()
  })

  it('leave Enter and the arrows to the products once they are closed', async () => {
    atADesk()
    await aSearch()
    await type('chicken')
    await option('chicken thighs')
    await press('Enter')
    await waitFor(() => expect(document.activeElement).toBe(quantityOf('Chicken Thighs')))
    expect(screen.queryByRole('listbox', { name: 'Suggestions' })).toBeNull()
  })
})
