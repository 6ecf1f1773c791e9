import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { paperwork } from '#contract/paperwork.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { findKeptFile, type KeptDocument, keepDocument } from '#src/store/kept-documents.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { Period } from '#src/ui/kit/report/period.ts'

export type Wanted = Omit<KeptDocument, 'keptAt'> & {
  /** The period of a statement. */
  period?: Period
}

type Loaded = { file: Blob; isKept: boolean /** Only this device had it. */; isOffline: boolean }

/** The document's PDF: from this device where it cannot have changed, else from the server, and kept. */
export const useDocumentFile = (wanted: Wanted) => {
  const api = useApi()
  const { database } = useUserDevice()
  const { customerId, no } = wanted
  const { data, error, refetch } = useQuery({
    queryKey: replyKey(paperwork.copyInvoice, { customerId, no }),
    queryFn: () => load({ api, database, wanted }),
    meta: { opened: true },
    gcTime: 0,
  })
  const url = useMemo(() => data && URL.createObjectURL(data.file), [data])
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url])
  return { url, loaded: data, error, retry: refetch }
}

type LoadParts = { api: ApiClient; database: UserDatabase; wanted: Wanted }

const load = async ({ api, database, wanted }: LoadParts): Promise<Loaded> => {
  const { period, ...document } = wanted
  // A storage that cannot be read has nothing, and the server still does.
  const here = await findKeptFile(database, wanted).catch(() => undefined)
  if (here && !period) return { file: here, isKept: true, isOffline: false }
  try {
    const file = await ask(api, wanted)
    const isKept = await keepDocument(database, { ...document, keptAt: Date.now() }, file).then(
      () => true,
      () => false,
    )
    return { file, isKept, isOffline: false }
  } catch (error) {
    const isUnreached = error instanceof ApiError && !error.reachedServer
    if (here && isUnreached) return { file: here, isKept: true, isOffline: true }
    throw error
  }
}

const ask = (api: ApiClient, { customerId, no, period }: Wanted): Promise<Blob> =>
  period
    ? api.call(paperwork.copyStatement, {
        body: { delivery_account_no: customerId, start_date: period.from, end_date: period.to },
      })
    : api.call(paperwork.copyInvoice, {
        body: { delivery_account_no: customerId, invoice_no: no },
      })
