import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ProductRow } from '#src/ui/list/product-row.tsx'
import { RowList } from '#src/ui/list/row-list.tsx'
import { renderPart } from './render.tsx'

const NAMES = ['Rice', 'Oil', 'Cream', 'Flour']

function setUp({ names = NAMES, disabled = [] as string[], tiles = false } = {}) {
  const changes: [string, number][] = []
  renderPart(
    <RowList
      label="Products"
      rows={names}
      tiles={tiles}
      getKey={(name) => name}
      renderRow={(name) => (
        <ProductRow
          name={name}
          to={`/product-${name}`}
          code="100"
          priceText="£1.00"
          quantity={0}
          quantityDisabled={disabled.includes(name)}
          onQuantity={({ quantity }) => changes.push([name, quantity])}
        />
      )}
    />,
  )
  return { changes, user: userEvent.setup() }
}

const box = (name: string) => screen.getByRole('textbox', { name: `Quantity of ${name}` })

describe('RowList with the keyboard', () => {
  it('types quantities down the list: digits, Enter, digits, Enter', async () => {
    const { changes, user } = setUp()
    await user.click(box('Rice'))
    await user.keyboard('12{Enter}3{Enter}4{Enter}')
    expect(changes).toEqual([
      ['Rice', 12],
      ['Oil', 3],
      ['Cream', 4],
    ])
    expect(document.activeElement).toBe(box('Flour'))
  })

  it('moves with the arrows and commits what was typed', async () => {
    const { changes, user } = setUp()
    await user.click(box('Oil'))
    await user.keyboard('5{ArrowDown}')
    expect(document.activeElement).toBe(box('Cream'))
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(box('Rice'))
    expect(changes).toEqual([['Oil', 5]])
  })

  it('moves between tiles by their position', async () => {
    // Two side by side.
    const top = vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (
      this: HTMLElement,
    ) {
      return Math.floor(Number(this.dataset.row) / 2) * 200
    })
    const { user } = setUp({ tiles: true })
    await user.click(box('Rice'))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(box('Cream'))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(box('Flour'))
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(box('Oil'))
    top.mockRestore()
  })

  it('starts a quantity from anywhere in the row', async () => {
    const { changes, user } = setUp()
    screen.getByRole('link', { name: 'Cream' }).focus()
    await user.keyboard('7{Enter}')
    expect(changes).toEqual([['Cream', 7]])
  })

  it('stays on an invalid quantity', async () => {
    const { changes, user } = setUp()
    await user.click(box('Rice'))
    await user.keyboard('1000000{Enter}{ArrowDown}')
    expect(document.activeElement).toBe(box('Rice'))
    expect(screen.getByRole('alert').textContent).toBe('Maximum 9,999')
    expect(changes).toEqual([])
  })

  it('has Tab stops in one row only, the last one used', async () => {
    const { user } = setUp()
    await user.click(box('Cream'))
    const stops = [...document.querySelectorAll<HTMLElement>('li a, li button, li input')].filter(
      (element) => element.tabIndex === 0,
    )
    expect(stops.length).toBeGreaterThan(0)
    expect(stops.every((element) => element.closest('li')?.textContent?.includes('Cream'))).toBe(true)
  })

  it('moves to the first and last row with Home and End', async () => {
    const { user } = setUp()
    screen.getByRole('link', { name: 'Oil' }).focus()
    await user.keyboard('{End}')
    expect(document.activeElement).toBe(box('Flour'))
    screen.getByRole('link', { name: 'Flour' }).focus()
    await user.keyboard('{Home}')
    expect(document.activeElement).toBe(box('Rice'))
  })

  it('focuses the first control of a row without a usable quantity', async () => {
    const { user } = setUp({ disabled: ['Oil'] })
    await user.click(box('Rice'))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Oil' }))
  })

  it('keeps its place when rows are removed', async () => {
    const { user } = setUp({ names: ['Rice'] })
    await user.click(box('Rice'))
    await user.keyboard('2{Enter}')
    expect(document.activeElement).toBe(box('Rice'))
  })
})

it('scrolls a new row into view and marks it, without moving the focus', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  const list = (rows: string[], reveal?: { key: string }) => (
    <>
      <input aria-label="Field" />
      <RowList
        label="Products"
        rows={rows}
        getKey={(name) => name}
        renderRow={(name) => name}
        reveal={reveal}
      />
    </>
  )
  const { rerender } = renderPart(list(['Rice']))
  screen.getByRole('textbox', { name: 'Field' }).focus()
  const reveal = { key: 'Oil' }
  rerender(list(['Rice'], reveal))
  expect(shown).not.toHaveBeenCalled()
  rerender(list(['Rice', 'Oil'], reveal))
  const row = screen.getByText('Oil').closest('li')
  expect(shown.mock.contexts).toEqual([row])
  expect(row?.dataset.revealed).toBe('')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Field' }))
  rerender(list(['Rice', 'Oil', 'Flour'], reveal))
  expect(shown).toHaveBeenCalledTimes(1)
  shown.mockRestore()
})
