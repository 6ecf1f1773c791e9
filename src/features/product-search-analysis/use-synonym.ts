import { useQuery, useQueryClient } from '@tanstack/react-query'
import { products, type SearchTerm } from '#contract/products.ts'
import { termKey } from '#domain/search/trade-terms.ts'
import { UNDO_MS } from '#domain/undo.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

export const useSynonym = (term: string | undefined) => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  const { data, error } = useQuery({
    queryKey: queryKeys.searchTerms(),
    queryFn: ({ signal }) => api.call(products.searchTerms, { signal }),
    meta: { opened: true },
    enabled: term !== undefined,
  })
  const write = (body: SearchTerm): Promise<SearchTerm> =>
    run(() => api.call(products.saveSearchTerm, { body })).finally(() => {
      void client.invalidateQueries({ queryKey: queryKeys.searchTerms() })
    })

  const known = data?.terms?.find(({ typed }) => term !== undefined && termKey(typed) === termKey(term))
  const before: SearchTerm | undefined =
    term === undefined || !data
      ? undefined
      : { typed: term, means: known?.means ?? [], bothWays: known?.bothWays ?? false }

  return {
    before,
    error,
    /** @returns the server's errors by field */
    save: async (
      after: SearchTerm,
      labels: Readonly<Record<string, string>>,
    ): Promise<Record<string, string> | undefined> => {
      try {
        await write(after)
      } catch (failure) {
        return fieldProblemsOf(failure, labels)
      }
      notifications.show({
        message:
          after.means.length === 0
            ? `“${after.typed}” has no synonyms now`
            : `“${after.typed}” now also finds ${after.means.join(', ')}`,
        statusColor: 'success',
        timeoutLength: UNDO_MS,
        restoreButton: before && { onRestore: () => write(before).catch(showFailure) },
        showInProduction: true,
      })
      return undefined
    },
  }
}
