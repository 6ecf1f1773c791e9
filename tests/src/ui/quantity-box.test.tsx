import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { QuantityBox } from '#src/ui/list/quantity-box.tsx'
import type { QuantityChange } from '#src/ui/list/use-quantity-entry.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { eventually } from '#tests/support/eventually.ts'
import { renderPart } from './render.tsx'

const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Rice' })
const more = () => screen.getByRole('button', { name: 'One more of Rice' })
const less = () => screen.getByRole('button', { name: 'One less of Rice' })

/** An owner that applies changes only when told to. */
function slowOwner() {
  const changes: QuantityChange[] = []
  let setValue: (value: number) => void = () => {}
  function Owner({ initial }: { initial: number }) {
    const [value, set] = useState(initial)
    setValue = set
    return <QuantityBox name="Rice" value={value} max={50} onChange={(change) => changes.push(change)} />
  }
  return { changes, Owner, become: (value: number) => act(() => setValue(value)) }
}

describe('QuantityBox', () => {
  it('adds one on the first tap and shows it at once', async () => {
    const { Owner, changes } = slowOwner()
    renderPart(<Owner initial={0} />)
    await userEvent.click(more())
    expect(box()).toHaveProperty('value', '1')
    expect(changes).toEqual([{ quantity: 1, by: 1, entry: 'step' }])
  })

  it('counts quick taps from the number shown, not from the owner’s value', async () => {
    const { Owner, changes, become } = slowOwner()
    renderPart(<Owner initial={2} />)
    await userEvent.tripleClick(more())
    expect(box()).toHaveProperty('value', '5')
    expect(changes.map(({ quantity, by }) => [quantity, by])).toEqual([
      [3, 1],
      [4, 1],
      [5, 1],
    ])
    become(3)
    expect(box()).toHaveProperty('value', '5')
    become(5)
    expect(box()).toHaveProperty('value', '5')
  })

  it('adds what the customer last bought on the first tap, then one at a time', async () => {
    const changes: QuantityChange[] = []
    const Owner = ({ value }: { value: number }) => (
      <QuantityBox
        name="Rice"
        value={value}
        max={50}
        addQuantity={4}
        onChange={(change) => changes.push(change)}
      />
    )
    const { rerender } = renderPart(<Owner value={0} />)
    await userEvent.click(screen.getByRole('button', { name: 'Add 4 of Rice' }))
    expect(box()).toHaveProperty('value', '4')
    rerender(<Owner value={4} />)
    await userEvent.click(more())
    await userEvent.click(less())
    expect(changes.map(({ quantity }) => quantity)).toEqual([4, 5, 4])
  })

  it('keeps typed digits when the value changes', async () => {
    const { Owner, changes, become } = slowOwner()
    renderPart(<Owner initial={2} />)
    await userEvent.type(box(), '1', { initialSelectionStart: 0, initialSelectionEnd: 1 })
    become(9)
    await userEvent.type(box(), '4', { skipClick: true })
    expect(box()).toHaveProperty('value', '14')
    expect(changes).toEqual([])
    await userEvent.keyboard('{Enter}')
    expect(changes).toEqual([{ quantity: 14, by: 5, entry: 'typed' }])
  })

  it('commits typed digits when the box loses focus', async () => {
    const { Owner, changes } = slowOwner()
    renderPart(<Owner initial={0} />)
    await userEvent.type(box(), '12')
    await userEvent.tab()
    expect(changes).toEqual([{ quantity: 12, by: 12, entry: 'typed' }])
  })

  it('commits typed digits when the row is removed', async () => {
    const { Owner, changes } = slowOwner()
    const { unmount } = renderPart(<Owner initial={0} />)
    await userEvent.type(box(), '12')
    unmount()
    expect(changes.map(({ quantity }) => quantity)).toEqual([12])
  })

  it('commits typed digits when the app is hidden', async () => {
    const { Owner, changes } = slowOwner()
    renderPart(<Owner initial={0} />)
    await userEvent.type(box(), '12')
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    visibility.mockRestore()
    expect(changes.map(({ quantity }) => quantity)).toEqual([12])
  })

  it.each([
    ['99', 'Maximum 50'],
    ['1,5', 'Whole numbers only'],
    ['1.5', 'Whole numbers only'],
  ])('shows why %s is invalid, keeps it on screen and commits nothing', async (typed, problem) => {
    const { Owner, changes } = slowOwner()
    renderPart(<Owner initial={3} />)
    await userEvent.clear(box())
    await userEvent.type(box(), `${typed}{Enter}`)
    expect(screen.getByRole('alert').textContent).toBe(problem)
    expect(box()).toHaveProperty('value', typed)
    expect(box().getAttribute('aria-invalid')).toBe('true')
    expect(box().getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
    expect(changes).toEqual([])
  })

  it.each([
    ['1.5', 'Whole numbers only'],
    ['10000', 'Maximum 50'],
    ['2,5', 'Whole numbers only'],
  ])('says why %s is invalid when the box loses focus', async (typed, problem) => {
    const { Owner, changes } = slowOwner()
    renderPart(<Owner initial={7} />)
    await userEvent.clear(box())
    await userEvent.type(box(), typed)
    await userEvent.tab()
    expect(screen.getByRole('alert').textContent).toBe(problem)
    expect(box()).toHaveProperty('value', typed)
    expect(changes).toEqual([])
  })

  it('leaves letters and / to the page’s shortcuts, and accepts digits', async () => {
    const { Owner, changes } = slowOwner()
    renderPart(<Owner initial={7} />)
    const pressed: string[] = []
    const listen = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (!defaultPrevented) pressed.push(key)
    }
    document.addEventListener('keydown', listen)
    await userEvent.click(box())
    await userEvent.keyboard('/gs?')
    document.removeEventListener('keydown', listen)
    expect(pressed).toEqual(['/', 'g', 's', '?'])
    expect(box()).toHaveProperty('value', '7')
    await userEvent.keyboard('12{Enter}')
    expect(changes.map(({ quantity }) => quantity)).toEqual([12])
  })

  it('rejects pasted text that only starts with a quantity', async () => {
    const { Owner, changes } = slowOwner()
    renderPart(<Owner initial={7} />)
    await userEvent.clear(box())
    await userEvent.click(box())
    await userEvent.paste('000012.5 kg')
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('Whole numbers only')
    expect(changes).toEqual([])
  })

  it('says that the quantity is unchanged if the row is removed with an invalid entry', async () => {
    const { Owner, changes } = slowOwner()
    const { unmount } = renderPart(<Owner initial={7} />)
    await userEvent.clear(box())
    await userEvent.type(box(), '1.5')
    const show = vi.spyOn(notifications, 'show')
    unmount()
    expect(show.mock.calls.map(([{ message }]) => message)).toEqual([
      'Quantity of Rice not changed. Whole numbers only.',
    ])
    show.mockRestore()
    notifications.clear()
    expect(changes).toEqual([])
  })

  it('reverts to the current quantity on Esc, or if left empty', async () => {
    const { Owner, changes } = slowOwner()
    renderPart(<Owner initial={3} />)
    await userEvent.type(box(), '99{Enter}{Escape}')
    expect(box()).toHaveProperty('value', '3')
    expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.clear(box())
    await userEvent.tab()
    expect(box()).toHaveProperty('value', '3')
    expect(changes).toEqual([])
  })

  it('removes the line at zero, by typing or with the last −', async () => {
    const { Owner, changes } = slowOwner()
    renderPart(<Owner initial={1} />)
    await userEvent.click(less())
    expect(changes).toEqual([{ quantity: 0, by: -1, entry: 'step' }])
    expect(less().getAttribute('aria-disabled')).toBe('true')
  })

  it('steps with the + and − keys from uncommitted digits', async () => {
    const { Owner, changes } = slowOwner()
    renderPart(<Owner initial={0} />)
    await userEvent.type(box(), '7+')
    expect(box()).toHaveProperty('value', '8')
    expect(changes).toEqual([{ quantity: 8, by: 8, entry: 'typed' }])
  })

  it('reverts if the owner refuses, and passes the refusal on', async () => {
    const refusals: unknown[] = []
    const onRejection = (reason: unknown) => refusals.push(reason)
    process.on('unhandledRejection', onRejection)
    const refused = new Error('Not for sale')
    renderPart(<QuantityBox name="Rice" value={2} onChange={() => Promise.reject(refused)} />)
    await userEvent.click(more())
    await eventually(() => expect(refusals).toEqual([refused]))
    process.off('unhandledRejection', onRejection)
    expect(box()).toHaveProperty('value', '2')
  })

  it('does nothing while it is disabled', async () => {
    const onChange = vi.fn()
    renderPart(<QuantityBox name="Rice" value={2} onChange={onChange} disabled />)
    await userEvent.click(more())
    await userEvent.click(less())
    expect(box().disabled).toBe(true)
    expect(onChange).not.toHaveBeenCalled()
  })
})
