import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { type Faq, FaqFields } from '#contract/faq.ts'
import { FAQ_AUDIENCES } from '#domain/faq.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import type { RecordTarget } from '#src/device/record-actions.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { AUDIENCE_WORDS } from '#src/features/faq/faq-words.ts'
import { useFaqMaintenance } from '#src/features/faq/use-faq-maintenance.ts'
import { Button } from '#src/ui/action/button.tsx'
import type { ListColumn } from '#src/ui/kit/list/list-column.ts'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import { ListScreen } from '#src/ui/kit/list/list-screen.tsx'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import { RecordDetail } from '#src/ui/kit/record/record-detail.tsx'
import { RecordDrawer } from '#src/ui/kit/record/record-drawer.tsx'
import { useEditing } from '#src/ui/kit/record/use-editing.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'

const COLUMNS: ListColumn<Faq>[] = [
  { id: 'question', label: 'Question', text: ({ question }) => question, sortable: true },
  { id: 'subject', label: 'Subject', text: ({ subject }) => subject, sortable: true, width: '12rem' },
  {
    id: 'audience',
    label: 'Audience',
    text: ({ audience }) => AUDIENCE_WORDS[audience],
    sortable: true,
    width: '9rem',
  },
  { id: 'position', label: 'Order', text: ({ position }) => position, isNumber: true, width: '6rem' },
  {
    id: 'updated_at',
    label: 'Changed',
    text: ({ updated_at }) => updated_at,
    cell: ({ updated_at }) => dayText(londonDayOf(new Date(updated_at))),
    sortable: true,
    width: '9rem',
  },
]

const FILTERS: ListFilter[] = [
  {
    name: 'audience',
    label: 'Audience',
    any: 'Any',
    options: FAQ_AUDIENCES.map((value) => ({ value, label: AUDIENCE_WORDS[value] })),
  },
  { name: 'state', label: 'Show', any: 'Current', options: [{ value: 'deleted', label: 'Deleted' }] },
]

const FIELDS: FieldSpec[] = [
  { name: 'subject', label: 'Subject', hint: 'Questions with the same subject are shown together' },
  { name: 'question', label: 'Question' },
  { name: 'answer', label: 'Answer' },
  { name: 'audience', label: 'Audience', words: AUDIENCE_WORDS },
  { name: 'position', label: 'Order', hint: 'Lower numbers come first within the subject' },
]
const LABELS = Object.fromEntries(FIELDS.map(({ name, label }) => [name, label]))

const NEW: Partial<FaqFields> = { audience: 'everyone', position: 1 }

export function Screen() {
  const address = useListAddress(BY_SUBJECT)
  const faqs = useFaqMaintenance(address.request)
  const editing = useEditing<Faq>()
  const { row, isOpen, key } = editing
  const target = useMemo((): RecordTarget & { key: number } => targetOf(row, key), [row, key])
  const showsDeleted = address.request.filters.state === 'deleted'
  const add = (
    <Button
      variant="filled"
      icon={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => editing.open(undefined)}
    >
      Add question
    </Button>
  )
  return (
    <>
      <ListScreen
        title="FAQ"
        detail="Shown to customers under Questions"
        actions={add}
        noun={['question', 'questions']}
        address={address}
        found={faqs.rows}
        columns={COLUMNS}
        filters={FILTERS}
        rowId={({ id }) => id}
        onOpen={editing.open}
        bulk={[
          showsDeleted
            ? { label: 'Restore', onRun: (rows) => Promise.all(rows.map(({ id }) => faqs.restore(id))) }
            : {
                label: 'Delete',
                icon: <IconTrash size={18} aria-hidden="true" />,
                onRun: (rows) => faqs.remove(rows),
              },
        ]}
        csv={{ name: 'questions', loadPage: faqs.loadPage, onFailure: showFailure }}
        empty={{ words: 'There are no questions yet. Add the first one.', action: add }}
      />
      {isOpen && row?.deleted ? (
        <DeletedQuestion question={row} onClose={editing.close} onRestore={() => faqs.restore(row.id)} />
      ) : null}
      {isOpen && !row?.deleted ? (
        <RecordDrawer
          editing={editing}
          title={row ? 'Edit question' : 'New question'}
          schema={FaqFields}
          fields={FIELDS}
          values={row ?? NEW}
          onSave={(values) => faqs.save(target, values as FaqFields, LABELS)}
          onDelete={row && (() => faqs.remove([row]))}
        />
      ) : null}
    </>
  )
}

const BY_SUBJECT = { sort: 'subject' }

/** A form sent again after a lost reply keeps the new question's id. */
const targetOf = (row: Faq | undefined, key: number) => ({
  key,
  id: row?.id ?? uuidv7(),
  version: row?.version,
})

type DeletedQuestionProps = { question: Faq; onClose: () => void; onRestore: () => Promise<void> }

function DeletedQuestion({ question, onClose, onRestore }: DeletedQuestionProps) {
  return (
    <Sheet
      open
      wide
      title="Deleted question"
      onClose={onClose}
      foot={
        <Button
          variant="filled"
          onClick={async () => {
            await onRestore()
            onClose()
          }}
        >
          Restore
        </Button>
      }
    >
      <RecordDetail
        details={[
          { label: 'Subject', value: question.subject },
          { label: 'Question', value: question.question },
          { label: 'Answer', value: question.answer },
          { label: 'Audience', value: AUDIENCE_WORDS[question.audience] },
        ]}
      />
    </Sheet>
  )
}
