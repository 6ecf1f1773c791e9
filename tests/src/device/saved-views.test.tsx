import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { faq } from '#contract/faq.ts'
import { type SavedView, savedViews } from '#contract/saved-views.ts'
import { Screen } from '#src/screens/maintenance/faq-maintenance.tsx'
import { noSignal, refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const PATH = '/maintenance/faq-maintenance'

const aView = (parts: Partial<SavedView> = {}): SavedView => ({
  id: uuidv7(),
  screen: PATH,
  name: 'For staff',
  query: 'audience=staff&sort=-updated_at',
  ...parts,
})

/** A server that keeps views. */
const anOffice = (...kept: SavedView[]) => {
  const device = aTestDevice({ user: aUser({ account_type: 'ST' }) })
  let views = kept
  const bodies: object[] = []
  device.server.on(faq.search, ({ body = {} }) => {
    bodies.push(body)
    return { data: [], total: 0, page: 1, pageLength: 24 }
  })
  device.server.on(savedViews.list, () => ({ data: views }))
  device.server.on(savedViews.save, ({ params, body }) => {
    const view = { id: params?.id ?? '', ...(body as Omit<SavedView, 'id'>) }
    views = [...views.filter(({ id }) => id !== view.id), view]
    return view
  })
  device.server.on(savedViews.remove, ({ params }) => {
    views = views.filter(({ id }) => id !== params?.id)
    return { id: params?.id ?? '' }
  })
  return { device, bodies, views: () => views }
}

const address = () => screen.getByTestId('address').textContent
const choose = async (item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Saved views' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test('the filters and order of a list are saved under a name, and chosen again by one press', async () => {
  const other = aView({ screen: '/maintenance/discounts', name: 'Elsewhere' })
  const { device, bodies, views } = anOffice(other)
  renderOn(device, <Screen />, { path: `${PATH}?sort=-updated_at&page=2&audience=staff` })
  await choose('Save this view')
  const form = within(await screen.findByRole('dialog', { name: 'Save this view' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByRole('link', { name: 'Enter a name' })).toBeTruthy()
  await userEvent.type(form.getByLabelText('Name'), '  For staff ')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  const chip = await screen.findByRole('button', { name: 'For staff' })
  expect(chip.getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(views()).toHaveLength(2))
  expect(views().at(-1)).toEqual(aView({ id: views().at(-1)?.id ?? '' }))
  expect(screen.queryByText('Elsewhere')).toBeNull()

  await userEvent.click(chip)
  await waitFor(() => expect(address()).toBe(PATH))
  expect(chip.getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(chip)
  await waitFor(() => expect(address()).toBe(`${PATH}?audience=staff&sort=-updated_at`))
  expect(bodies.at(-1)).toMatchObject({ audience: 'staff', sort_by: 'updated_at_descending', page: 1 })
})

test('a view is renamed, and removed with an undo; a name is not given twice', async () => {
  const [one, two] = [aView(), aView({ name: 'New', query: 'q=new' })]
  const { device, views } = anOffice(one, two)
  renderOn(device, <Screen />, { path: `${PATH}?${one.query}` })
  await choose('Rename “For staff”')
  const form = within(await screen.findByRole('dialog', { name: 'Rename view' }))
  const name = form.getByLabelText('Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'New')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByRole('link', { name: 'You have a view “New” already' })).toBeTruthy()
  await userEvent.type(name, 'est')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Newest' })
  await choose('Remove “Newest”')
  expect(await screen.findByText('View “Newest” removed')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Newest' })).toBeNull()
  expect(views()).toEqual([two])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Newest' })).toBeTruthy()
  await waitFor(() => expect(views()).toContainEqual({ ...one, name: 'Newest' }))
})

test('what the server refuses is said and taken back', async () => {
  const view = aView()
  const { device } = anOffice(view)
  device.server.on(savedViews.save, () => {
    throw refusal('too_many_views', { message: 'You have 100 saved views.' })
  })
  device.server.on(savedViews.remove, () => {
    throw noSignal()
  })
  renderOn(device, <Screen />, { path: PATH })
  await screen.findByRole('button', { name: 'For staff' })
  await choose('Save this view')
  const form = within(await screen.findByRole('dialog', { name: 'Save this view' }))
  await userEvent.type(form.getByLabelText('Name'), 'All')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('You have 100 saved views.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'All' })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'For staff' }))
  await choose('Remove “For staff”')
  await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThan(0))
  expect(await screen.findByRole('button', { name: 'For staff' })).toBeTruthy()
})

test('the menu is worked by keyboard, and a view of a filter that is gone shows the rest', async () => {
  const { device, bodies } = anOffice(aView({ name: 'Old', query: 'audience=staff&colour=blue' }))
  renderOn(device, <Screen />, { path: PATH })
  const chip = await screen.findByRole('button', { name: 'Old' })
  chip.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(bodies.at(-1)).toMatchObject({ audience: 'staff' }))
  expect(bodies.at(-1)).not.toHaveProperty('colour')
  await userEvent.tab()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Saved views')
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('menuitem', { name: 'Rename “Old”' })
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(await screen.findByText('View “Old” removed')).toBeTruthy()
})

test('a person who is not staff has none, and does not ask for them', async () => {
  const device = aTestDevice({ user: aUser({ account_type: 'DS' }) })
  device.server.on(faq.search, () => ({ data: [], total: 0, page: 1, pageLength: 24 }))
  renderOn(device, <Screen />, { path: PATH })
  await screen.findByText('There are no questions yet. Add the first one.')
  expect(screen.queryByRole('button', { name: 'Saved views' })).toBeNull()
  expect(device.server.calls.some(({ endpoint }) => endpoint === savedViews.list)).toBe(false)
})

test('views that could not be loaded say so, and are asked for again', async () => {
  const { device } = anOffice(aView())
  let asked = 0
  device.server.on(savedViews.list, () => {
    asked += 1
    if (asked === 1) throw refusal('forbidden')
    return { data: [aView()] }
  })
  renderOn(device, <Screen />, { path: PATH })
  await waitFor(() => expect(asked).toBe(1))
  await choose('Your views could not be loaded: try again')
  expect(await screen.findByRole('button', { name: 'For staff' })).toBeTruthy()
})
