import type { TrollyRecord } from '#domain/trollies/operation.ts'
import type { SimDevice } from './sim-device.ts'

/** What waits on every device, in order. Other nouns' records have other operations. */
export type Waiting = (TrollyRecord & { device: string })[]

export const readWaiting = async (devices: readonly SimDevice[]): Promise<Waiting> => {
  const perDevice = await Promise.all(
    devices.map(async ({ name, tabs }) => {
      const records = (await tabs.at(-1)?.database.outbox.orderBy('seq').toArray()) ?? []
      return (records as TrollyRecord[]).map((record) => ({ ...record, device: name }))
    }),
  )
  return perDevice.flat()
}

/** Online and with time, only what asks, and what waits behind it, remains. */
export const nothingStuck = (waiting: Waiting): string[] =>
  waiting.flatMap((record) => {
    if (record.state === 'attention' || record.state === 'held') return []
    const lane = waiting.filter(({ lane, device }) => lane === record.lane && device === record.device)
    // One held operation puts its whole lane on hold.
    if (lane.some(({ state }) => state === 'held')) return []
    const asks = lane.some(({ state }) => state === 'attention')
    const behind =
      asks && (record.operation.kind === 'checkout' || isBehindCreate(lane) || isBehindLine(record, lane))
    return behind
      ? []
      : [`${record.device}: ${record.operation.kind} of ${record.lane} is stuck as ${record.state}`]
  })

const isBehindCreate = (lane: Waiting): boolean =>
  lane.some(({ operation, state }) => operation.kind === 'create' && state === 'attention')

/** Terms wait for an addition that asks: without it there is no line. */
const isBehindLine = ({ operation }: Waiting[number], lane: Waiting): boolean =>
  operation.kind === 'terms' &&
  lane.some(
    ({ operation: other, state }) =>
      state === 'attention' &&
      other.kind !== 'terms' &&
      'product_no' in other &&
      other.product_no === operation.product_no,
  )
