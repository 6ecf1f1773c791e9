import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import { FAQ_KEY, type Faq, faq } from '#contract/faq.ts'
import { ApiError } from '#src/api/api-error.ts'
import { Screen } from '#src/screens/maintenance/faq-maintenance.tsx'
import { refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const PATH = '/maintenance/faq-maintenance'

const aFaq = (parts: Partial<Faq> = {}): Faq => ({
  id: uuidv7(),
  subject: 'Ordering',
  question: 'How late can I change an order?',
  answer: 'Until its cut-off.',
  audience: 'everyone',
  position: 1,
  version: 1,
  updated_at: '2026-11-20T09:00:00.000Z',
  deleted: false,
  ...parts,
})

/** A server with questions, as far as the screens need one. */
const anOffice = (...faqs: Faq[]) => {
  const test = aTestDevice({ user: aUser({ account_type: 'ST' }) })
  const searches: BodyOf<typeof faq.search>[] = []
  const setDeleted = (id: string | undefined, deleted: boolean): Faq => {
    const at = faqs.findIndex((each) => each.id === id)
    const found = faqs[at]
    if (!found) throw refusal('record_not_found')
    faqs[at] = { ...found, deleted }
    return { ...found, deleted }
  }
  test.server.on(faq.search, ({ body = {} }) => {
    searches.push(body)
    const data = faqs.filter(
      (each) => each.deleted === (body.state === 'deleted') && each.question.includes(body.queryString ?? ''),
    )
    return { data, total: data.length, page: body.page ?? 1, pageLength: 24 }
  })
  test.server.on(faq.viewers, () => ({ others: [] }))
  test.server.on(faq.remove, ({ params, body }) => {
    expect(body).toEqual({ key: FAQ_KEY })
    return setDeleted(params?.id, true)
  })
  test.server.on(faq.restore, ({ params }) => setDeleted(params?.id, false))
  test.server.on(faq.create, ({ body }) => {
    const { key: _, ...fields } = body ?? ({} as never)
    const added = aFaq(fields)
    faqs.push(added)
    return added
  })
  return { test, faqs, searches }
}

/** In one go: typing letter by letter takes seconds. */
const fill = async (field: HTMLElement, text: string) => {
  await userEvent.click(field)
  await userEvent.paste(text)
}

const open = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog'))
}

test('a question is added, with errors of the schema and the server beside their fields', async () => {
  const { test, faqs } = anOffice()
  renderOn(test, <Screen />, { path: PATH })
  expect(await screen.findByText('There are no questions yet. Add the first one.')).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: 'Add question' })[0] as HTMLElement)
  const form = within(await screen.findByRole('dialog', { name: 'New question' }))
  await fill(form.getByLabelText('Subject'), 'Delivery')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  const alert = await form.findByRole('alert')
  expect(
    within(alert)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Question cannot be blank', 'Answer cannot be blank'])
  expect(document.activeElement).toBe(alert)

  await fill(form.getByLabelText('Question'), 'Do you come on Sundays?')
  await fill(form.getByLabelText('Answer'), 'No.')
  test.server.on(faq.create, () => {
    const error = refusal('invalid_request')
    Object.assign(error.reply as object, { errors: [{ path: 'body/answer', message: 'must be longer' }] })
    throw error
  })
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByRole('link', { name: 'Answer must be longer' })).toBeTruthy()
  expect(form.getByLabelText('Answer').getAttribute('aria-invalid')).toBe('true')

  const ids: string[] = []
  test.server.on(faq.create, ({ body }) => {
    ids.push(body?.id ?? '')
    if (ids.length === 1) throw new ApiError({ status: 0, code: 'no_reply', message: 'No connection' })
    const { key, ...fields } = body ?? ({} as never)
    expect(key).toBe(FAQ_KEY)
    faqs.push(aFaq(fields))
    return aFaq(fields)
  })
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('No connection')).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: 'Do you come on Sundays?' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  // A lost reply does not cause a second question.
  expect(new Set(ids).size).toBe(1)
  expect(faqs[0]).toMatchObject({ subject: 'Delivery', audience: 'everyone', position: 1 })
})

test('a question changed by someone else is overwritten only on saving again', async () => {
  const mine = aFaq()
  const { test } = anOffice(mine)
  const versions: number[] = []
  test.server.on(faq.update, ({ body }) => {
    versions.push(body?.version ?? 0)
    if (body?.version === 1) {
      const error = refusal('version_mismatch')
      Object.assign(error.reply as object, { record: { ...mine, version: 2 } })
      throw error
    }
    return { ...mine, version: 3 }
  })
  renderOn(test, <Screen />, { path: PATH })
  const form = await open(mine.question)
  await fill(form.getByLabelText('Answer'), ' Ring us after it.')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(/Someone else has changed this question/)).toBeTruthy()
  expect((form.getByLabelText('Answer') as HTMLTextAreaElement).value).toContain('Ring us')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(versions).toEqual([1, 2])
})

