import type { Endpoint, EndpointTypes, ReplyOf } from '#contract/endpoint.ts'
import type { Order } from '#contract/trollies.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { Api } from '#server/routing/api.ts'
import type { MutationCall, MutationParts } from '#server/routing/mutation.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { lockTrolly, type TrollyRow } from './trolly-rows.repository.ts'

/**
 * Changes an open trolly after locking its row. Refuses first: `trolly_not_found`, `checked_out` with the order,
 * `trolly_deleted`.
 */
export type TrollyMutation = <E extends TrollyEndpoint, Context = undefined>(
  endpoint: E,
  handle: (call: TrollyCall<E, Context>) => Promise<ReplyOf<E>>,
  options?: TrollyMutationOptions<E, Context>,
) => void

export type TrollyMutationOptions<E extends Endpoint, Context> = {
  /** Accepts deleted trollies, for calls that then change nothing. */
  deletedToo?: boolean
  read?: NonNullable<MutationParts<E, unknown, Context>['read']>
}

/** The contract calls a trolly's path parameter `id`. */
type TrollyEndpoint = Endpoint<EndpointTypes & { params: { id: string } }>

export type TrollyCall<E extends Endpoint, Context = undefined> = Omit<
  MutationCall<E, unknown, Context>,
  'subject'
> & { trolly: TrollyRow }

export type TrollyMutationParts = {
  api: Api
  findOrder: (connection: Connection, trollyId: string) => Promise<Order | undefined>
}

export const trollyMutationOf =
  ({ api, findOrder }: TrollyMutationParts): TrollyMutation =>
  <E extends TrollyEndpoint, Context = undefined>(
    endpoint: E,
    handle: (call: TrollyCall<E, Context>) => Promise<ReplyOf<E>>,
    { deletedToo = false, read }: TrollyMutationOptions<E, Context> = {},
  ) =>
    api.mutation<E, TrollyRow | undefined, Context>(endpoint, {
      lock: ({ connection, user, params }) => lockTrolly(connection, user, params.id),
      mayBeRelayed: true,
      ...(read && { read }),
      handle: async ({ subject, ...call }) => {
        const trolly = requireFound(subject)
        if (trolly.state === 'checked_out') {
          const order = await findOrder(call.connection, trolly.id)
          if (order === undefined) throw new Error(`Trolly ${trolly.id} is checked out and has no order.`)
          throw new Refusal('checked_out', { fields: { order } })
        }
        if (trolly.state === 'deleted' && !deletedToo) throw new Refusal('trolly_deleted')
        return await handle({ ...call, trolly })
      },
    })

/** @throws Refusal `trolly_not_found`, worded alike for missing and another's */
export const requireFound = (trolly: TrollyRow | undefined): TrollyRow => {
  if (trolly === undefined) throw new Refusal('trolly_not_found')
  return trolly
}
