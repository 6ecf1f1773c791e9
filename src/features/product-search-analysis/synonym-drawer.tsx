import { useQuery, useQueryClient } from '@tanstack/react-query'
import { productSearch, SearchTerm, type SearchTerm as Term } from '#contract/product-search.ts'
import type { SearchedTerm } from '#contract/product-search-analysis.ts'
import { tidyLine } from '#domain/typed-text.ts'
import { termKey } from '#search/trade-terms.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
import { reasonOf } from '#src/api/messages.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import { RecordDrawer } from '#src/ui/kit/record/record-drawer.tsx'
import type { Editing } from '#src/ui/kit/record/use-editing.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'

const FIELDS: FieldSpec[] = [
  { name: 'means', label: 'Also find', hint: 'One word or phrase per line, such as: toilet roll' },
  { name: 'bothWays', label: 'Works both ways', hint: 'Searching for one of these finds the term as well' },
]
const LABELS = Object.fromEntries(FIELDS.map(({ name, label }) => [name, label]))

export function SynonymDrawer({ editing, term }: { editing: Editing<SearchedTerm>; term: string }) {
  const { before, error, save } = useSynonym(term)
  const title = `Synonyms of “${term}”`
  if (!before)
    return (
      <Sheet open wide title={title} onClose={editing.close}>
        {error ? <FailedState words={`The synonyms could not be loaded. ${reasonOf(error)}`} /> : null}
      </Sheet>
    )
  return (
    <RecordDrawer
      editing={editing}
      title={title}
      schema={SearchTerm}
      fields={FIELDS}
      values={before}
      saveLabel="Save synonyms"
      onSave={(values) => save({ ...(values as Omit<Term, 'typed'>), typed: tidyLine(term) }, LABELS)}
    />
  )
}

const useSynonym = (term: string | undefined) => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  const { data, error } = useQuery({
    queryKey: queryKeys.searchTerms(),
    queryFn: ({ signal }) => api.call(productSearch.searchTerms, { signal }),
    meta: { opened: true },
    enabled: term !== undefined,
  })
  const write = (body: SearchTerm): Promise<SearchTerm> =>
    run(() => api.call(productSearch.saveSearchTerm, { body })).finally(() => {
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
        restoreButton: before && { onRestore: () => write(before).catch(showFailure) },
        showInProduction: true,
      })
      return undefined
    },
  }
}
