import type { StoredRequest } from '#domain/outbox/record.ts'
import type { Noun, Nouns } from '#src/sync/engine/noun.ts'
import { NOUNS } from '#src/sync/nouns.ts'
import type { ServerBuild } from './builds.ts'

/** A newer device sends a field, with some changes, that only a newer server accepts. */
export const DEVICE_BUILDS = ['same', 'newer'] as const
export type DeviceBuild = (typeof DEVICE_BUILDS)[number]

export const nounsOf = (build: DeviceBuild, random: () => number): Nouns =>
  build === 'same'
    ? NOUNS
    : Object.fromEntries(Object.entries(NOUNS).map(([name, noun]) => [name, newerNoun(noun, random)]))

/** Often enough to be refused by an older server, rarely enough for a history to continue. */
const ADDED_OFTEN = 0.4
export const ADDED = 'addedByNewerDevice'

const newerNoun = (noun: Noun, random: () => number): Noun => ({
  ...noun,
  call: (operation, id) => {
    const call = noun.call(operation, id)
    if (typeof call.body !== 'object' || random() > ADDED_OFTEN) return call
    return { ...call, body: { ...call.body, [ADDED]: 1 } }
  },
})

/**
 * What a server of each build reads. The real one rejects the unknown field, so it stays for older servers; for a newer one,
 * which accepts it, it is removed. What was decided under a key arrives in the form in which it was decided.
 */
export const createReader = (count: (what: string) => void) => {
  const decided = new Map<string, 'taken' | 'refused'>()
  const readOne = (build: ServerBuild, request: StoredRequest): StoredRequest => {
    if (!request.body.includes(ADDED)) return request
    const known = decided.get(keyOf(request))
    if (known === 'refused' || (known === undefined && build !== 'newer')) return request
    const { [ADDED]: _, ...body } = JSON.parse(request.body) as Record<string, unknown>
    return { ...request, body: JSON.stringify(body) }
  }
  return {
    read: (build: ServerBuild, request: StoredRequest): StoredRequest => {
      if (!request.path.includes('/operations')) return readOne(build, request)
      if (!request.body.includes(ADDED)) return request
      const { operations } = JSON.parse(request.body) as { operations: StoredRequest[] }
      return {
        ...request,
        body: JSON.stringify({ operations: operations.map((inner) => readOne(build, inner)) }),
      }
    },
    /** The server stores its reply under this key. */
    note: (key: string, { sent, arrived }: { sent: string; arrived: string }): void => {
      if (decided.has(key) || !sent.includes(ADDED)) return
      const isRefused = arrived.includes(ADDED)
      decided.set(key, isRefused ? 'refused' : 'taken')
      count(isRefused ? 'newer device refused by a server' : 'newer device understood by a server')
    },
    /** A restored server has forgotten the others. */
    keepOnly: (keys: ReadonlySet<string>): void => {
      for (const key of decided.keys()) if (!keys.has(key)) decided.delete(key)
    },
  }
}

const keyOf = ({ headers }: StoredRequest): string => headers['idempotency-key'] ?? ''
