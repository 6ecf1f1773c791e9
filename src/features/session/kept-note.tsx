import { useLiveQuery } from 'dexie-react-hooks'
import { countText } from '#domain/operations/words.ts'
import { useDevice } from '#src/device/device-context.tsx'

/** What is kept on this device of work that was not sent, for whoever was signed in: counts alone. */
export function KeptNote() {
  const { database } = useDevice()
  const kept = useLiveQuery(() => database.unsentWork.toArray().catch(() => []), [database]) ?? []
  const operations = kept.reduce((sum, work) => sum + work.operations, 0)
  return (
    <p>
      {operations === 0
        ? 'Nothing is lost: all your changes were sent.'
        : `Nothing is lost: ${countText(operations, 'change')} not sent yet ${operations === 1 ? 'is' : 'are'} kept on this device and will send when you sign in again.`}
    </p>
  )
}
