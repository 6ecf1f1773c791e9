import { useEffect } from 'react'
import { useUserDevice } from '#src/device/device-context.tsx'
import { keepOnDevice } from '#src/device/session/keep.ts'
import { useLive } from '#src/device/use-live.ts'
import { PREPARED_ID, prepareTrolly } from '#src/store/trollies/prepared-trolly.ts'

/** undefined: not known yet. */
export const usePreparedId = (): string | undefined => useLive(PREPARED_ID).value ?? undefined

/** Keeps one prepared. Use once, in the shell. */
export const usePreparedUpkeep = (): string | undefined => {
  const device = useUserDevice()
  const { value } = useLive(PREPARED_ID)
  useEffect(() => {
    if (value === null) void keepOnDevice(device, () => prepareTrolly(device.database))
  }, [device, value])
  return value ?? undefined
}
