import { IconClipboardText } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { parseQuickLine } from '#domain/quick-add.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { Button } from '#src/ui/action/button.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { addLines, type QuickOutcome } from './quick-add.ts'
import styles from './quick-add-form.module.css'

/** For those who know what they want: a code and how many, a name to search for, or a whole list to paste. */
export function QuickAddForm({ trollyId }: { trollyId: string }) {
  const device = useUserDevice()
  const navigate = useNavigate()
  const statusId = useId()
  const [text, setText] = useState('')
  const [said, setSaid] = useState<QuickOutcome>()
  const [pasting, setPasting] = useState(false)

  const submit = async (entered: string) => {
    if (entered.trim() === '') return
    const search = () => navigate(`/orders/create/search-${trollyId}?q=${encodeURIComponent(entered.trim())}`)
    if (!parseQuickLine(entered)) return search()
    try {
      const [outcome] = await addLines(device, trollyId, entered)
      // Words that are no code, or a code that is not in the list here: the search may know more.
      if (!outcome?.known) return search()
      setSaid(outcome)
      // A quantity that cannot be stays to be mended.
      if (outcome.added) setText('')
    } catch (error) {
      showFailure(error)
    }
  }

  return (
    <div className={styles.form}>
      <SearchField
        label="Add by code, or search by name"
        placeholder="Code and quantity, or a name"
        value={text}
        onChange={(typed) => {
          setText(typed)
          if (said?.added === false) setSaid(undefined)
        }}
        onSubmit={submit}
      />
      <Button
        kind="quiet"
        icon={<IconClipboardText size={18} aria-hidden="true" />}
        onClick={() => setPasting(true)}
      >
        <span className={styles.pasteWords}>Paste a list</span>
      </Button>
      <p
        id={statusId}
        className={styles.said}
        role="status"
        data-refused={said?.added === false || undefined}
      >
        {said?.words}
      </p>
      <Sheet open={pasting} onClose={() => setPasting(false)} title="Paste a list">
        <PasteList trollyId={trollyId} />
      </Sheet>
    </div>
  )
}

function PasteList({ trollyId }: { trollyId: string }) {
  const device = useUserDevice()
  const [text, setText] = useState('')
  const [outcomes, setOutcomes] = useState<QuickOutcome[]>([])

  const add = async () => {
    try {
      const done = await addLines(device, trollyId, text)
      setOutcomes(done)
      // What was added is done with; what was not stays to be mended.
      setText(
        done
          .filter(({ added }) => !added)
          .map((outcome) => outcome.text)
          .join('\n'),
      )
    } catch (error) {
      showFailure(error)
    }
  }

  return (
    <div className={styles.paste}>
      <TextArea
        name="lines"
        label="One product a line"
        hint="A code and a quantity, such as 10234 6"
        rows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button kind="main" onClick={add} disabled={text.trim() === ''}>
        Add these
      </Button>
      <ul className={styles.outcomes} aria-live="polite" aria-label="Results">
        {outcomes.map((outcome) => (
          <li key={outcome.at} data-added={outcome.added || undefined}>
            {outcome.added ? outcome.words : `${outcome.text}: ${outcome.words}`}
          </li>
        ))}
      </ul>
    </div>
  )
}
