import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef, useState } from 'react'
import { expect, test } from 'vitest'
import type { ListRequest } from '#src/ui/kit/list/list-request.ts'
import { ListToolbar } from '#src/ui/kit/list/list-toolbar.tsx'
import { renderPart } from '#tests/src/ui/render.tsx'

const NOTHING: ListRequest = { text: '', filters: {}, sort: 'name', descending: false, page: 1 }

/** A toolbar whose address changes only when told to, as on a slow phone. */
const aSlowToolbar = () => {
  const written: string[] = []
  let arrive: (text: string) => void = () => {}
  const Slow = () => {
    const [request, setRequest] = useState(NOTHING)
    arrive = (text) => act(() => setRequest({ ...NOTHING, text }))
    const change = ({ text = '' }: Partial<ListRequest>): void => {
      written.push(text)
    }
    return (
      <ListToolbar address={{ request, change }} columns={[]} noun={['order', 'orders']} page={createRef()} />
    )
  }
  renderPart(<Slow />)
  return { written, arrive: (text: string) => arrive(text) }
}

const field = () => screen.getByRole('searchbox', { name: 'Search orders' })

test('does not overwrite what is typed while the address catches up', async () => {
  const user = userEvent.setup()
  const { written, arrive } = aSlowToolbar()
  await user.type(field(), '10')
  await expect.poll(() => written).toEqual(['10'])
  await user.type(field(), '98')
  await expect.poll(() => written).toEqual(['10', '1098'])
  await user.type(field(), '07')
  arrive('10')
  expect(field()).toHaveProperty('value', '109807')
  arrive('1098')
  expect(field()).toHaveProperty('value', '109807')
  await expect.poll(() => written).toEqual(['10', '1098', '109807'])
})

test('shows the text of an address that was changed elsewhere', async () => {
  const user = userEvent.setup()
  const { written, arrive } = aSlowToolbar()
  await user.type(field(), 'milk')
  await expect.poll(() => written).toEqual(['milk'])
  arrive('milk')
  arrive('')
  expect(field()).toHaveProperty('value', '')
  arrive('milk')
  expect(field()).toHaveProperty('value', 'milk')
})
