import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { notifications } from '#src/ui/notifications/notifications.ts'
import {
  aDevice,
  atADesk,
  field,
  names,
  putPurchases,
  quantityOf,
  show,
  shownIn,
  type,
} from './search-screen.tsx'

describe('with the keyboard the search', () => {
  it('moves from the field into the products and back', async () => {
    const test = await aDevice()
    show(test)
    await waitFor(() => expect(names()).toHaveLength(3))
    fireEvent.keyDown(await field(), { key: 'ArrowDown' })
    expect(document.activeElement).toBe(quantityOf('Chicken Thighs'))
    fireEvent.keyDown(quantityOf('Chicken Thighs'), { key: 'Enter' })
    expect(document.activeElement).toBe(quantityOf('Chicken Breasts'))
    fireEvent.keyDown(quantityOf('Chicken Breasts'), { key: 'Escape' })
    expect(document.activeElement).toBe(await field())
    fireEvent.keyDown(await field(), { key: 'ArrowDown' })
    fireEvent.keyDown(quantityOf('Chicken Thighs'), { key: 'ArrowUp' })
    expect(document.activeElement).toBe(await field())
  })

  it.each(['a10', '5012345678900'])('accepts a code as scanners send it: %s', async (code) => {
    const test = await aDevice()
    show(test)
    await waitFor(() => expect(names()).toHaveLength(3))
    await type(code)
    fireEvent.keyDown(await field(), { key: 'Enter' })
    const name = code === 'a10' ? 'Whole Milk' : 'Chicken Thighs'
    await waitFor(() => expect(document.activeElement).toBe(quantityOf(name)))
    await waitFor(() => expect(shownIn(quantityOf(name))).toBe('1'))
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(document.activeElement).toBe(quantityOf(name)))
    expect(await test.user.database.outbox.count()).toBe(1)
    expect(shownIn(quantityOf(name))).toBe('1')
  })

  it.each([
    ['a10 3', 'Whole Milk'],
    ['3 x A10', 'Whole Milk'],
    ['5012345678900 3', 'Chicken Thighs'],
  ])('adds as many as are typed beside a code: %s', async (text, name) => {
    const test = await aDevice()
    show(test)
    await waitFor(() => expect(names()).toHaveLength(3))
    await type(text)
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(names()).toEqual([name]))
    await waitFor(() => expect(shownIn(quantityOf(name))).toBe('3'))
    expect(document.activeElement).toBe(quantityOf(name))
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(shownIn(quantityOf(name))).toBe('6'))
  })

  it('adds nothing for a code and a quantity that cannot be ordered', async () => {
    const test = await aDevice()
    show(test)
    await type('a10 1.5')
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(document.activeElement).toBe(quantityOf('Whole Milk')))
    expect(notifications.current()?.message).toBe('Whole numbers only: Whole Milk was not added')
    expect(await test.user.database.outbox.count()).toBe(0)
  })

  it('adds nothing for words', async () => {
    const test = await aDevice()
    show(test)
    await type('chicken')
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(names()).toHaveLength(2))
    expect(shownIn(await field())).toBe('chicken')
    expect(await test.user.database.outbox.count()).toBe(0)
  })

  it('moves from a name to the quantity of its first product, and back to the selected name', async () => {
    atADesk()
    const test = await aDevice()
    show(test)
    await type('chicken')
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(document.activeElement).toBe(quantityOf('Chicken Thighs')))
    expect(await test.user.database.outbox.count()).toBe(0)
    fireEvent.keyDown(quantityOf('Chicken Thighs'), { key: 'Escape' })
    const box = (await field()) as HTMLInputElement
    expect(document.activeElement).toBe(box)
    expect([box.selectionStart, box.selectionEnd]).toEqual([0, 'chicken'.length])
  })

  it('moves from the quantity of a product found by code back to the field, unless it is refused', async () => {
    const test = await aDevice()
    show(test)
    await waitFor(() => expect(names()).toHaveLength(3))
    await type('a10')
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(shownIn(quantityOf('Whole Milk'))).toBe('1'))
    const box = quantityOf('Whole Milk')
    fireEvent.change(box, { target: { value: '1.5' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(await screen.findByText('Whole numbers only')).toBeTruthy()
    expect(document.activeElement).toBe(box)
    fireEvent.change(box, { target: { value: '6' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    await waitFor(async () => expect(document.activeElement).toBe(await field()))
    await waitFor(() => expect(shownIn(quantityOf('Whole Milk'))).toBe('6'))
  })

  it('moves from the empty field into the usual products', async () => {
    const test = await aDevice()
    await putPurchases(test, { A10: 6 })
    show(test)
    const usual = within(await screen.findByRole('list', { name: 'You usually buy' }))
    fireEvent.keyDown(await field(), { key: 'ArrowDown' })
    expect(document.activeElement).toBe(usual.getByRole('textbox', { name: 'Quantity of Whole Milk' }))
  })
})
