import type { FastifyInstance } from 'fastify'
import { ApiHeaders } from '#contract/endpoint.ts'
import type { StoredRequest } from '#domain/outbox/record.ts'
import type { TransportReply } from '#src/sync/engine/ports.ts'
import { createSpeaker, type ServerBuild } from './builds.ts'
import { createReader } from './device-builds.ts'
import { addTally, type Tally } from './tally.ts'

/** What can happen to a request on its way. */
export const FAULTS = [
  'ok',
  // Nothing arrives.
  'cut',
  // It arrives, and the reply is lost.
  'lostReply',
  // It arrives long after the device gave up on it.
  'late',
  // It arrives twice, at the same time.
  'twice',
  // An intermediary replies in the server's place, instead of or after forwarding.
  'portal',
  'portalAfter',
  'badGateway',
  'unavailable',
  // The tab ends or freezes before or after the server has the request.
  'dieBefore',
  'dieAfter',
  'freezeBefore',
  'freezeAfter',
] as const
export type Fault = (typeof FAULTS)[number]

/** `epoch`: of the server it was sent to; a restore ends requests in progress. `known`: the one that the device sent. */
export type Sent = { request: StoredRequest; token: string; epoch: string; known: string | undefined }

export type SimNetwork = {
  /** The build of the server from now on. */
  serverBuild: ServerBuild
  epoch: string
  /** The server's violations, in words. */
  broken: string[]
  /** Tally of the builds of replies. */
  tally: Tally
  /** Requests that reached the server. */
  delivered: () => number
  deliver: (sent: Sent) => Promise<TransportReply>
  /** The server answers requests of tabs that ended meanwhile, too: whoever reads its database waits for them. */
  allAnswered: () => Promise<void>
  /** Requests that were given up on arrive now. */
  deliverLate: () => Promise<void>
  keepForLater: (sent: Sent) => void
  /** From now on the server is a restored one, which knows these keys. */
  restore: (keys: ReadonlySet<string>) => void
  /** @throws if the server was restored meanwhile, so that its connections ended */
  requireSameServer: <Reply>(sent: Sent, reply: Reply) => Reply
}

/** Keys of a request's changes, with the status of each and the bytes sent for it. */
const answersOf = (
  { path, headers, body }: StoredRequest,
  reply: { statusCode: number; payload: string },
) => {
  if (!path.includes('/operations'))
    return [
      { key: headers['idempotency-key'] ?? '', status: reply.statusCode, code: codeOf(reply.payload), body },
    ]
  if (reply.statusCode !== 200) return []
  const { operations } = JSON.parse(body) as { operations: StoredRequest[] }
  const { results } = JSON.parse(reply.payload) as { results: { status: number; body: string }[] }
  return operations.map((inner, at) => ({
    key: inner.headers['idempotency-key'] ?? '',
    status: results[at]?.status,
    code: codeOf(results[at]?.body ?? ''),
    body: inner.body,
  }))
}

const codeOf = (text: string): string | undefined => {
  try {
    return (JSON.parse(text) as { code?: string }).code
  } catch {
    return undefined
  }
}

export const createSimNetwork = (app: FastifyInstance, serverBuild: ServerBuild = 'same'): SimNetwork => {
  const late: Sent[] = []
  const onTheWay = new Set<Promise<void>>()
  let delivered = 0
  /** Keys with a stored reply: a repeat gets it, whatever epoch it names. */
  let decided = new Set<string>()
  const tally: Tally = {}
  const count = (what: string) => addTally(tally, { [what]: 1 })
  const speaker = createSpeaker(count)
  const reader = createReader(count)
  /** The first build has no such call. */
  const addressOf = ({ path }: StoredRequest): string => {
    if (network.serverBuild !== 'first' || !path.includes('/operations')) return path
    count('batch unknown to the server')
    return path.replace('/operations', '/operations-of-later')
  }
  /** All histories share one database: the epoch of each restore exists only here. */
  let realEpoch: string | undefined
  const headersOf = (known: string | undefined): Record<string, string> => {
    const told = known === network.epoch ? realEpoch : known
    return told === undefined ? {} : { [ApiHeaders.epoch]: told }
  }
  const deliver = async (sent: Sent): Promise<TransportReply> => {
    const { request: left, token, known } = network.requireSameServer(sent, sent)
    delivered++
    const request = reader.read(network.serverBuild, left)
    const response = await app.inject({
      method: request.method,
      url: addressOf(request),
      headers: {
        ...request.headers,
        ...headersOf(known),
        authorization: `Bearer ${token}`,
        ...(request.body === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === '' ? {} : { payload: request.body }),
    })
    const answers = answersOf(request, response)
    const bytes = answersOf(left, response).map(({ body }) => body)
    const isDecided = ({ status = 0, code }: (typeof answers)[number]) =>
      status !== 401 && status !== 424 && code !== 'in_progress'
    for (const [at, answer] of answers.entries())
      if (isDecided(answer)) reader.note(answer.key, { sent: bytes[at] ?? '', arrived: answer.body })
    if (known === undefined || known === network.epoch) {
      for (const answer of answers) if (isDecided(answer)) decided.add(answer.key)
    } else {
      addTally(tally, { 'sent before hearing of a restore': 1 })
      for (const answer of answers)
        if (isDecided(answer) && !decided.has(answer.key))
          network.broken.push(
            `${answer.key} of ${known} was decided in ${network.epoch}: ${answer.status} ${answer.code}`,
          )
    }
    const marked = response.headers[ApiHeaders.epoch]
    if (marked !== undefined) realEpoch = String(marked)
    const retryAfter = response.headers['retry-after']
    return speaker.say(network.serverBuild, request, {
      status: response.statusCode,
      body: response.payload,
      retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
      epoch: marked === undefined ? undefined : network.epoch,
    })
  }
  const network: SimNetwork = {
    serverBuild,
    epoch: 'epoch 1',
    broken: [],
    tally,
    delivered: () => delivered,
    deliver: (sent) => {
      const delivery = deliver(sent)
      const ended = delivery.catch(() => undefined).then(() => void onTheWay.delete(ended))
      onTheWay.add(ended)
      return delivery
    },
    allAnswered: async () => {
      await Promise.all(onTheWay)
    },
    deliverLate: async () => {
      for (const sent of late.splice(0)) await deliver(sent).catch(() => undefined)
    },
    keepForLater: (sent) => void late.push(sent),
    restore: (keys) => {
      network.epoch = `epoch ${Number(network.epoch.split(' ')[1]) + 1}`
      decided = new Set(keys)
      speaker.keepOnly(keys)
      reader.keepOnly(keys)
    },
    requireSameServer: ({ epoch }, reply) => {
      if (epoch !== network.epoch) throw new TypeError('Failed to fetch')
      return reply
    },
  }
  return network
}

export const PORTAL_REPLY: TransportReply = {
  status: 200,
  body: '<!doctype html><title>Welcome to the Wi-Fi</title>',
  retryAfterSeconds: undefined,
  epoch: undefined,
}
export const BAD_GATEWAY: TransportReply = { ...PORTAL_REPLY, status: 502, body: 'Bad gateway' }
export const UNAVAILABLE: TransportReply = {
  status: 503,
  body: JSON.stringify({ message: 'Closed for maintenance', code: 'maintenance' }),
  retryAfterSeconds: 5,
  epoch: undefined,
}
