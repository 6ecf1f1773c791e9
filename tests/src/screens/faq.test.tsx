import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Faq, faq } from '#contract/faq.ts'
import { KEPT_REPLIES, keptReplyKey } from '#src/api/query-keys.ts'
import { Screen } from '#src/screens/other/faq.tsx'
import { aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

const FAQ: Faq = {
  id: '01900000-0000-7000-8000-000000000001',
  subject: 'Ordering',
  question: 'How late can I change an order?',
  answer: 'Until its cut-off.',
  audience: 'everyone',
  position: 1,
  version: 1,
  updated_at: '2026-11-20T09:00:00.000Z',
  deleted: false,
}
const aReader = (data: Faq[]) => {
  const test = aTestDevice()
  test.server.on(faq.list, () => ({ data, total: data.length, page: 1, pageLength: 24 }))
  return test
}

test('questions are grouped by subject and found by words of the answer', async () => {
  renderOn(
    aReader([
      { ...FAQ, id: 'b', subject: 'Delivery', question: 'Do you come on Sundays?', answer: 'Never.' },
      FAQ,
    ]),
    <Screen />,
    { path: '/other/faq' },
  )
  expect((await screen.findAllByRole('heading', { level: 2 })).map((each) => each.textContent)).toEqual([
    'Delivery',
    'Ordering',
  ])
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search questions' }), 'cut off')
  expect(screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)).toEqual(['Ordering'])
  expect(screen.getByText('1 question')).toBeTruthy()
  expect(screen.getByText('Until its cut-off.').closest('details')?.open).toBe(true)
  await userEvent.type(screen.getByRole('searchbox'), ' penguins')
  expect(screen.getByText(/No questions match “cut off penguins”/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'See all questions' }))
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(2)
})

test('questions that fail to load are not shown as an empty list', async () => {
  renderOn(aTestDevice(), <Screen />, { path: '/other/faq' })
  expect(await screen.findByText(/The questions could not be loaded/)).toBeTruthy()
})

test('questions are stored on the device for offline use', () => {
  expect(KEPT_REPLIES).toContain(keptReplyKey(faq.list)[0])
})
