import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Product } from '#domain/product.ts'
import { findSaid } from '#search/find-said.ts'
import { createProductIndex } from '#search/index/product-index.ts'
import { compileTradeTerms, DEFAULT_TRADE_TERMS } from '#search/trade-terms.ts'
import { QuickAddForm } from '#src/features/trolly/quick-add/quick-add-form.tsx'
import { SayIt } from '#src/features/trolly/said-order/say-it.tsx'
import { putList } from '#tests/src/features/search/list-on-device.ts'
import { aHead, aProduct, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

const HEAD = aHead()
const PRODUCTS: Product[] = [
  ['101', 'Mayonnaise'],
  ['102', 'Garlic Mayonnaise'],
  ['103', 'Light Mayonnaise'],
  ['104', 'Limes'],
  ['105', 'Semi-Skimmed Milk'],
  ['106', 'Whole Milk'],
].map(([product_no = '', name = '']) => ({
  ...aProduct({
    product_no,
    name,
    group: 'Goods',
    category: 'Goods',
    contentAmount: 5_000,
    contentMeasure: 'g',
  }),
  pricePence: 250,
}))

/** On a device that knows its products, and that this kitchen buys limes and semi-skimmed milk. */
const show = async () => {
  const test = aTestDevice()
  await test.user.database.trollies.put(HEAD)
  await putList(test.user.database, PRODUCTS)
  const index = createProductIndex()
  const byNumber = new Map(PRODUCTS.map((product) => [product.product_no, product]))
  index.apply(byNumber)
  const ports = {
    index,
    productsOf: async (product_nos: readonly string[]) =>
      new Map(product_nos.flatMap((no) => (byNumber.has(no) ? [[no, byNumber.get(no) as Product]] : []))),
    terms: compileTradeTerms(DEFAULT_TRADE_TERMS),
    purchases: new Map([
      ['104', 9],
      ['105', 30],
    ]),
  }
  renderOn(
    test,
    <QuickAddForm
      trolly={HEAD}
      suggest={async () => PRODUCTS.slice(3, 4)}
      loadEngine={async () => ({
        findSaidLines: async (_, __, lines) => ({
          found: await Promise.all(lines.map((line) => findSaid(ports, line))),
          complete: true,
        }),
      })}
    />,
  )
  return {
    test,
    added: async () =>
      (await test.user.database.outbox.toArray()).map(({ operation }) =>
        operation.kind === 'add' && 'quantity' in operation && 'product_no' in operation
          ? `${operation.quantity} × ${operation.product_no}`
          : operation.kind,
      ),
  }
}

const field = () => screen.getByRole('combobox', { name: 'Add by code, or search by name' })
const paste = async (message: string) => {
  await userEvent.click(field())
  await userEvent.paste(message)
  return await screen.findByRole('dialog', { name: 'Check your list' })
}
const tickOf = (said: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `“${said}”` })
const lineOf = (said: string) => within(tickOf(said).closest('li') as HTMLElement)

const MESSAGE = 'Hi Dave, can I get 2 mayo, box limes, 4 milk, unicorn steaks x3, no eggs today. Cheers'

describe('a message pasted into the field of a trolly', () => {
  it('is read line by line: the sure ones are ticked, the others asked, and the rest is shown', async () => {
    await show()
    await paste(MESSAGE)
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(screen.getByText('2 lines need your answer')).toBeTruthy()
    expect(lineOf('2 mayo').getByText('Which one?')).toBeTruthy()
    expect(lineOf('unicorn steaks x3').getByText(/No product found/)).toBeTruthy()
    const left = within(screen.getByRole('list', { name: 'Not read as products' }))
    expect(left.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '“Hi Dave”',
      '“can I get”',
      '“no eggs today”: nothing is ordered',
      '“Cheers”',
    ])
  })

  it('adds nothing that was not answered, and takes all of it back with one undo', async () => {
    const { added } = await show()
    await paste(MESSAGE)
    await userEvent.click(screen.getByRole('button', { name: 'Add 2 lines' }))
    await expect.poll(added).toEqual(['1 × 104', '4 × 105'])
    await screen.findByText('2 lines need your answer')
    expect(screen.getAllByRole('checkbox')).toHaveLength(2)
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await expect.poll(added).not.toContain('1 × 104')
  })

  it('adds a line once it is answered: with yes, another product, or one that is searched for', async () => {
    const { added } = await show()
    await paste('2 mayo, 3 mayo, unicorn steaks x3, box limes')
    expect(screen.getByRole('button', { name: 'Add 1 line' })).toBeTruthy()
    await userEvent.click(lineOf('2 mayo').getByRole('button', { name: 'Yes, this one' }))
    await userEvent.click(lineOf('3 mayo').getByRole('button', { name: '2 others' }))
    await userEvent.click(lineOf('3 mayo').getByRole('button', { name: /^Garlic Mayonnaise/ }))
    await userEvent.type(
      lineOf('unicorn steaks x3').getByRole('combobox', { name: /^Search for another product/ }),
      'lim',
    )
    await userEvent.click(await screen.findByRole('option', { name: /^Limes/ }))
    await userEvent.click(lineOf('box limes').getByRole('button', { name: 'Leave out “box limes”' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Add 3 lines' }))
    await expect.poll(added).toEqual(['2 × 101', '3 × 102', '3 × 104'])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is checked with the keyboard alone', async () => {
    const { added } = await show()
    await paste('2 mayo\nbox limes')
    const person = userEvent.setup()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('1 line needs your answer'))
    await person.tab()
    expect(document.activeElement).toBe(tickOf('2 mayo'))
    await person.keyboard(' ')
    const add = screen.getByRole('button', { name: 'Add 2 lines' })
    for (let pressed = 0; document.activeElement !== add && pressed < 40; pressed += 1) await person.tab()
    await person.keyboard('{Enter}')
    await expect.poll(added).toEqual(['2 × 101', '1 × 104'])
  })

  it('takes codes as they are, beside names', async () => {
    const { added } = await show()
    await paste('103 5\n2 box limes\n104 1.5')
    expect(tickOf('103 5').checked).toBe(true)
    expect(tickOf('104 1.5').checked).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: 'Add 2 lines' }))
    await expect.poll(added).toEqual(['5 × 103', '2 × 104'])
  })
})

describe('dictation', () => {
  it('is not offered where the browser has none', () => {
    const test = aTestDevice()
    renderOn(test, <SayIt onSaid={() => {}} />)
    expect(screen.queryByRole('button', { name: 'Say it' })).toBeNull()
  })

  it('says that the sound leaves the device before it listens, and hands on what was said', async () => {
    const heard: { onresult?: (event: unknown) => void; onend?: () => void }[] = []
    class Recognition {
      onresult?: (event: unknown) => void
      onend?: () => void
      start() {
        heard.push(this)
      }
      stop() {
        this.onend?.()
      }
    }
    vi.stubGlobal('webkitSpeechRecognition', Recognition)
    const said: string[] = []
    renderOn(aTestDevice(), <SayIt onSaid={(text) => said.push(text)} />)
    await userEvent.click(screen.getByRole('button', { name: 'Say it' }))
    expect(screen.getByText(/What you say leaves this device/)).toBeTruthy()
    expect(heard).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Start listening' }))
    const results = [{ isFinal: true, 0: { transcript: 'two mayo' } }]
    heard[0]?.onresult?.({ resultIndex: 0, results })
    expect(said).toEqual(['two mayo'])
    await userEvent.click(await screen.findByRole('button', { name: 'Stop listening' }))
    expect(await screen.findByRole('button', { name: 'Say it' })).toBeTruthy()
  })
})
