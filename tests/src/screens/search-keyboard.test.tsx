import { fireEvent, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aDevice, field, names, quantityOf, show, shownIn, type } from './search-screen.tsx'

describe('by keyboard', () => {
  it('leads from the field into the products and back', async () => {
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

  it.each(['a10', '5012345678900'])('takes a code as scanners send it: %s', async (code) => {
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

  it('adds nothing for words', async () => {
    const test = await aDevice()
    show(test)
    await type('chicken')
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(names()).toHaveLength(2))
    expect(shownIn(await field())).toBe('chicken')
    expect(await test.user.database.outbox.count()).toBe(0)
  })
})
