import type { SearchedTerm } from '#contract/product-search-analysis.ts'
import { SearchTerm, type SearchTerm as Term } from '#contract/products.ts'
import { reasonOf } from '#src/api/messages.ts'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import { RecordDrawer } from '#src/ui/kit/record/record-drawer.tsx'
import type { Editing } from '#src/ui/kit/record/use-editing.ts'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { useSynonym } from './use-synonym.ts'

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
      onSave={(values) => save({ ...(values as Omit<Term, 'typed'>), typed: term }, LABELS)}
    />
  )
}
