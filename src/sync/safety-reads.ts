import { ownSafetyNotices } from '#contract/own-safety-notices.ts'
import { safetyShown } from '#domain/safety-entries.ts'
import type { SafetyNotice } from '#domain/safety-notices.ts'
import type { ReadPorts } from './reading.ts'
import { refreshRows } from './set-reads.ts'

/** Apart from the noun, which loads before an open trolly. @throws ApiError; then nothing has changed */
export const refreshSafetyNotices = (ports: ReadPorts): Promise<void> => {
  const { customerId } = ports.customer
  const shown = { ...safetyShown(customerId), idOf: ({ id }: SafetyNotice) => id }
  return refreshRows(ports, shown, async () => {
    const { data, confirmed = [] } = await ports.api.call(ownSafetyNotices.list, {
      params: { id: customerId },
    })
    return { rows: [...data, ...confirmed.map((notice) => ({ ...notice, isConfirmed: true }))], products: [] }
  })
}
