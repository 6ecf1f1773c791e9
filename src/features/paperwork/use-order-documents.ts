import { useQuery } from '@tanstack/react-query'
import type { TrackedOrder } from '#contract/orders.ts'
import { type PaperworkDocument, paperwork } from '#contract/paperwork.ts'
import { DOCUMENT_KINDS } from '#domain/paperwork/documents.ts'
import { reasonOf } from '#src/api/messages.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { useLive } from '#src/device/use-live.ts'
import { keptDocumentsQuery } from '#src/store/kept-documents.ts'
import { EVER } from './ever.ts'

/** An order's documents; while the server cannot be reached, those that were opened on this device. */
export const useOrderDocuments = ({ customerId, orderNo }: TrackedOrder) => {
  const api = useApi()
  const query = { delivery_account_no: customerId, start_date: EVER, queryString: orderNo }
  const { data, error, refetch } = useQuery({
    queryKey: replyKey(paperwork.copyInvoiceListOrders, query),
    queryFn: ({ signal }) =>
      api.call(paperwork.copyInvoiceListOrders, {
        query: { ...query, pageLength: 96 },
        signal,
      }),
    meta: { opened: true },
  })
  const { value: kept = [] } = useLive(keptDocumentsQuery(customerId))
  const isUnanswered = data === undefined && error !== null
  const found = isUnanswered ? kept.flatMap(({ document }) => document ?? []) : data?.data
  return {
    documents: found && documentsOf(found, orderNo),
    failure: isUnanswered ? reasonOf(error) : undefined,
    retry: () => refetch(),
  }
}

/** The server finds the number in any of a document's; the order of what happened. */
const documentsOf = (found: readonly PaperworkDocument[], orderNo: string): PaperworkDocument[] =>
  found
    .filter((document) => document.orderNo === orderNo)
    .toSorted((a, b) => DOCUMENT_KINDS.indexOf(a.kind) - DOCUMENT_KINDS.indexOf(b.kind))
