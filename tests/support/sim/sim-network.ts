import type { FastifyInstance } from 'fastify'
import { ApiHeaders } from '#contract/endpoint.ts'
import type { StoredRequest } from '#domain/outbox/record.ts'
import type { TransportReply } from '#src/sync/engine/ports.ts'
import { createSpeaker, type ServerBuild } from './builds.ts'
import { addTally, type Tally } from './tally.ts'

/** What can happen to a request on its way. */
export const FAULTS = [
  'ok',
  // Nothing arrives.
  'cut',
  // It arrives, and the answer is lost.
  'lostReply',
  // It arrives long after the device gave up on it.
  'late',
  // It arrives twice, at the same time.
  'twice',
  // Something on the way answers in the server's place, after or instead of passing it on.
  'portal',
  'badGateway',
  'unavailable',
  // The tab ends or freezes before or after the server has the request.
  'dieBefore',
  'dieAfter',
  'freezeBefore',
  'freezeAfter',
] as const
export type Fault = (typeof FAULTS)[number]

/** `epoch`: of the server it was sent to; a restore ends what is under way. */
export type Sent = { request: StoredRequest; token: string; epoch: string }

export type SimNetwork = {
  /** What the server that answers from now on was built from. */
  serverBuild: ServerBuild
  epoch: string
  /** Of what build the replies were. */
  tally: Tally
  deliver: (sent: Sent) => Promise<TransportReply>
  /** Requests that were given up on arrive now. */
  deliverLate: () => Promise<void>
  keepForLater: (sent: Sent) => void
  /** The server is another one from here, which knows these keys. */
  restore: (keys: ReadonlySet<string>) => void
  /** @throws where the server was restored meanwhile, so that its connections ended */
  requireSameServer: <Reply>(sent: Sent, reply: Reply) => Reply
}

export const createSimNetwork = (app: FastifyInstance, serverBuild: ServerBuild = 'same'): SimNetwork => {
  const late: Sent[] = []
  const tally: Tally = {}
  const speaker = createSpeaker((what) => addTally(tally, { [what]: 1 }))
  const deliver = async (sent: Sent): Promise<TransportReply> => {
    const { request, token } = network.requireSameServer(sent, sent)
    const response = await app.inject({
      method: request.method,
      url: request.path,
      headers: {
        ...request.headers,
        authorization: `Bearer ${token}`,
        ...(request.body === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === '' ? {} : { payload: request.body }),
    })
    const isMarked = response.headers[ApiHeaders.epoch] !== undefined
    const retryAfter = response.headers['retry-after']
    return speaker.say(network.serverBuild, request, {
      status: response.statusCode,
      body: response.payload,
      retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
      epoch: isMarked ? network.epoch : undefined,
    })
  }
  const network: SimNetwork = {
    serverBuild,
    epoch: 'epoch 1',
    tally,
    deliver,
    deliverLate: async () => {
      for (const sent of late.splice(0)) await deliver(sent).catch(() => undefined)
    },
    keepForLater: (sent) => void late.push(sent),
    restore: (keys) => {
      network.epoch = `epoch ${Number(network.epoch.split(' ')[1]) + 1}`
      speaker.keepOnly(keys)
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
