import { ApiHeaders } from '#contract/endpoint.ts'
import { trollies } from '#contract/trollies.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { parsedJson, readError, readReply } from '#src/api/read-reply.ts'
import { refreshCheckIns } from '#src/sync/check-ins-read.ts'
import { noteEpoch } from '#src/sync/engine/epoch.ts'
import { NOUNS } from '#src/sync/nouns.ts'
import type { ReadPorts } from '#src/sync/reading.ts'
import { refreshTemplate, refreshTemplates } from '#src/sync/templates/reads.ts'
import { createReads, storeRead } from '#src/sync/trollies/reads.ts'
import { sayAs } from './builds.ts'
import type { SimDevice, SimTab } from './sim-device.ts'
import type { World } from './world.ts'

/** What a device reads with the product's own code. A signed-out device reads nothing. */

const REFRESHES = [...Object.values(NOUNS).flatMap(({ refresh }) => refresh ?? []), refreshCheckIns]

export const readTrolly = (world: World, device: SimDevice, tab: SimTab, trollyId: string) =>
  reading(device, tab, () => readsOf(world, device, tab).refreshTrolly(trollyId))

export const readTrollies = (world: World, device: SimDevice, tab: SimTab) =>
  reading(device, tab, () => readsOf(world, device, tab).refreshTrollies(world.customer.id))

export const readNouns = (world: World, device: SimDevice, tab: SimTab) =>
  reading(device, tab, async () => {
    for (const refresh of REFRESHES) await refresh(portsOf(world, device, tab))
  })

export const readCheckIns = (world: World, device: SimDevice, tab: SimTab) =>
  reading(device, tab, () => refreshCheckIns(portsOf(world, device, tab)))

const portsOf = (world: World, device: SimDevice, tab: SimTab): ReadPorts => {
  const { id: customerId, priceListId } = world.customer
  return { database: tab.database, api: apiOf(world, device, tab), customer: { customerId, priceListId } }
}

export const readTemplates = (world: World, device: SimDevice, tab: SimTab) => {
  const { id: customerId, priceListId } = world.customer
  const parts = { database: tab.database, api: apiOf(world, device, tab) }
  return reading(device, tab, () => refreshTemplates(parts, { customerId, priceListId }))
}

export const readTemplate = (world: World, device: SimDevice, tab: SimTab, id: string) => {
  const parts = { database: tab.database, api: apiOf(world, device, tab) }
  return reading(device, tab, () => refreshTemplate(parts, id, world.customer.priceListId))
}

/** Templates too. Requested now; the first replies come with the late arrivals. */
export const startSlowReadOfNouns = (world: World, device: SimDevice, tab: SimTab): void => {
  if (device.signedOut) return
  const { id: customerId, priceListId } = world.customer
  const api = apiOf(world, device, tab)
  const refreshes = [...REFRESHES, (ports: ReadPorts) => refreshTemplates(ports, ports.customer)]
  for (const refresh of refreshes) {
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const slow: ApiClient = {
      ...api,
      call: async (...asked) => {
        const reply = await api.call(...asked)
        await arrived
        return reply
      },
    }
    const read = reading(device, tab, () =>
      refresh({ database: tab.database, api: slow, customer: { customerId, priceListId } }),
    )
    const { token } = device
    world.slowReads.push(async () => {
      // The end of a session closes its connections.
      if (device.signedOut || device.token !== token) return
      arrive()
      await read
    })
  }
}

/** Requested now, stored with the late arrivals. */
export const startSlowRead = async (
  world: World,
  device: SimDevice,
  tab: SimTab,
  trollyId: string,
): Promise<void> => {
  if (device.signedOut) return
  const basket = await apiOf(world, device, tab)
    .call(trollies.get, { params: { id: trollyId } })
    .catch(() => undefined)
  if (basket) world.slowReads.push(() => storeRead(tab.database, basket))
}

const reading = async (device: SimDevice, tab: SimTab, read: () => Promise<unknown>): Promise<void> => {
  if (device.signedOut) return
  try {
    await read()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    await device.leave(tab.database)
  }
}

const readsOf = (world: World, device: SimDevice, tab: SimTab) =>
  createReads({ database: tab.database, api: apiOf(world, device, tab) })

/** A reply as the device's client reads it, from a server of any build. */
export const apiOf = (
  { call, network, clock }: Pick<World, 'call' | 'network' | 'clock'>,
  { token }: SimDevice,
  { database }: SimTab,
): ApiClient => ({
  hasToken: () => true,
  call: async (endpoint, { params, query, body, key, epoch } = {}) => {
    const asked = {
      ...(params !== undefined && { params }),
      ...(query !== undefined && { query }),
      ...(body !== undefined && { body }),
      ...(key !== undefined && { key }),
      // The epochs of a history exist only in it.
      ...(epoch !== undefined && epoch !== network.epoch && { headers: { [ApiHeaders.epoch]: epoch } }),
    }
    const { status, text } = await call(endpoint, { token, ...asked })
    await noteEpoch({ database, nouns: NOUNS, epoch: network.epoch, now: clock.now() })
    const reply = parsedJson(sayAs(network.serverBuild, endpoint, { status, body: text }).body)
    const error = readError(status, reply, true)
    if (error) throw new ApiError({ status, ...error, reply })
    const read = readReply(endpoint.reply, reply)
    if (read === undefined) throw new Error(`Not understood: ${text}`)
    return read as never
  },
})
