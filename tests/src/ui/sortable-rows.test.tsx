import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { memo, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { DragHandle, type HandleProps } from '#src/ui/list/drag-handle.tsx'
import { SortableRows } from '#src/ui/list/sortable-rows.tsx'
import { Announcer, forgetAnnounced } from '#src/ui/status/announcer.tsx'
import { renderPart } from './render.tsx'

type Item = { id: string; label: string }
const itemsOf = (...ids: string[]): Item[] => ids.map((id) => ({ id, label: `Product ${id}` }))

const Row = memo(function Row({ item, handle }: { item: Item; handle: HandleProps }) {
  return (
    <div>
      {item.label} <DragHandle {...handle} />
    </div>
  )
})

const show = async (onMove = vi.fn<(...args: unknown[]) => unknown>(), ids = ['A', 'B', 'C']) => {
  forgetAnnounced()
  let setItems: (items: Item[]) => void = () => {}
  function Page() {
    const [items, set] = useState(itemsOf(...ids))
    setItems = set
    return (
      <>
        <SortableRows
          label="Products"
          items={items}
          renderRow={(item, handle) => <Row item={item} handle={handle} />}
          onMove={onMove}
        />
        <Announcer />
      </>
    )
  }
  renderPart(<Page />)
  const list = await screen.findByRole('list', { name: 'Products' })
  const order = () =>
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.trim().slice(-1))
  return { onMove, order, setItems: (...next: string[]) => setItems(itemsOf(...next)) }
}
const handle = (id: string) => screen.getByRole('button', { name: `Move Product ${id}` })
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const pickUp = (id: string) => {
  handle(id).focus()
  fireEvent.click(handle(id))
}
const said = () => screen.getByRole('log').textContent

it('moves a row with keys, keeps the focus on it, announces its position, and reports its neighbours', async () => {
  const { onMove, order } = await show()
  pickUp('A')
  expect(handle('A').getAttribute('aria-pressed')).toBe('true')
  expect(said()).toContain('Product A picked up, position 1 of 3.')
  press('ArrowDown')
  expect(order()).toEqual(['B', 'A', 'C'])
  expect(document.activeElement).toBe(handle('A'))
  expect(said()).toContain('Position 2 of 3')
  expect(onMove).not.toHaveBeenCalled()
  fireEvent.click(handle('A'))
  expect(onMove.mock.calls).toEqual([['A', 'B', 'C']])
  expect(said()).toContain('Product A dropped at position 2 of 3.')
  expect(order()).toEqual(['B', 'A', 'C'])
})

it('moves to either end, without a neighbour there', async () => {
  const { onMove } = await show()
  pickUp('A')
  press('End')
  fireEvent.click(handle('A'))
  pickUp('C')
  press('Home')
  fireEvent.click(handle('C'))
  expect(onMove.mock.calls).toEqual([
    ['A', 'C', null],
    ['C', null, 'B'],
  ])
})

it('reverts with Escape, and reports nothing if a row has not moved', async () => {
  const { onMove, order } = await show()
  pickUp('B')
  press('ArrowDown')
  press('Escape')
  expect(order()).toEqual(['A', 'B', 'C'])
  expect(said()).toContain('Cancelled. Product B is back, position 2 of 3.')
  pickUp('B')
  fireEvent.click(handle('B'))
  expect(onMove).not.toHaveBeenCalled()
})

it('drops a row when it loses the focus', async () => {
  const { onMove } = await show()
  pickUp('A')
  press('ArrowDown')
  handle('C').focus()
  await waitFor(() => expect(onMove.mock.calls).toEqual([['A', 'B', 'C']]))
})

it('offers two buttons once the handle is pressed, for people who cannot drag', async () => {
  const { onMove, order } = await show()
  pickUp('B')
  fireEvent.click(screen.getByRole('button', { name: 'Move Product B down' }))
  expect(order()).toEqual(['A', 'C', 'B'])
  expect(document.activeElement).toBe(handle('B'))
  fireEvent.click(screen.getByRole('button', { name: 'Move Product B up' }))
  fireEvent.click(screen.getByRole('button', { name: 'Move Product B up' }))
  fireEvent.click(handle('B'))
  expect(onMove.mock.calls).toEqual([['B', null, 'A']])
  expect(screen.queryByRole('button', { name: 'Move Product B up' })).toBeNull()
})

it('shows the new order until the owner has it, and reverts if the owner fails', async () => {
  const failing = vi.fn(() => Promise.reject(new Error('full')))
  const { order, setItems, onMove } = await show(failing)
  pickUp('A')
  press('End')
  fireEvent.click(handle('A'))
  await waitFor(() => expect(order()).toEqual(['A', 'B', 'C']))
  onMove.mockResolvedValue(undefined)
  pickUp('A')
  press('End')
  fireEvent.click(handle('A'))
  expect(order()).toEqual(['B', 'C', 'A'])
  setItems('C', 'B', 'A')
  await waitFor(() => expect(order()).toEqual(['C', 'B', 'A']))
  setItems('A', 'B', 'C')
  await waitFor(() => expect(order()).toEqual(['A', 'B', 'C']))
})

it('keeps a picked-up row in place while others are added and removed', async () => {
  const { order, setItems, onMove } = await show()
  pickUp('A')
  press('ArrowDown')
  setItems('A', 'C', 'D')
  await waitFor(() => expect(order()).toEqual(['A', 'C', 'D']))
  fireEvent.click(handle('A'))
  expect(onMove).not.toHaveBeenCalled()
})

it('moves a row to the end of a virtual list at once', async () => {
  const ids = Array.from({ length: 80 }, (_, at) => `${at}`)
  const { onMove } = await show(undefined, ids)
  // Queries by role are slow among so many.
  const first = () => document.querySelector<HTMLElement>('[data-handle="0"]')
  await waitFor(() => expect(first()?.closest('[aria-setsize="80"]')).not.toBeNull())
  first()?.focus()
  first()?.click()
  await waitFor(() => expect(first()?.getAttribute('aria-pressed')).toBe('true'))
  press('End')
  expect(document.activeElement).toBe(first())
  const dropped = first()
  if (dropped) fireEvent.click(dropped)
  expect(onMove.mock.calls).toEqual([['0', '79', null]])
})
