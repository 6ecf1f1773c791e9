import { useLiveQuery, useObservable } from 'dexie-react-hooks'
import { useRef } from 'react'
import type { Watched } from '#src/store/trollies/watch-trolly.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { useUserDevice } from './device-context.tsx'
import { useStorageState } from './use-storage-state.ts'

/** A failing database is a state to show; `useLiveQuery` alone would replace the app with its error view. */
export type Stored<Value> =
  | { state: 'loading'; value: undefined }
  | { state: 'ready'; value: Value }
  | { state: 'failed'; value: undefined }

/** @param deps a change in any starts again */
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
          // Skips a render for an equal primitive.
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

/** For values combined from several queries. @param watch returns how to stop @param known the value before watching */
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
