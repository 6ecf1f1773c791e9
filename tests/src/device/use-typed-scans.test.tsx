import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { useTypedScans } from '#src/device/use-typed-scans.ts'
import { QuantityBox } from '#src/ui/list/quantity-box.tsx'
import { typeScan } from '#tests/support/typed-scan.ts'

const GTIN = '5012345678900'

const show = () => {
  const [scans, changes, presses]: [string[], number[], string[]] = [[], [], []]
  function Page() {
    useTypedScans('page', (code) => void scans.push(code))
    return (
      <>
        <QuantityBox name="Milk" value={4} onChange={({ quantity }) => void changes.push(quantity)} />
        <button type="button" onClick={() => void presses.push('save')}>
          Save
        </button>
        <input aria-label="Reference" />
        <button
          type="button"
          onKeyDown={() => screen.getByLabelText('Quantity of Milk', { selector: 'input' }).focus()}
        >
          Row
        </button>
      </>
    )
  }
  render(<Page />)
  return {
    scans,
    changes,
    presses,
    box: screen.getByLabelText<HTMLInputElement>('Quantity of Milk', { selector: 'input' }),
  }
}

it('takes what a handheld scanner types into a quantity, and puts the quantity back', () => {
  const { scans, changes, box } = show()
  box.focus()
  typeScan(GTIN)
  expect(scans).toEqual([GTIN])
  expect(box.value).toBe('4')
  box.blur()
  expect(changes).toEqual([])
  // A row gives the focus to its quantity with the first digit.
  screen.getByRole('button', { name: 'Row' }).focus()
  typeScan(GTIN)
  expect(box.value).toBe('4')
  expect(document.activeElement).toBe(box)
  fireEvent.input(box, { target: { value: '' } })
  typeScan('12')
  // The check digit is wrong, so it was typed, or is damaged.
  typeScan('5012345678901')
  expect({ scans, changes }).toEqual({ scans: [GTIN, GTIN], changes: [12] })
})

it('presses nothing with a scanner’s Enter, and leaves text fields alone', () => {
  const { scans, presses } = show()
  screen.getByRole('button', { name: 'Save' }).focus()
  typeScan(GTIN)
  const reference = screen.getByLabelText<HTMLInputElement>('Reference')
  reference.focus()
  typeScan(GTIN)
  expect({ scans, presses, reference: reference.value }).toEqual({
    scans: [GTIN],
    presses: [],
    reference: GTIN,
  })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(presses).toEqual(['save'])
})

it('keeps what a scan adds to the product whose quantity has the focus', () => {
  const changes: number[] = []
  function Page() {
    const [quantity, setQuantity] = useState(3)
    useTypedScans('page', () => setQuantity((before) => before + 1))
    return <QuantityBox name="Milk" value={quantity} onChange={({ quantity: to }) => void changes.push(to)} />
  }
  render(<Page />)
  const box = screen.getByLabelText<HTMLInputElement>('Quantity of Milk', { selector: 'input' })
  box.focus()
  typeScan(GTIN)
  expect(box.value).toBe('4')
  box.blur()
  expect(changes).toEqual([])
})

it('gives a scan to the page, whichever loaded first, and to nothing under an open sheet', () => {
  const taken: string[] = []
  function Taker({ layer }: { layer: 'app' | 'page' }) {
    useTypedScans(layer, () => void taken.push(layer))
    return null
  }
  const { rerender } = render(<Taker key="page" layer="page" />)
  rerender(
    <>
      <Taker key="page" layer="page" />
      <Taker key="app" layer="app" />
    </>,
  )
  typeScan(GTIN)
  expect(taken).toEqual(['page'])
  document.documentElement.toggleAttribute('data-sheet-open', true)
  typeScan(GTIN)
  document.documentElement.toggleAttribute('data-sheet-open', false)
  expect(taken).toEqual(['page'])
})
