import type { IncomingMessage } from 'node:http'
import { giveBack, passOn, type Relay, startRelay } from './relay.ts'

/** Drops replies on their way to the page, after the server has handled the request. */
export type FaultProxy = Relay & {
  /** Drops the next `times` replies to requests of this kind. */
  loseReplies: (lost: LostReplies) => void
  /** How many were dropped. */
  lost: () => number
}

type LostReplies = { method: string; path: RegExp; times: number }

export const startFaultProxy = async (upstream: string): Promise<FaultProxy> => {
  const rules: LostReplies[] = []
  let lostCount = 0

  const isLost = ({ method = '', url = '' }: IncomingMessage): boolean => {
    const rule = rules.find(({ method: m, path, times }) => times > 0 && m === method && path.test(url))
    if (!rule) return false
    rule.times -= 1
    lostCount += 1
    return true
  }
  const relay = await startRelay((incoming, outgoing) =>
    passOn(upstream, { incoming, outgoing }, (answer) => {
      // Read the whole reply first: by then the server has committed.
      if (isLost(incoming)) answer.resume().on('end', () => outgoing.destroy())
      else giveBack(answer, outgoing)
    }),
  )
  return { ...relay, loseReplies: (rule) => void rules.push({ ...rule }), lost: () => lostCount }
}
