import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'

const DEFAULTS = { sort: 'name' }

function Page() {
  const { request, change } = useListAddress(DEFAULTS)
  return (
    <>
      <output>{JSON.stringify([request.text, request.filters])}</output>
      <button type="button" onClick={() => change({ filters: { ...request.filters, kind: 'new' } })}>
        New
      </button>
      <button type="button" onClick={() => change({ text: 'milk' })}>
        Type
      </button>
    </>
  )
}

it('builds a change on the one before while the data of that one are still loading, and shows both at once', async () => {
  let arrive = () => {}
  const data = new Promise<null>((resolve) => {
    arrive = () => resolve(null)
  })
  const router = createMemoryRouter([
    { path: '/', element: <Page />, loader: ({ request }) => (request.url.includes('?') ? data : null) },
  ])
  render(<RouterProvider router={router} />)
  fireEvent.click(await screen.findByRole('button', { name: 'New' }))
  fireEvent.click(screen.getByRole('button', { name: 'Type' }))
  expect(screen.getByRole('status').textContent).toBe('["milk",{"kind":"new"}]')
  expect(router.state.location.search).toBe('')
  arrive()
  await waitFor(() => expect(router.state.location.search).toBe('?q=milk&kind=new'))
  expect(screen.getByRole('status').textContent).toBe('["milk",{"kind":"new"}]')
})
