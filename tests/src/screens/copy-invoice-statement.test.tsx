import { Blob as NodeBlob } from 'node:buffer'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type PaperworkDocument, paperwork } from '#contract/paperwork.ts'
import { Screen } from '#src/screens/accounts/copy-invoice-statement.tsx'
import { keepChoice } from '#src/store/choice.ts'
import { clearCaches } from '#src/store/clearing.ts'
import { findKeptFile, keepDocument, keptDocumentsQuery } from '#src/store/kept-documents.ts'
import { refusal } from '#tests/support/fake-api.ts'
import { aCustomer, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

const PATH = '/accounts/copy-invoice-statement'
const customer = aCustomer()

const OVERDUE = { overdueCount: 3, overdueFrom: '2026-01-05' }

const anInvoice = (parts: Partial<PaperworkDocument> = {}): PaperworkDocument => ({
  invoiceNo: 'INV500001',
  kind: 'invoice',
  day: '2026-11-02',
  orderNo: '100001',
  poNumber: '',
  creditedInvoiceNo: null,
  netPence: 10_000,
  vatPence: 2_000,
  totalPence: 12_000,
  dueDay: '2026-12-02',
  owedPence: 12_000,
  overdue: false,
  ...parts,
})

// jsdom has no blob URLs, and its blobs cannot be read.
beforeEach(() => {
  vi.stubGlobal('Blob', NodeBlob)
  URL.createObjectURL = vi.fn(() => 'blob:a-document')
  URL.revokeObjectURL = vi.fn()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
})

const pdf = () => new Blob(['%PDF-1.7'], { type: 'application/pdf' })

const anOffice = async (documents: PaperworkDocument[] = [anInvoice()]) => {
  const test = aTestDevice()
  await keepChoice(test.user.database, { customer, deliveryDay: null, trollyId: null })
  test.server.on(paperwork.copyInvoiceListOrders, ({ query }) => {
    const { page = 1, pageLength = 24 } = query ?? {}
    const data = documents.slice((page - 1) * pageLength, page * pageLength)
    return {
      data,
      total: documents.length,
      page,
      pageLength,
      balancePence: 12_000,
      overduePence: 4_000,
      ...OVERDUE,
    }
  })
  test.server.on(paperwork.copyInvoice, pdf)
  test.server.on(paperwork.copyStatement, pdf)
  const open = () => renderOn(test, <Screen />, { path: PATH })
  return { test, open, ...open() }
}

test('overdue invoices come first in red, and the figures filter the list', async () => {
  const late = anInvoice({ invoiceNo: 'INV500009', dueDay: '2026-11-02', overdue: true })
  const { test } = await anOffice([late, anInvoice()])
  expect((await screen.findByText('Overdue since Mon 2 Nov')).closest('[data-tone]')).toMatchObject({
    dataset: { tone: 'red' },
  })
  const asked = () =>
    test.server.calls.findLast(({ endpoint }) => endpoint === paperwork.copyInvoiceListOrders)?.input.query
  expect(asked()).toMatchObject({ sort_by: 'overdue' })

  await userEvent.click(screen.getByRole('button', { name: 'Overdue 3: £40.00' }))
  // The oldest is from before the period.
  await waitFor(() => expect(asked()).toMatchObject({ state: 'overdue', start_date: '2026-01-05' }))
  // On a phone, which folds the filters away.
  expect((await screen.findByText('2 documents')).parentElement?.textContent).toBe('2 documents· Overdue')
  const figure = await screen.findByRole('button', { name: 'Overdue 3: £40.00', pressed: true })
  await userEvent.click(screen.getByRole('button', { name: 'Balance: £120.00', pressed: false }))
  await waitFor(() => expect(asked()).toMatchObject({ state: 'unpaid' }))
  await userEvent.click(figure)
  await waitFor(() => expect(asked()).toMatchObject({ state: 'overdue' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Overdue 3: £40.00', pressed: true }))
  await waitFor(() => expect(asked()).not.toHaveProperty('state'))
})

test('all documents are selected for one ZIP file, up to as many as it holds', async () => {
  const documents = Array.from({ length: 120 }, (_, at) => anInvoice({ invoiceNo: `INV5${1000 + at}` }))
  const { test } = await anOffice(documents)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select INV51000' }))
  const bar = within(screen.getByRole('group', { name: 'Selected rows' }))
  await userEvent.click(bar.getByRole('button', { name: 'Select first 100' }))
  expect(bar.getByRole('status').textContent).toBe('100 of 120 documents selected')
  await userEvent.click(bar.getByRole('button', { name: 'Save as ZIP' }))
  await waitFor(() =>
    expect(test.server.calls.at(-1)?.input.body).toMatchObject({
      invoice_no: documents.slice(0, 100).map(({ invoiceNo }) => invoiceNo),
    }),
  )
})

const openFirst = async () => userEvent.click(await screen.findByRole('button', { name: 'INV500001' }))
const opened = () => screen.findByRole('dialog', { name: 'Invoice INV500001' })

test('an invoice is opened, stored on the device and opened again offline', async () => {
  const { test, open, unmount } = await anOffice()
  await openFirst()
  const link = await within(await opened()).findByRole('link', { name: 'Open PDF' })
  expect(link.getAttribute('href')).toBe('blob:a-document')
  expect(within(await opened()).getAllByText('£120.00').length).toBeGreaterThan(0)
  await waitFor(() => expect(screen.getByText(/Saved on this device/)).toBeDefined())
  unmount()

  test.server.cut(paperwork.copyInvoiceListOrders)
  test.server.cut(paperwork.copyInvoice)
  open()
  expect(await screen.findByText(/documents you opened on this device/)).toBeDefined()
  await openFirst()
  expect(await within(await opened()).findByRole('link', { name: 'Open PDF' })).toBeDefined()
})

test('a credit note’s amounts are all below zero, and its file has raw numbers and ISO dates', async () => {
  const credit = anInvoice({ invoiceNo: 'CRN1', kind: 'credit_note', dueDay: null, owedPence: 0 })
  await anOffice([credit, anInvoice({ totalPence: 201_713 })])
  await userEvent.click(await screen.findByRole('button', { name: 'CRN1' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Credit note CRN1' }))
  const fact = (term: string) => sheet.getByText(term).nextSibling?.textContent
  expect([fact('Excluding VAT'), fact('VAT'), fact('Total')]).toEqual(['-£100.00', '-£20.00', '-£120.00'])
  await userEvent.keyboard('{Escape}')

  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(URL.createObjectURL).toHaveBeenCalledWith(expect.any(NodeBlob)))
  const file = vi.mocked(URL.createObjectURL).mock.lastCall?.[0] as Blob
  expect((await file.text()).split('\r\n').slice(1)).toEqual([
    'CRN1,Credit note,2026-11-02,100001,,-120.00',
    'INV500001,Invoice,2026-11-02,100001,Due 2026-12-02,2017.13',
    '',
  ])
})

test('an invoice can be saved as a template, but not one stored by an earlier build', async () => {
  const ids = { id: '0190b5a0-0000-7000-8000-0000000000b2', orderId: '0190b5a0-0000-7000-8000-0000000000b1' }
  const { test } = await anOffice([anInvoice(ids), anInvoice({ invoiceNo: 'INV500002' })])
  await userEvent.click(await screen.findByRole('button', { name: 'INV500002' }))
  const other = within(await screen.findByRole('dialog', { name: 'Invoice INV500002' }))
  expect(await other.findByRole('link', { name: 'Open PDF' })).toBeDefined()
  expect(other.queryByRole('button', { name: 'Save as template' })).toBeNull()
  await userEvent.keyboard('{Escape}')

  await openFirst()
  await userEvent.click(await within(await opened()).findByRole('button', { name: 'Save as template' }))
  const form = within(await screen.findByRole('dialog', { name: 'Save as template' }))
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Friday bar')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await test.user.database.outbox.toArray()).toMatchObject([
    {
      operation: {
        kind: 'create',
        name: 'Friday bar',
        items: [],
        document: { orderId: ids.orderId, documentId: ids.id },
      },
    },
  ])
})

test('a document that fails to load says why and can be retried', async () => {
  const { test } = await anOffice()
  test.server.cut(paperwork.copyInvoice)
  await openFirst()
  const sheet = within(await opened())
  expect(await sheet.findByText(/The document could not be loaded\. We couldn’t reach/)).toBeDefined()
  expect(sheet.queryByRole('link', { name: 'Open PDF' })).toBeNull()
  test.server.on(paperwork.copyInvoice, pdf)
  await userEvent.click(sheet.getByRole('button', { name: 'Try again' }))
  expect(await sheet.findByRole('link', { name: 'Open PDF' })).toBeDefined()
})

test('a list that fails without a stored copy says so instead of showing nothing', async () => {
  const { test, open, unmount } = await anOffice()
  await screen.findByRole('button', { name: 'INV500001' })
  unmount()
  test.server.cut(paperwork.copyInvoiceListOrders)
  open()
  expect(await screen.findByText(/The documents could not be loaded/)).toBeDefined()
  expect(screen.queryByText(/No documents in this period/)).toBeNull()
})

test('a period without documents offers the last year', async () => {
  const { test } = await anOffice([])
  const asked: unknown[] = []
  test.server.on(paperwork.copyInvoiceListOrders, ({ query }) => {
    asked.push(query?.start_date)
    return { data: [], total: 0, page: 1, pageLength: 24, balancePence: 0, overduePence: 0 }
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show the last year' }))
  await waitFor(() => expect(asked.at(-1)).toBe('2025-12-03'))
})

test('an overdue invoice says so in words', async () => {
  const late = anInvoice({ overdue: true, dueDay: '2026-11-19', owedPence: 4_000 })
  await anOffice([late, anInvoice({ invoiceNo: 'INV500002', owedPence: 0 })])
  expect(await screen.findByText('Overdue since Thu 19 Nov')).toBeDefined()
  expect(screen.getAllByText('£40.00 to pay')).toHaveLength(1)
  expect(screen.getByText('Paid')).toBeDefined()
  expect(screen.getByText('£40.00')).toBeDefined()
})

test('several documents are saved as one ZIP file, and a refusal is reported', async () => {
  const { test } = await anOffice([anInvoice(), anInvoice({ invoiceNo: 'INV500002' })])
  await screen.findByRole('button', { name: 'INV500001' })
  for (const box of screen.getAllByRole('checkbox', { name: /INV50000/ })) await userEvent.click(box)
  await userEvent.click(screen.getByRole('button', { name: 'Save as ZIP' }))
  await waitFor(() =>
    expect(test.server.calls.at(-1)?.input.body).toEqual({
      delivery_account_no: customer.id,
      invoice_no: ['INV500001', 'INV500002'],
    }),
  )
  test.server.on(paperwork.copyInvoice, () => {
    throw refusal('document_not_found')
  })
  await userEvent.click(screen.getByRole('checkbox', { name: /INV500001/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save as ZIP' }))
  expect(await screen.findByText('refused: document_not_found')).toBeDefined()
})

test('invoices and credit notes are saved as e-invoices; delivery notes have none', async () => {
  const note = anInvoice({ invoiceNo: 'DN100001', kind: 'delivery_note' })
  const { test } = await anOffice([anInvoice(), note])
  await userEvent.click(await screen.findByRole('checkbox', { name: /DN100001/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save e-invoices' }))
  expect(await screen.findByText('Delivery notes have no e-invoice.')).toBeDefined()
  if (!screen.getByRole('checkbox', { name: /DN100001/ }).matches(':checked'))
    await userEvent.click(screen.getByRole('checkbox', { name: /DN100001/ }))
  await userEvent.click(screen.getByRole('checkbox', { name: /INV500001/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save e-invoices' }))
  await waitFor(() =>
    expect(test.server.calls.at(-1)?.input.body).toEqual({
      delivery_account_no: customer.id,
      invoice_no: ['INV500001'],
      format: 'ubl',
    }),
  )
})

test('the statement covers the chosen period; offline, a stored one is shown', async () => {
  const { test } = await anOffice()
  await userEvent.click(await screen.findByRole('button', { name: 'Statement' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Statement' }))
  await sheet.findByRole('link', { name: 'Open PDF' })
  const asked = test.server.calls.filter(({ endpoint }) => endpoint === paperwork.copyStatement)
  expect(asked[0]?.input.body).toMatchObject({ delivery_account_no: customer.id })
  await waitFor(() => expect(sheet.getByText(/Saved on this device/)).toBeDefined())
  await userEvent.keyboard('{Escape}')
  test.server.cut(paperwork.copyStatement)
  await userEvent.click(await screen.findByRole('button', { name: 'Statement' }))
  expect(await screen.findByText(/Saved on this device/)).toBeDefined()
})

test('signing out deletes the stored documents, and the oldest make room for new ones', async () => {
  const { database } = aTestDevice().user
  for (let at = 0; at <= 100; at += 1) {
    const no = `INV${at}`
    await keepDocument(database, { customerId: 'A', no, document: null, keptAt: at }, pdf())
  }
  expect(await keptDocumentsQuery('A').read(database)).toHaveLength(100)
  expect(await findKeptFile(database, { customerId: 'A', no: 'INV0' })).toBeUndefined()
  expect((await findKeptFile(database, { customerId: 'A', no: 'INV100' }))?.type).toBe('application/pdf')
  await clearCaches(database)
  expect(await keptDocumentsQuery('A').read(database)).toEqual([])
  expect(await findKeptFile(database, { customerId: 'A', no: 'INV100' })).toBeUndefined()
})
