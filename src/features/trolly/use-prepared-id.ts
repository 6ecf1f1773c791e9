import { useEffect } from 'react'
import { useUserDevice } from '#src/device/device-context.tsx'
import { keepOnDevice } from '#src/device/session/keep.ts'
import { useSharedStored } from '#src/device/use-shared-stored.ts'
import { findPreparedId, prepareTrolly } from '#src/store/trollies/prepared-trolly.ts'

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
