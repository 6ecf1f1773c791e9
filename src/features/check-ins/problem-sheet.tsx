import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { IconCamera, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { LINE_PROBLEMS } from '#domain/check-ins.ts'
import { PROBLEM_WORDS } from '#domain/check-ins-shown.ts'
import { PHOTOS_EACH_MAX } from '#domain/claims.ts'
import type { DraftProblem } from '#src/store/check-in-draft.ts'
import { Button } from '#src/ui/action/button.tsx'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { QuantityBox } from '#src/ui/list/quantity-box.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import type { CountedLine } from './counting.tsx'
import styles from './problem-sheet.module.css'
import { photoUrl, shrinkPhoto } from './take-photo.ts'

type ProblemSheetProps = {
  line: CountedLine
  /** What is claimed of the line already, as far as this device knows. */
  claimed: number
  problem: DraftProblem | undefined
  onChange: (problem: DraftProblem | undefined) => void
  onClose: () => void
}

const KINDS = LINE_PROBLEMS.map((value) => ({ value, label: PROBLEM_WORDS[value] }))

export function ProblemSheet({ line, claimed, problem, onChange, onClose }: ProblemSheetProps) {
  const [shown, setShown] = useState<DraftProblem>(
    problem ?? { problem: 'short', quantity: 1, seenQuantity: claimed, reason: '', photos: [] },
  )
  const [isReading, setIsReading] = useState(false)
  const most = Math.max(1, (line.deliveredQuantity ?? line.quantity) - shown.seenQuantity)

  /** A photo is kept at once: it cannot be taken again when the lorry has gone. */
  const setPhotos = (photos: DraftProblem['photos']): void => {
    setShown({ ...shown, photos })
    onChange({ ...shown, photos })
  }
  const addPhoto = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    setIsReading(true)
    const data = await shrinkPhoto(file)
    setIsReading(false)
    if (data === undefined)
      notifications.show({
        message: 'This browser can’t read that picture. Take another one.',
        statusColor: 'warning',
        showInProduction: true,
      })
    else setPhotos([...shown.photos, { id: uuidv7(), data }])
  }
  return (
    <Sheet
      open
      title={line.name}
      onClose={onClose}
      foot={
        <>
          <Button
            variant="filled"
            onClick={() => {
              onChange(shown)
              onClose()
            }}
          >
            Save problem
          </Button>
          {problem ? (
            <Button
              onClick={() => {
                onChange(undefined)
                onClose()
              }}
            >
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
          onChange={(kind) => setShown({ ...shown, problem: kind })}
        />
        <Group justify="space-between" gap="8px 16px">
          <Text>{`How many of ${most}?`}</Text>
          <QuantityBox
            name={line.name}
            label="Quantity affected"
            value={shown.quantity}
            max={most}
            onChange={({ quantity }) => setShown({ ...shown, quantity: Math.max(1, quantity) })}
          />
        </Group>
        <TextArea
          name="reason"
          label="What happened"
          hint="Optional"
          maxLength={500}
          value={shown.reason}
          onChange={(event) => setShown({ ...shown, reason: event.currentTarget.value })}
        />
        <div className={styles.photos}>
          {shown.photos.map(({ id, data }, at) => (
            <div key={id} className={styles.photo}>
              <img src={photoUrl(data)} alt={`${line.name}, ${at + 1}`} />
              <IconButton
                label={`Remove photo ${at + 1}`}
                icon={<IconX size={18} aria-hidden="true" />}
                onClick={() => setPhotos(shown.photos.filter((photo) => photo.id !== id))}
              />
            </div>
          ))}
          {shown.photos.length < PHOTOS_EACH_MAX ? (
            <label className={styles.take} data-busy={isReading || undefined}>
              <IconCamera size={24} stroke={1.75} aria-hidden="true" />
              {isReading ? 'Saving photo' : 'Add photo'}
              <input
                type="file"
                accept="image/*"
                disabled={isReading}
                onChange={({ currentTarget }) => {
                  void addPhoto(currentTarget.files?.[0])
                  // The same file may be chosen again.
                  currentTarget.value = ''
                }}
              />
            </label>
          ) : null}
        </div>
      </Stack>
    </Sheet>
  )
}
