import { Type } from 'typebox'
import { CountEntry, CountHead } from './counts.ts'
import { endpoint, Strict } from './endpoint.ts'
import { CustomerId, naming } from './values.ts'

/** Apart from the changes of counts, which the outbox needs wherever a trolly is open. */
export const openCounts = {
  list: endpoint('GET', 'customer/{id}/counts', {
    params: Strict({ id: naming(CustomerId, 'customer_not_found') }),
    reply: Strict({ data: Type.Array(Strict({ ...CountHead, entries: Type.Array(CountEntry) })) }),
    access: 'user',
    summary: 'An account’s open counts: those of templates that the user sees, and those they began.',
  }),
}
