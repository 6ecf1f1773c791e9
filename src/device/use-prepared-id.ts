import { useEffect } from 'react'
import { findPreparedId, prepareTrolly } from '#src/store/prepared-trolly.ts'
import { useUserDevice } from './device-context.tsx'
import { keepOnDevice } from './keep.ts'
import { useSharedStored } from './use-shared-stored.ts'

/** undefined: not known yet. */
export const usePreparedId = (): string | undefined => useSharedStored(readPreparedId).value ?? undefined

/** Keeps one prepared. Use once, in the shell. */
export const usePreparedUpkeep = (): string | undefined => {
  const device = useUserDevice()
  const { value } = useSharedStored(readPreparedId)
  useEffect(() => {
    if (value === null) void keepOnDevice(device, () => prepareTrolly(device.database))
  }, [device, value])
  return value ?? undefined
}

const readPreparedId = async (database: Parameters<typeof findPreparedId>[0]): Promise<string | null> =>
  (await findPreparedId(database)) ?? null
