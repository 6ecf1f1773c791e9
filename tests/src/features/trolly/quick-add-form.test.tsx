import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { QuickAddForm } from '#src/features/trolly/quick-add-form.tsx'
import { putList } from '#tests/src/features/search/list-on-device.ts'
import { aHead, aProduct, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

const HEAD = aHead()

const show = async () => {
  const test = aTestDevice()
  await test.user.database.trollies.put(HEAD)
  await putList(test.user.database, [
    { ...aProduct({ product_no: '711842', name: 'Rice' }), pricePence: 100 },
  ])
  renderOn(test, <QuickAddForm trollyId={HEAD.id} />)
  return { queue: () => test.user.database.outbox.toArray() }
}
const field = () =>
  screen.getByRole<HTMLInputElement>('searchbox', { name: 'Add by code, or search by name' })

describe('adding by code', () => {
  it.each([
    ['711842 99999', 'Maximum 9,999: Rice was not added'],
    ['711842 1.5', 'Whole numbers only: Rice was not added'],
    ['711842 0', 'Minimum 1: Rice was not added'],
  ])('says why "%s" cannot be, and keeps it to be mended', async (typed, words) => {
    const { queue } = await show()
    await userEvent.type(field(), `${typed}{Enter}`)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(field().value).toBe(typed)
    expect(await queue()).toEqual([])
    await userEvent.type(field(), '{Backspace}')
    expect(screen.queryByText(words)).toBeNull()
  })

  it('searches for a name that ends in a number', async () => {
    await show()
    await userEvent.type(field(), 'milk 2.5{Enter}')
    await expect.poll(() => screen.getByTestId('address').textContent).toContain('/orders/create/search-')
  })

  it('says of a pasted line that it is too many', async () => {
    const { queue } = await show()
    await userEvent.click(screen.getByRole('button', { name: 'Paste a list' }))
    await userEvent.click(await screen.findByRole('textbox', { name: 'One product a line' }))
    await userEvent.paste('711842 99999\n711842 3')
    await userEvent.click(screen.getByRole('button', { name: 'Add these' }))
    expect(await screen.findByText('711842 99999: Maximum 9,999: Rice was not added')).toBeTruthy()
    expect(await screen.findByText('3 × Rice added')).toBeTruthy()
    expect(await queue()).toHaveLength(1)
  })
})
