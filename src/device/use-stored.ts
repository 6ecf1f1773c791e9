import { useLiveQuery, useObservable } from 'dexie-react-hooks'
import { useRef } from 'react'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { Watched } from '#src/store/watch-open-trolly.ts'
import { useUserDevice } from './device-context.tsx'
import { useStorageState } from './use-storage-state.ts'

/**
 * What a live query of the user's database gives. A database that fails or does not open is a state to show and no reason
 * to replace the app by its error view, as `useLiveQuery` alone would.
 */
export type Stored<Value> =
  | { state: 'loading'; value: undefined }
  | { state: 'ready'; value: Value }
  | { state: 'failed'; value: undefined }

/** @param deps what `read` depends on; a new value of any of them begins anew */
export const useStored = <Value>(
  read: (database: UserDatabase) => Promise<Value>,
  deps: readonly unknown[],
): Stored<Value> => {
  const { database } = useUserDevice()
  const { database: opened } = useStorageState()
  const latest = useRef<Stored<Value>>(undefined)
  const stored = useLiveQuery(
    () =>
      read(database).then(
        (value): Stored<Value> => {
          // The same number or word read again is no reason to draw again.
          if (latest.current?.state !== 'ready' || !Object.is(latest.current.value, value))
            latest.current = { state: 'ready', value }
          return latest.current
        },
        (): Stored<Value> => FAILED,
      ),
    [database, ...deps],
  )
  return storedOr(stored, opened)
}

/**
 * As `useStored`, of what is put together from several queries.
 *
 * @param watch tells now and after each change, and returns how to end it
 * @param known what is known of it before it is watched, where anything is
 */
export const useWatched = <Value>(
  watch: (database: UserDatabase, tell: (watched: Watched<Value>) => void) => () => void,
  deps: readonly unknown[],
  known: (database: UserDatabase) => Watched<Value> | undefined = () => undefined,
): Stored<Value> => {
  const { database } = useUserDevice()
  const { database: opened } = useStorageState()
  const stored = useObservable(
    () => ({
      hasValue: () => known(database) !== undefined,
      getValue: () => storedOf(known(database)) ?? LOADING,
      subscribe: (tell: (stored: Stored<Value>) => void) =>
        watch(database, (watched) => tell(storedOf(watched))),
    }),
    [database, ...deps],
  )
  return storedOr(stored, opened)
}

/** What is shown before a query has answered. */
export const storedOr = <Value>(
  stored: Stored<Value> | undefined,
  opened: ReturnType<typeof useStorageState>['database'],
): Stored<Value> => stored ?? (opened === 'unavailable' ? FAILED : LOADING)

function storedOf<Value>(watched: Watched<Value>): Stored<Value>
function storedOf<Value>(watched: Watched<Value> | undefined): Stored<Value> | undefined
function storedOf<Value>(watched: Watched<Value> | undefined): Stored<Value> | undefined {
  return watched?.state === 'failed' ? FAILED : watched
}

const LOADING = { state: 'loading', value: undefined } as const
const FAILED = { state: 'failed', value: undefined } as const
