import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type PaperworkDocument, paperwork } from '#contract/paperwork.ts'
import { OverdueNotice } from '#src/features/paperwork/overdue-notice.tsx'
import { aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

const OVERDUE: PaperworkDocument = {
  invoiceNo: 'INV500001',
  kind: 'invoice',
  day: '2026-10-20',
  orderNo: '100001',
  poNumber: '',
  creditedInvoiceNo: null,
  netPence: 10_000,
  vatPence: 2_000,
  totalPence: 12_000,
  dueDay: '2026-11-19',
  owedPence: 12_000,
  overdue: true,
}

const shown = (data: PaperworkDocument[], total = data.length) => {
  const test = aTestDevice()
  test.server.on(paperwork.copyInvoiceListOrders, () => ({
    data,
    total,
    page: 1,
    pageLength: 1,
    balancePence: 50_000,
    overduePence: 12_000,
  }))
  renderOn(test, <OverdueNotice customerId="200101" />)
  return test
}

test('an overdue invoice is shown with its amount and a link to the list', async () => {
  const { server } = shown([OVERDUE])
  expect(
    await screen.findByText('An invoice for £120.00 is overdue. It was due on Thu 19 Nov.'),
  ).toBeDefined()
  expect(screen.getByRole('link', { name: 'See invoices' }).getAttribute('href')).toContain(
    'state=overdue&from=2026-10-20',
  )
  expect(server.calls[0]?.input.query).toMatchObject({ delivery_account_no: '200101', state: 'overdue' })
})

test('several overdue invoices are shown together', async () => {
  shown([OVERDUE], 3)
  expect(
    await screen.findByText('3 invoices are overdue, £120.00 in total. The oldest was due on Thu 19 Nov.'),
  ).toBeDefined()
})

test('nothing is shown without overdue invoices, or offline', async () => {
  const { server } = shown([])
  await waitFor(() => expect(server.calls).toHaveLength(1))
  expect(screen.queryByRole('link')).toBeNull()
  const offline = aTestDevice()
  renderOn(offline, <OverdueNotice customerId="200101" />)
  await waitFor(() => expect(offline.server.calls).toHaveLength(1))
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByText(/overdue/)).toBeNull()
})
