import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useRef, useState } from 'react'
import { LINE_PROBLEMS } from '#domain/check-ins.ts'
import { PROBLEM_WORDS } from '#domain/check-ins-shown.ts'
import { PHOTOS_EACH_MAX } from '#domain/claims.ts'
import type { DraftProblem } from '#src/store/check-in-draft.ts'
import { Button } from '#src/ui/action/button.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { QuantityBox } from '#src/ui/list/quantity-box.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import type { CountedLine } from './counted-lines.ts'
import { PhotoStrip } from './photo-strip.tsx'

type ProblemSheetProps = {
  line: CountedLine
  /** What is claimed of the line already, as far as this device knows. */
  claimed: number
  problem: DraftProblem | undefined
  /** For a report of its own, which has no count to go back to: whatever is entered is kept at once. */
  keepsAll?: boolean
  submitLabel: string
  /** Without closing the sheet. */
  onKeep: (problem: DraftProblem) => void
  onSubmit: (problem: DraftProblem) => void
  /** Undefined where closing the sheet leaves nothing to remove. */
  onRemove?: (() => void) | undefined
  onClose: () => void
}

const KINDS = LINE_PROBLEMS.map((value) => ({ value, label: PROBLEM_WORDS[value] }))

export function ProblemSheet(props: ProblemSheetProps) {
  const { line, claimed, problem, keepsAll = false, submitLabel, onKeep, onSubmit, onRemove, onClose } = props
  const [shown, setShown] = useState<DraftProblem>(
    problem ?? { problem: 'short', quantity: 1, seenQuantity: claimed, reason: '', photos: [] },
  )
  // A photo takes a moment, in which more may be typed.
  const latest = useRef(shown)
  const [isReading, setIsReading] = useState(false)
  const most = Math.max(1, (line.deliveredQuantity ?? line.quantity) - shown.seenQuantity)

  const change = (part: Partial<DraftProblem>): void => {
    latest.current = { ...latest.current, ...part }
    setShown(latest.current)
    // A photo is kept at once: it cannot be taken again when the lorry has gone.
    if (keepsAll || part.photos) onKeep(latest.current)
  }
  return (
    <Sheet
      open
      title={line.name}
      onClose={onClose}
      foot={
        <>
          <Button variant="filled" disabled={isReading} onClick={() => onSubmit(latest.current)}>
            {submitLabel}
          </Button>
          {onRemove ? <Button onClick={onRemove}>No problem after all</Button> : null}
        </>
      }
    >
      <Stack gap={16}>
        <SegmentedControl
          aria-label="What is wrong"
          data={KINDS}
          value={shown.problem}
          onChange={(kind) => change({ problem: kind })}
        />
        <Group justify="space-between" gap="8px 16px">
          <Text>{`How many of ${most}?`}</Text>
          <QuantityBox
            name={line.name}
            label="Quantity affected"
            value={shown.quantity}
            max={most}
            onChange={({ quantity }) => change({ quantity: Math.max(1, quantity) })}
          />
        </Group>
        <TextArea
          name="reason"
          label="What happened"
          hint="Optional"
          maxLength={500}
          value={shown.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
        <PhotoStrip
          name={line.name}
          photos={shown.photos}
          room={PHOTOS_EACH_MAX - shown.photos.length}
          onAdd={(photo) => change({ photos: [...latest.current.photos, photo] })}
          onRemove={(id) => change({ photos: latest.current.photos.filter((photo) => photo.id !== id) })}
          onBusy={setIsReading}
        />
      </Stack>
    </Sheet>
  )
}
