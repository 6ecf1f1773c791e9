import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type CompanyConfig, config } from '#contract/config.ts'
import { type Faq, faq } from '#contract/faq.ts'
import { KEPT_REPLIES, keptReplyKey } from '#src/api/query-keys.ts'
import { CompanyProvider } from '#src/features/company/company-context.tsx'
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
const THEME = {} as CompanyConfig['general']['theme']

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

test('the company’s number and address come first', async () => {
  const test = aReader([FAQ])
  const company = {
    company_name: 'Ridgeway',
    contact_phone: '01422 555 010',
    contact_email: 'office@example.com',
  }
  test.server.on(config.get, () => ({
    app_env: 'test',
    card_key: null,
    announcement: null,
    maintenance: null,
    error_log: false,
    general: { ...company, theme: THEME },
  }))
  renderOn(
    test,
    <CompanyProvider api={test.server.api}>
      <Screen />
    </CompanyProvider>,
    { path: '/other/faq' },
  )
  await screen.findByText('Until its cut-off.')
  const call = await screen.findByRole('link', { name: 'Call 01422 555 010' })
  expect(call.getAttribute('href')).toBe('tel:01422555010')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['tel:01422555010', 'mailto:office@example.com'])
  const first = screen.getByRole('searchbox')
  expect(call.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('questions that fail to load are not shown as an empty list', async () => {
  renderOn(aTestDevice(), <Screen />, { path: '/other/faq' })
  expect(await screen.findByText(/The questions could not be loaded/)).toBeTruthy()
})

test('questions are stored on the device for offline use', () => {
  expect(KEPT_REPLIES).toContain(keptReplyKey(faq.list)[0])
})
