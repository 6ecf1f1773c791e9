import { IconCamera, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { DraftPhoto } from '#src/store/check-in-draft.ts'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import styles from './photo-strip.module.css'
import { photoUrl, shrinkPhoto } from './take-photo.ts'

type PhotoStripProps = {
  /** What the photos show. */
  name: string
  photos: readonly DraftPhoto[]
  /** How many more may be added. */
  room: number
  addLabel?: string
  onAdd: (photo: DraftPhoto) => void
  onRemove: (id: string) => void
  /** Called with true before each photo is made smaller, and with false after `onAdd`. */
  onReading: (isReading: boolean) => void
}

export function PhotoStrip(props: PhotoStripProps) {
  const { name, photos, room, addLabel = 'Add photo', onAdd, onRemove, onReading } = props
  const [isReading, setIsReading] = useState(false)
  const add = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    setIsReading(true)
    onReading(true)
    // A phone may also be out of memory for the canvas.
    const data = await shrinkPhoto(file).catch(() => undefined)
    if (data === undefined)
      notifications.show({
        message: 'This browser can’t read that picture. Take another one.',
        statusColor: 'warning',
        showInProduction: true,
      })
    else onAdd({ id: uuidv7(), data })
    setIsReading(false)
    onReading(false)
  }
  return (
    <div className={styles.photos}>
      {photos.map(({ id, data }, at) => (
        <div key={id} className={styles.photo}>
          <img src={photoUrl(data)} alt={`${name}, ${at + 1}`} />
          <IconButton
            label={`Remove photo ${at + 1}`}
            icon={<IconX size={18} aria-hidden="true" />}
            onClick={() => onRemove(id)}
          />
        </div>
      ))}
      {room > 0 ? (
        <label className={styles.take} data-busy={isReading || undefined}>
          <IconCamera size={24} stroke={1.75} aria-hidden="true" />
          {isReading ? 'Saving photo' : addLabel}
          <input
            type="file"
            accept="image/*"
            disabled={isReading}
            onChange={({ currentTarget }) => {
              void add(currentTarget.files?.[0])
              // The same file may be chosen again.
              currentTarget.value = ''
            }}
          />
        </label>
      ) : null}
    </div>
  )
}
