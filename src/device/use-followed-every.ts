import { FOLLOWED_EVERY_MS } from '#domain/durations.ts'
import { useStore } from '#src/ui/store.ts'
import { useUserDevice } from './device-context.tsx'

type Read = { state: { status: string } }

/** How often an open page reads again what others may have changed; false while their changes arrive by themselves, unless the last read failed. */
export const useFollowedEveryMs = (): ((read: Read) => number | false) => {
  const isLive = useStore(useUserDevice().isLive)
  return ({ state }) => (isLive && state.status !== 'error' ? false : FOLLOWED_EVERY_MS)
}
