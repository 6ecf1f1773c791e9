import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { engineOf } from '#src/features/search/engine/use-engine.ts'
import { aDevice, show } from './search-screen.tsx'

/** React's own record of its last rendering: a new object each time. */
const propsOf = (element: Element) => {
  const name = Object.keys(element).find((key) => key.startsWith('__reactProps$')) ?? 'none'
  return (element as unknown as Record<string, unknown>)[name]
}

const stars = () => screen.findAllByRole('button', { name: /^Favourite: / })

it('a star among the results is set offline, and only its row is drawn again', async () => {
  const test = await aDevice()
  show(test, '?q=chicken')
  await waitFor(async () => expect(await stars()).toHaveLength(2))
  const [star, other] = await stars()
  if (!star || !other) throw new Error('No stars')
  const [before, otherBefore] = [propsOf(star), propsOf(other)]
  fireEvent.click(star)
  await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'))
  expect(propsOf(star)).not.toBe(before)
  expect(propsOf(other)).toBe(otherBefore)
  expect(await test.user.database.outbox.toArray()).toMatchObject([
    { lane: 'favourites:own', operation: { kind: 'star' } },
  ])
})

it('favourites are read for a list, but not for each quantity', async () => {
  const test = await aDevice()
  const read = vi.spyOn(test.user.database.rows, 'where')
  show(test, '?q=chicken')
  await waitFor(async () => expect(await stars()).toHaveLength(2))
  await waitFor(() => expect(engineOf(test.device, test.user).state()).toMatchObject({ complete: true }))
  await waitFor(() => expect(screen.getByLabelText('Products').getAttribute('aria-busy')).not.toBe('true'))
  // For the stars, the search and its counts; the latter two again if the index was not complete at first.
  const forTheList = read.mock.calls.length
  expect(forTheList).toBeLessThanOrEqual(5)
  fireEvent.click(screen.getByRole('button', { name: 'One more of Chicken Thighs' }))
  await waitFor(async () => expect(await test.user.database.outbox.count()).toBe(1))
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Chicken Thighs' }).value).toBe(
      '1',
    ),
  )
  expect(read).toHaveBeenCalledTimes(forTheList)
})
