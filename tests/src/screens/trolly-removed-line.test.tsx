import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { findTrolly } from '#src/store/trollies/trollies.ts'
import { REMOVED_ROW } from '#src/ui/list/row-focus.ts'
import { aTrolly, box, press, queue, showTrolly, type Trolly } from '#tests/support/a-trolly.tsx'

describe('a removed line', () => {
  const removedPlace = (name: string) => screen.findByRole('group', { name: `${name} removed` })
  const lines = async ({ user }: Trolly) =>
    (await findTrolly(user.database, 'T1'))?.lines
      .filter(({ removed }) => !removed)
      .map(({ product_no }) => product_no)

  it('keeps its place, so that repeated taps remove only one product', async () => {
    const test = await aTrolly()
    showTrolly(test)
    await box('Chicken Thighs')
    const items = () => screen.getByRole('list', { name: 'Trolly lines' }).children
    for (let tap = 0; tap < 5; tap += 1) {
      // Under the finger: whatever is on top of the first row, where its − was.
      const row = items()[0] as HTMLElement
      const target =
        row.querySelector(`[${REMOVED_ROW}]`) ?? within(row).getByRole('button', { name: /^One less/ })
      await userEvent.click(target)
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
    await removedPlace('Chicken Thighs')
    expect(await lines(test)).toEqual(['B2', 'C3'])
    expect((await queue(test)).map(({ operation }) => operation)).toMatchObject([
      { kind: 'remove', product_no: 'A1' },
    ])
    expect(items()).toHaveLength(3)
    expect(screen.queryByRole('button', { name: 'Dismiss message' })).toBeNull()
  })

  it('returns to its place on Undo, as an ordinary operation', async () => {
    const test = await aTrolly()
    showTrolly(test)
    await press('One less of Hash Browns')
    const place = await removedPlace('Hash Browns')
    await userEvent.click(within(place).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Hash Browns removed' })).toBeNull())
    expect(((await box('Hash Browns')) as HTMLInputElement).value).toBe('1')
    expect(await lines(test)).toEqual(['A1', 'B2', 'C3'])
    expect((await queue(test)).at(-1)?.operation).toMatchObject({
      kind: 'set',
      product_no: 'C3',
      quantity: 1,
    })
  })

  it('keeps the keyboard focus in its place, where the same key does nothing and Ctrl+Z undoes', async () => {
    const test = await aTrolly()
    showTrolly(test)
    for (const name of ['Whole Milk', 'Hash Browns']) {
      const field = await box(name)
      await userEvent.clear(field)
      await userEvent.type(field, '1{Enter}')
    }
    const field = await box('Hash Browns')
    field.focus()
    await userEvent.keyboard('-')
    const place = await removedPlace('Hash Browns')
    expect(document.activeElement).toBe(place)
    await userEvent.keyboard('--{Enter} ')
    expect(await lines(test)).toEqual(['A1', 'B2'])
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(await box('Whole Milk'))
    await userEvent.keyboard('-')
    await removedPlace('Whole Milk')
    await userEvent.keyboard('{Control>}z{/Control}')
    await waitFor(async () => expect(document.activeElement).toBe(await box('Whole Milk')))
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(await box('Hash Browns')).toBeTruthy()
    await waitFor(async () => expect(await lines(test)).toEqual(['A1', 'B2', 'C3']))
  })

  it('is announced even if it was the last, before the page says that the trolly is empty', async () => {
    const test = await aTrolly([
      { operation: { kind: 'remove', product_no: 'B2' } },
      { operation: { kind: 'remove', product_no: 'C3' } },
    ])
    showTrolly(test)
    const field = await box('Chicken Thighs')
    await userEvent.clear(field)
    await userEvent.type(field, '0{Enter}')
    await removedPlace('Chicken Thighs')
    expect(screen.queryByText('Nothing is in this trolly yet.')).toBeNull()
  })
})
