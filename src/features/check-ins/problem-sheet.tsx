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
import { handOnTyped } from '#src/ui/form/use-commit-when-leaving.ts'
import { QuantityBox } from '#src/ui/list/quantity-box.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import type { CountedLine } from './counted-lines.ts'
import { PhotoStrip } from './photo-strip.tsx'
import type { EnteredProblem } from './send-draft.ts'

type ProblemSheetProps = {
  line: CountedLine
  /** What is claimed of the line already, as far as this device knows. */
  claimed: number
  /** The stored one, which alone has the photos: one may be ready after its sheet was closed and opened again. */
  problem: DraftProblem | undefined
  isReading: boolean
  onReading: (isReading: boolean) => void
  /** For a report of its own, which has no count to go back to: whatever is entered is kept at once. */
  keepsAll?: boolean
  submitLabel: string
  /** Without closing the sheet. */
  onKeep: (change: EnteredProblem['change']) => void
  onSubmit: (change: EnteredProblem['change']) => void
  /** Undefined where closing the sheet leaves nothing to remove. */
  onRemove?: (() => void) | undefined
  onClose: () => void
}

const KINDS = LINE_PROBLEMS.map((value) => ({ value, label: PROBLEM_WORDS[value] }))

export function ProblemSheet(props: ProblemSheetProps) {
  const { line, claimed, problem, keepsAll = false, submitLabel, onClose } = props
  const { isReading, onReading, onKeep, onSubmit, onRemove } = props
  const [shown, setShown] = useState<Omit<DraftProblem, 'photos'>>(
    problem ?? { problem: 'short', quantity: 1, seenQuantity: claimed, reason: '' },
  )
  // A photo takes a moment, in which more may be typed.
  const latest = useRef(shown)
  const photos = problem?.photos ?? []
  const most = Math.max(1, (line.deliveredQuantity ?? line.quantity) - shown.seenQuantity)

  const withShown = (stored: DraftProblem | undefined): DraftProblem => ({
    ...latest.current,
    photos: stored?.photos ?? [],
  })
  const change = (part: Partial<typeof shown>): void => {
    latest.current = { ...latest.current, ...part }
    setShown(latest.current)
    if (keepsAll) onKeep(withShown)
  }
  // Photos are kept at once: they cannot be taken again when the lorry has gone.
  const changePhotos = (next: (kept: DraftProblem['photos']) => DraftProblem['photos']): void =>
    onKeep((stored) => {
      const kept = stored ?? withShown(undefined)
      return { ...kept, photos: next(kept.photos) }
    })
  return (
    <Sheet
      open
      title={line.name}
      onClose={onClose}
      foot={
        <>
          <Button
            variant="filled"
            disabled={isReading}
            onClick={() => void handOnTyped().then(() => onSubmit(withShown))}
          >
            {submitLabel}
          </Button>
          {onRemove ? (
            <Button disabled={isReading} onClick={() => void handOnTyped().then(onRemove)}>
              No problem after all
            </Button>
          ) : null}
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
          photos={photos}
          room={PHOTOS_EACH_MAX - photos.length}
          onAdd={(photo) => changePhotos((kept) => [...kept, photo])}
          onRemove={(id) => changePhotos((kept) => kept.filter((photo) => photo.id !== id))}
          onReading={onReading}
        />
      </Stack>
    </Sheet>
  )
}