test('a question whose first save was not answered is saved as it was edited since, and is nobody else’s', async () => {
  const before = aFaq()
  const { test } = anOffice(before)
  let kept = before
  const answers: (string | undefined)[] = []
  test.server.on(faq.update, ({ body }) => {
    const { key, version, ...fields } = body ?? ({} as never)
    expect(key).toBe(FAQ_KEY)
    answers.push(fields.answer)
    if (version !== kept.version) {
      const error = refusal('version_mismatch')
      Object.assign(error.reply as object, { record: kept })
      throw error
    }
    kept = { ...kept, ...fields, version: kept.version + 1 }
    if (answers.length === 1) throw new ApiError({ status: 0, code: 'no_reply', message: 'No connection' })
    return kept
  })
  renderOn(test, <Screen />, { path: PATH })
  const form = await open(before.question)
  await fill(form.getByLabelText('Answer'), ' Ring us')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('No connection')).toBeTruthy()
  await fill(form.getByLabelText('Answer'), ' after it.')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(kept).toMatchObject({ answer: 'Until its cut-off. Ring us after it.', version: 3 })
})

test('unsaved input can be brought back', async () => {
  const { test } = anOffice(aFaq())
  renderOn(test, <Screen />, { path: PATH })
  const form = await open('How late can I change an order?')
  await fill(form.getByLabelText('Question'), ' Really?')
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  const again = within(await screen.findByRole('dialog'))
  await waitFor(() =>
    expect((again.getByLabelText('Question') as HTMLInputElement).value).toBe(
      'How late can I change an order? Really?',
    ),
  )
})

test('closing an untouched form says nothing', async () => {
  const { test } = anOffice(aFaq())
  renderOn(test, <Screen />, { path: PATH })
  const form = await open('How late can I change an order?')
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByText('Your changes were not saved')).toBeNull()
})

test('deleting offers an undo, and several questions share one message', async () => {
  const { test, faqs } = anOffice(
    aFaq({ question: 'One?' }),
    aFaq({ question: 'Two?' }),
    aFaq({ question: 'Three?' }),
  )
  renderOn(test, <Screen />, { path: PATH })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select One?' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Two?' }))
  expect(screen.getByRole('group', { name: 'Selected rows' }).textContent).toContain('2 questions selected')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('2 questions deleted')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'One?' })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'One?' })).toBeTruthy()
  expect(faqs.every(({ deleted }) => !deleted)).toBe(true)
})

test('a deleted question can be read and restored', async () => {
  const { test, faqs } = anOffice(aFaq({ deleted: true }))
  renderOn(test, <Screen />, { path: `${PATH}?state=deleted` })
  const detail = await open('How late can I change an order?')
  expect(detail.getByText('Until its cut-off.')).toBeTruthy()
  await userEvent.click(detail.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('Question restored')).toBeTruthy()
  expect(faqs[0]?.deleted).toBe(false)
})

test('search, filters and order are kept in the address and read from it', async () => {
  const { test, searches } = anOffice(aFaq())
  renderOn(test, <Screen />, { path: `${PATH}?audience=staff&sort=-updated_at&page=2` })
  await screen.findByRole('button', { name: 'How late can I change an order?' })
  expect(searches.at(-1)).toMatchObject({ audience: 'staff', sort_by: 'updated_at_descending', page: 2 })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search questions' }), 'zzz')
  expect(await screen.findByText('No questions match your search and filters.')).toBeTruthy()
  expect(searches.at(-1)).toMatchObject({ queryString: 'zzz', audience: 'staff', page: 1 })
  await waitFor(() =>
    expect(screen.getByTestId('address').textContent).toBe(`${PATH}?q=zzz&audience=staff&sort=-updated_at`),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Question' }))
  await waitFor(() => expect(searches.at(-1)).toMatchObject({ sort_by: 'question' }))
  expect(screen.getByRole('columnheader', { name: 'Question' }).getAttribute('aria-sort')).toBe('ascending')
})

test('the keyboard reaches the rows from the search, selects and opens', async () => {
  const { test } = anOffice(aFaq({ question: 'One?' }), aFaq({ question: 'Two?' }))
  renderOn(
    test,
    <main>
      <Screen />
    </main>,
    { path: PATH },
  )
  await screen.findByRole('button', { name: 'One?' })
  screen.getByRole('searchbox').focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('One?')
  await userEvent.keyboard('{ArrowDown}x')
  expect(screen.getByRole('group', { name: 'Selected rows' }).textContent).toContain('1 question selected')
  expect(document.activeElement?.textContent).toBe('Two?')
  await userEvent.keyboard('{Home}{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Edit question' })).toBeTruthy()
})

test('a failure is not an empty list, and earlier rows stay with their age', async () => {
  const { test } = anOffice(aFaq())
  const answer = test.server
  renderOn(test, <Screen />, { path: PATH })
  await screen.findByRole('button', { name: 'How late can I change an order?' })
  answer.cut(faq.search)
  await userEvent.type(screen.getByRole('searchbox'), 'x')
  expect(await screen.findByText(/The questions could not be loaded/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
