import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { QuickAddForm } from '#src/features/trolly/quick-add/quick-add-form.tsx'
import { sharedList } from '#src/features/trolly/quick-add/shared-list.ts'
import type { FindSaid } from '#src/features/trolly/said-order/said-rows.ts'
import { putList } from '#tests/src/features/search/list-on-device.ts'
import { aHead, aProduct, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

const HEAD = aHead()
const findSaidLines: FindSaid = async (_, __, lines) => ({
  found: lines.map((line) => [{ line, products: [], doubt: 'none' }]),
  complete: true,
})

const show = async () => {
  const test = aTestDevice()
  await test.user.database.trollies.put(HEAD)
  await putList(test.user.database, [
    { ...aProduct({ product_no: '711842', name: 'Rice' }), pricePence: 100 },
  ])
  renderOn(test, <QuickAddForm trolly={HEAD} loadEngine={async () => ({ findSaidLines })} />)
  return { queue: () => test.user.database.outbox.toArray() }
}
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Add by code, or search by name' })

describe('adding by code', () => {
  it.each([
    ['711842 99999', 'Maximum 9,999: Rice was not added'],
    ['711842 1.5', 'Whole numbers only: Rice was not added'],
    ['711842 0', 'Minimum 1: Rice was not added'],
  ])('says why "%s" is invalid, and keeps it to be corrected', async (typed, words) => {
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

  it.each(['999999', '999999 3', 'AB-12'])(
    'says that no product has the code of "%s", and keeps it',
    async (typed) => {
      const { queue } = await show()
      await userEvent.type(field(), `${typed}{Enter}`)
      expect(await screen.findByText(`No product with code ${typed.split(' ')[0]}`)).toBeTruthy()
      expect(field().value).toBe(typed)
      expect(screen.getByTestId('address').textContent).not.toContain('search')
      expect(await queue()).toEqual([])
    },
  )

  it('asks what a pasted line means where two products fit it, and orders a thousand of "1,000"', async () => {
    const test = aTestDevice()
    await test.user.database.trollies.put(HEAD)
    const priced = (product_no: string, name: string) => ({
      ...aProduct({ product_no, name }),
      pricePence: 1,
    })
    await putList(test.user.database, [priced('CO&OP1', 'Cola'), priced('6', 'Salt'), priced('12', 'Tea')])
    renderOn(test, <QuickAddForm trolly={HEAD} loadEngine={async () => ({ findSaidLines })} />)
    await userEvent.click(screen.getByRole('button', { name: 'Paste a list' }))
    await userEvent.click(await screen.findByRole('textbox', { name: 'Your list' }))
    await userEvent.paste('6 x 12\nCO&OP1 1,000')
    await userEvent.click(screen.getByRole('button', { name: 'Add to trolly' }))
    expect(await screen.findByText(/this could be 6 × Tea \(12\) or 12 × Salt \(6\)/)).toBeTruthy()
    expect(await screen.findByText('1000 × Cola added')).toBeTruthy()
    expect(await test.user.database.outbox.toArray()).toMatchObject([
      { operation: { kind: 'add', product_no: 'CO&OP1', quantity: 1000 } },
    ])
  })

  it('reports a pasted quantity above the maximum', async () => {
    const { queue } = await show()
    await userEvent.click(screen.getByRole('button', { name: 'Paste a list' }))
    await userEvent.click(await screen.findByRole('textbox', { name: 'Your list' }))
    await userEvent.paste('711842 99999\n711842 3')
    await userEvent.click(screen.getByRole('button', { name: 'Add to trolly' }))
    expect(await screen.findByText('711842 99999: Maximum 9,999: Rice was not added')).toBeTruthy()
    expect(await screen.findByText('3 × Rice added')).toBeTruthy()
    expect(await queue()).toHaveLength(1)
  })
})

describe('a list from a file', () => {
  const area = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your list' })
  const choose = async (name: string, content: string) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('No file can be chosen')
    const person = userEvent.setup({ applyAccept: false })
    await person.upload(input, new File([content], name))
  }

  it('is added to what was pasted, to be checked and then added', async () => {
    const { queue } = await show()
    await userEvent.click(screen.getByRole('button', { name: 'Paste a list' }))
    await userEvent.type(await area(), '999999 1')
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeTruthy()

    await choose('order.xls', 'PK\0\0')
    const refusal = /“order.xls” is not an Excel \(.xlsx\), CSV or text file/
    expect((await screen.findByText(refusal)).getAttribute('role')).toBe('alert')
    expect((await area()).value).toBe('999999 1')

    await choose('order.csv', 'Code;Description;Qty\n711842;Rice;3\n10235;Beans;\n')
    expect(
      await screen.findByText('1 line read from “order.csv”. 1 row without a product or quantity left out.'),
    ).toBeTruthy()
    expect(screen.queryByText(refusal)).toBeNull()
    expect((await area()).value).toBe('999999 1\n711842 3')
    expect(await queue()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Add to trolly' }))
    expect(await screen.findByText('3 × Rice added')).toBeTruthy()
    expect((await area()).value).toBe('999999 1')
  })

  it('that was shared with the app is read once', async () => {
    sharedList.set(new File(['711842 3'], 'Shared text'))
    await show()
    await expect.poll(async () => (await area()).value).toBe('711842 3')
    expect(sharedList.get()).toBeUndefined()
  })
})

describe('suggestions while a name is typed', () => {
  const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
  const product = (product_no: string, name: string) => ({
    ...aProduct({ product_no, name, pack: '' }),
    pricePence: 100,
  })

  const suggesting = async () => {
    const test = aTestDevice()
    await test.user.database.trollies.put(HEAD)
    const suggest = vi.fn(async () => [product('A1', 'Basmati Rice'), product('A2', 'Rice Paper')])
    const onAdded = vi.fn()
    renderOn(
      test,
      <QuickAddForm
        trolly={HEAD}
        loadEngine={async () => ({ findSaidLines })}
        suggest={suggest}
        onAdded={onAdded}
      />,
    )
    await userEvent.type(field(), 'rice')
    await expect.poll(options).toEqual(['Basmati RiceA1£1.00', 'Rice PaperA2£1.00'])
    return { suggest, onAdded, queue: () => test.user.database.outbox.toArray() }
  }

  it('are reached with arrows; Enter adds one, and the focus stays in the field', async () => {
    const { queue, onAdded } = await suggesting()
    expect(field().getAttribute('aria-expanded')).toBe('true')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent).toMatch(
      /^Rice Paper/,
    )
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('1 × Rice Paper added')).toBeTruthy()
    expect(await queue()).toMatchObject([{ operation: { kind: 'add', product_no: 'A2', quantity: 1 } }])
    expect(onAdded).toHaveBeenCalledWith('A2')
    expect(document.activeElement).toBe(field())
    expect(field().value).toBe('')
    expect(options()).toEqual([])
    expect(field().getAttribute('aria-expanded')).toBe('false')
  })

  it('are added with a press too', async () => {
    const { queue } = await suggesting()
    await userEvent.click(screen.getByRole('option', { name: /Basmati/ }))
    expect(await screen.findByText('1 × Basmati Rice added')).toBeTruthy()
    expect(await queue()).toHaveLength(1)
  })

  it('close on Escape, which also clears the text; without a selection Enter searches', async () => {
    await suggesting()
    await userEvent.keyboard('{Escape}')
    expect(options()).toEqual([])
    await userEvent.type(field(), 'rice{Enter}')
    await expect.poll(() => screen.getByTestId('address').textContent).toContain('?q=rice')
  })
})
