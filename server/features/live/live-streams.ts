import { isStaffType } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import { requireCustomer } from '#server/features/customers/require-customer.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { findFollowers } from './live.repository.ts'
import { CATCH_UP, type Watch } from './live-watch.ts'

/** The open streams of this instance: who may have one, how many, and for how long. */
export type LiveStreams = {
  /**
   * Sends news of the account until the reader leaves, or may no longer have them.
   * @param stream its `end` may be called at any time, once
   * @throws Refusal `customer_not_found`, `too_many_streams`
   */
  open: (user: Caller, customerId: string, stream: LiveStream) => Promise<{ leave: () => void }>
  /** Says that each stream is alive, and ends those whose session has ended or whose user has lost the account. */
  beat: () => Promise<void>
  close: () => void
}

/** Event-stream text. */
export type LiveStream = { write: (text: string) => void; end: () => void }

export type StreamLimits = {
  /** Each device has one, whatever its tabs. */
  perUser: number
  /** Each takes up to 60 kB of memory. */
  overall: number
}

const RETRY_AFTER_SECONDS = 60

type Open = { user: Caller; customerId: string; stream: LiveStream; leave: () => void }

export const liveStreams = ({
  database,
  watch,
  limits,
}: {
  database: Database
  watch: Watch
  limits: StreamLimits
}): LiveStreams => {
  const streams = new Set<Open>()
  let isClosed = false

  const countOf = (userId: string): number =>
    [...streams].reduce((count, { user }) => count + (user.userId === userId ? 1 : 0), 0)

  const end = (one: Open): void => {
    one.leave()
    one.stream.end()
  }

  const endForbidden = async (): Promise<void> => {
    const open = [...streams]
    const followers = await findFollowers(
      database,
      open.map(({ user }) => user.tokenId),
    )
    const byToken = new Map(followers.map((follower) => [follower.tokenId, follower]))
    for (const one of open) {
      const follower = byToken.get(one.user.tokenId)
      const may =
        follower !== undefined &&
        (isStaffType(follower.accountType) || follower.customerIds.includes(one.customerId))
      if (!may) end(one)
    }
  }

  return {
    open: async (user, customerId, stream) => {
      if (isClosed || streams.size >= limits.overall || countOf(user.userId) >= limits.perUser)
        throw new Refusal('too_many_streams', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      let stop = () => {}
      const one: Open = {
        user,
        customerId,
        stream,
        leave: () => {
          streams.delete(one)
          stop()
        },
      }
      // Before anything is awaited, or many at once would all find room.
      streams.add(one)
      try {
        await requireCustomer(database, user, customerId)
        stop = await watch.follow(customerId, (news) => stream.write(messageOf(news)))
      } catch (error) {
        one.leave()
        throw error
      }
      // The session or the server may have ended meanwhile.
      if (!streams.has(one)) stop()
      else stream.write(messageOf(CATCH_UP))
      return one
    },
    beat: async () => {
      if (streams.size === 0) return
      await endForbidden().finally(() => {
        for (const { stream } of streams) stream.write(COMMENT)
      })
    },
    close: () => {
      isClosed = true
      for (const one of streams) end(one)
      watch.close()
    },
  }
}

const messageOf = (news: string): string => `data: ${news}\n\n`
const COMMENT = ':\n\n'
