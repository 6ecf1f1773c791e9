import { useState } from 'react'
import { NOTE_LENGTH_MAX } from '#domain/line-terms.ts'
import type { LineView } from '#domain/trollies/line-view.ts'
import type { TrollyView } from '#domain/trollies/view.ts'
import { tidyLine } from '#domain/typed-text.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { TextField } from '#src/ui/form/fields.tsx'
import { useCommitWhenLeaving } from '#src/ui/form/use-commit-when-leaving.ts'
import { setTerms } from './change-terms.ts'

/** Stored on leaving the field, the sheet or the page. */
export function LineNote({ trolly, line }: { trolly: TrollyView; line: LineView }) {
  const device = useUserDevice()
  const { note: stored = '', product_no } = line
  const [typed, setTyped] = useState<string>()
  const keep = async (): Promise<void> => {
    if (typed === undefined || tidyLine(typed) === stored) return
    await setTerms(device, { trollyId: trolly.id, product_no, note: tidyLine(typed) })
  }
  useCommitWhenLeaving((why) => (why === 'asked' ? keep() : keep().catch(showFailure)))
  return (
    <TextField
      name="line-note"
      label="Note for this line"
      hint="For our pickers, such as “for Saturday’s wedding”"
      value={typed ?? stored}
      maxLength={NOTE_LENGTH_MAX}
      disabled={trolly.readOnly}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={() => keep().then(() => setTyped(undefined), showFailure)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  )
}
