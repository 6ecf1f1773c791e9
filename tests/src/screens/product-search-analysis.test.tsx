import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import { productSearch, type SearchTerm } from '#contract/product-search.ts'
import { type ProductSearchAnalysis, productSearchAnalysis } from '#contract/product-search-analysis.ts'
import type { AccountType } from '#domain/user.ts'
import { Screen } from '#src/screens/reports/product-search-analysis.tsx'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const PATH = '/reports/product-search-analysis?from=2026-11-01&to=2026-11-02'

const ANALYSIS: ProductSearchAnalysis = {
  data: [
    {
      term: 'butter',
      searches: 1_200,
      customers: 40,
      noResult: 0,
      added: 900,
      topProduct: { product_no: '10234', name: 'Salted Butter', searches: 700 },
      lastSearchedAt: '2026-11-02T09:00:00.000Z',
    },
    {
      term: 'bog roll',
      searches: 12,
      customers: 3,
      noResult: 12,
      added: 0,
      topProduct: null,
      lastSearchedAt: '2026-11-01T09:00:00.000Z',
    },
  ],
  total: 2,
  page: 1,
  pageLength: 24,
  totals: { searches: 1_212, noResult: 12, added: 900 },
  days: [
    { day: '2026-11-01', searches: 600, noResult: 10 },
    { day: '2026-11-02', searches: 612, noResult: 2 },
  ],
}

const aReport = (account_type: AccountType = 'ST') => {
  const test = aTestDevice({ user: aUser({ account_type }) })
  const asked: BodyOf<typeof productSearchAnalysis.analyse>[] = []
  const saved: SearchTerm[] = []
  test.server.on(productSearchAnalysis.analyse, ({ body }) => {
    if (body) asked.push(body)
    return ANALYSIS
  })
  test.server.on(productSearch.searchTerms, () => ({
    cursor: 'c',
    terms: [{ typed: 'Bog Roll', means: ['toilet paper'], bothWays: true }],
  }))
  test.server.on(productSearch.saveSearchTerm, ({ body }) => {
    if (body) saved.push(body)
    return body as SearchTerm
  })
  return { test, asked, saved }
}

test('the report shows the key figures, the days as a table, and the terms', async () => {
  const { test, asked } = aReport()
  renderOn(test, <Screen />, { path: PATH })
  expect(await screen.findByText('1,212')).toBeTruthy()
  expect(screen.getByText('1%')).toBeTruthy()
  expect(screen.getByText('74%')).toBeTruthy()
  const days = within(screen.getByRole('table', { name: 'Searches per day', hidden: true }))
  expect(days.getAllByRole('row', { hidden: true }).map((row) => row.textContent)).toEqual([
    'DayWith resultsNo results',
    'Sun 1 Nov59010',
    'Mon 2 Nov6102',
  ])
  expect(screen.getByRole('button', { name: 'butter' })).toBeTruthy()
  expect(screen.getByText('Salted Butter')).toBeTruthy()
  expect(asked[0]).toMatchObject({
    created_start_date: '2026-11-01',
    created_end_date: '2026-11-02',
    sort_by: 'searches_descending',
  })
})

test('the file also has the code of the product most often added', async () => {
  const { test } = aReport()
  const files: Blob[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  onTestFinished(() => click.mockRestore())
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
      revokeObjectURL: () => {},
    }),
  )
  renderOn(test, <Screen />, { path: PATH })
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  const [head, butter, rolls] = ((await files[0]?.text()) ?? '').split('\r\n')
  expect(head).toContain('Most often added,Last searched,Its product code,Searches that led to it')
  expect(butter).toMatch(/^butter,1200,40,0,900,Salted Butter,.*,10234,700$/)
  expect(rolls).toMatch(/^bog roll,12,3,12,0,,.*,,0$/)
})

test('a period is chosen by length and kept in the address', async () => {
  const { test, asked } = aReport()
  renderOn(test, <Screen />, { path: PATH })
  await screen.findByText('1,212')
  await userEvent.click(screen.getByRole('radio', { name: '7 days' }))
  await waitFor(() => expect(asked.length).toBeGreaterThan(1))
  const { created_start_date: from = '', created_end_date: to = '' } = asked.at(-1) ?? {}
  expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(6)
  await waitFor(() => expect(screen.getByTestId('address').textContent).toContain(`from=${from}&to=${to}`))
})

test('a From after To is told at its field, and the rows of the last period stay', async () => {
  const { test, asked } = aReport()
  renderOn(test, <Screen />, { path: PATH })
  await screen.findByText('1,212')
  const [requests, address] = [asked.length, screen.getByTestId('address').textContent]
  const from = screen.getByLabelText<HTMLInputElement>('From')
  fireEvent.change(from, { target: { value: '2026-11-09' } })
  expect(from.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('From must be the same as or before To')).toBeTruthy()
  expect(screen.getByText('1,212')).toBeTruthy()
  expect(screen.getByTestId('address').textContent).toBe(address)
  expect(asked).toHaveLength(requests)
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-10' } })
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({
      created_start_date: '2026-11-09',
      created_end_date: '2026-11-10',
    }),
  )
  expect(screen.queryByText('From must be the same as or before To')).toBeNull()
})

test('a term gets an additional synonym, which can be undone', async () => {
  const { test, saved } = aReport()
  renderOn(test, <Screen />, { path: PATH })
  await userEvent.click(await screen.findByRole('button', { name: 'bog roll' }))
  const means = await screen.findByLabelText<HTMLTextAreaElement>('Also find')
  expect(means.value).toBe('toilet paper')
  await userEvent.type(means, '\ntoilet tissue')
  await userEvent.click(screen.getByRole('button', { name: 'Save synonyms' }))
  expect(await screen.findByText('“bog roll” now also finds toilet paper, toilet tissue')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(saved).toEqual([
      { typed: 'bog roll', means: ['toilet paper', 'toilet tissue'], bothWays: true },
      { typed: 'bog roll', means: ['toilet paper'], bothWays: true },
    ]),
  )
})

test('a customer can read the report but change nothing', async () => {
  const { test } = aReport('C2')
  renderOn(test, <Screen />, { path: PATH })
  expect(await screen.findByText('butter')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'butter' })).toBeNull()
})
