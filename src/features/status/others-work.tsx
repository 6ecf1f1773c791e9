import { countText } from '#domain/operations/words.ts'
import { useDevice, useUser } from '#src/device/device-context.tsx'
import { useLiveIn } from '#src/device/use-live.ts'
import { listUnsentWorkOfOthers } from '#src/store/device/unsent-work.ts'
import { Banner } from '#src/ui/status/banner.tsx'

/** Reveals nothing else about other users' work. */
export function OthersWork() {
  const { database } = useDevice()
  const { id } = useUser()
  // If this cannot be read, say nothing: the user's own work is reported elsewhere.
  const { value: others } = useLiveIn(database, {
    key: ['work of others', id],
    read: () => listUnsentWorkOfOthers(database, id),
  })
  if (!others || others.length === 0) return null
  const operations = others.reduce((sum, work) => sum + work.operations, 0)
  const trollies = others.reduce((sum, work) => sum + work.trollies, 0)
  return (
    <Banner tone="blue" inset>
      {`${countText(operations, 'unsent change')}${trollies === 0 ? '' : ` in ${countText(trollies, 'trolly', 'trollies')}`} ${
        operations === 1 ? 'belongs' : 'belong'
      } to ${others.length === 1 ? 'another user' : `${others.length} other users`} of this device. ${operations === 1 ? 'It' : 'They'} will send when ${others.length === 1 ? 'that user signs in' : 'those users sign in'}.`}
    </Banner>
  )
}
