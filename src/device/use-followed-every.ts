import { FOLLOWED_EVERY_MS } from '#domain/durations.ts'
import { useStore } from '#src/ui/store.ts'
import { useUserDevice } from './device-context.tsx'

/** How often an open page reads again what others may have changed; false while their changes arrive by themselves. */
export const useFollowedEveryMs = (): number | false =>
  useStore(useUserDevice().isLive) ? false : FOLLOWED_EVERY_MS
