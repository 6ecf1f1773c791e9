import type { QueryOf } from '#contract/endpoint.ts'
import { type CopyFormat, type PaperworkDocument, paperwork } from '#contract/paperwork.ts'
import { compareCodes } from '#domain/plain-text.ts'
import { inFileName } from '#domain/typed-text.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useFoundRows } from '#src/device/use-found-rows.ts'
import { useLive } from '#src/device/use-live.ts'
import { keptDocumentsQuery } from '#src/store/kept-documents.ts'
import { PAGE_LENGTH, readPages } from '#src/sync/reading.ts'
import { saveFile } from '#src/ui/kit/list/csv.ts'
import type { FoundRows } from '#src/ui/kit/list/found-rows.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'
import type { Period } from '#src/ui/kit/report/period.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

type ListQuery = QueryOf<typeof paperwork.copyInvoiceListOrders>

export const useDocuments = (customerId: string, request: ListRequest, period: Period) => {
  const api = useApi()
  const run = useAction()
  const query = queryOf(customerId, request, period)
  const ask = (asked: ListQuery, calling?: { signal: AbortSignal }) =>
    api.call(paperwork.copyInvoiceListOrders, { query: asked, ...calling })
  const { rows, reply } = useFoundRows(replyKey(paperwork.copyInvoiceListOrders, query), (calling) =>
    ask(query, calling),
  )
  const { value: kept = [] } = useLive(keptDocumentsQuery(customerId))
  const here = kept.flatMap(({ document }) => document ?? [])
  return {
    rows: rows.data === undefined && rows.failure !== undefined ? keptRows(rows, here, request) : rows,
    reply,
    loadRows: (asked: ListRequest, most?: number) =>
      run(() =>
        readPages(
          (page) => ask({ ...queryOf(customerId, { ...asked, page }, period), pageLength: PAGE_LENGTH }),
          most,
        ),
      ),
    /** `ubl` leaves delivery notes out: they have no e-invoice. */
    saveZip: async (documents: readonly PaperworkDocument[], format: CopyFormat = 'pdf') => {
      const wanted = format === 'pdf' ? documents : documents.filter(({ kind }) => kind !== 'delivery_note')
      if (wanted.length === 0) {
        const message = 'Delivery notes have no e-invoice.'
        return notifications.show({ message, statusColor: 'warning', showInProduction: true })
      }
      try {
        const file = await run(() =>
          api.call(paperwork.copyInvoice, {
            body: {
              delivery_account_no: customerId,
              invoice_no: wanted.map(({ invoiceNo }) => invoiceNo),
              ...(format !== 'pdf' && { format }),
            },
          }),
        )
        saveFile(`${FILE_NAMES[format]}-${inFileName(customerId)}.zip`, file)
      } catch (error) {
        showFailure(error)
      }
    },
  }
}

const FILE_NAMES: Record<CopyFormat, string> = { pdf: 'paperwork', ubl: 'e-invoices' }

/** Without a connection: the documents that were opened here before. */
const keptRows = (
  rows: FoundRows<PaperworkDocument>,
  kept: readonly PaperworkDocument[],
  { text, filters }: ListRequest,
): FoundRows<PaperworkDocument> => {
  const data = kept
    .filter(({ kind }) => filters.kind === undefined || kind === filters.kind)
    .filter(({ overdue, owedPence }) =>
      filters.state === 'overdue' ? overdue : filters.state === undefined || owedPence > 0,
    )
    .filter(({ invoiceNo, orderNo, poNumber }) =>
      [invoiceNo, orderNo, poNumber].join(' ').toLowerCase().includes(text.toLowerCase()),
    )
    .toSorted((a, b) => Number(b.overdue) - Number(a.overdue) || compareCodes(b.day, a.day))
  if (data.length === 0) return rows
  const failure = `${rows.failure} These are the documents you opened on this device.`
  return { ...rows, data, total: data.length, pageLength: data.length, failure }
}

const queryOf = (customerId: string, request: ListRequest, { from, to }: Period): ListQuery => {
  const { kind, state } = request.filters
  return {
    delivery_account_no: customerId,
    start_date: from,
    end_date: to,
    page: request.page,
    // The address may be typed by hand: the server rejects unknown values.
    ...(request.text && { queryString: request.text }),
    ...(kind && { kind: kind as NonNullable<ListQuery['kind']> }),
    ...(state && { state: state as NonNullable<ListQuery['state']> }),
    sort_by: sortBy(request) as NonNullable<ListQuery['sort_by']>,
  }
}
