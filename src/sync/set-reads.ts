import { type AnyOperation, isUnanswered, isUntouched } from '#domain/outbox/operation.ts'
import type { Product } from '#domain/product.ts'
import { countAnswered, readQueue, replaceRows, type Shown } from '#src/store/lane-rows.ts'
import { putProducts } from '#src/store/trollies/trollies.ts'
import type { Appended, Plan } from '#src/sync/engine/noun.ts'
import type { ReadPorts } from './reading.ts'

type SetRead<Value> = { rows: Value[]; products: Product[] }

/** Changes answered meanwhile are seldom more than one batch. */
const TRIES = 3

/**
 * Replaces the stored set of a lane, whose rows are products, and adds what is known of them. Not stored while a change is unanswered,
 * which the reply may already include; read again where one was answered since, which it may lack.
 * @throws what `read` throws; then nothing has changed
 */
export const refreshSet = <Value extends { product_no: string }, Operation extends AnyOperation>(
  ports: Pick<ReadPorts, 'database' | 'customer'>,
  shown: Pick<Shown<Value, Operation, unknown>, 'lane' | 'rules'>,
  read: () => Promise<SetRead<Value>>,
): Promise<void> => refreshRows(ports, { ...shown, idOf: ({ product_no }) => product_no }, read)

/** The same for rows of any kind. */
export const refreshRows = async <Value, Operation extends AnyOperation>(
  { database, customer }: Pick<ReadPorts, 'database' | 'customer'>,
  shown: Pick<Shown<Value, Operation, unknown>, 'lane' | 'rules'> & { idOf: (value: Value) => string },
  read: () => Promise<SetRead<Value>>,
): Promise<void> => {
  const tables = ['outbox', 'sync', 'rows', 'downloads', 'products', 'prices', 'searchIndex']
  const readOnce = async (): Promise<'overtaken' | 'kept' | 'stored'> => {
    const answered = await countAnswered(database, shown.lane)
    const { rows, products } = await read()
    return await database.transaction('rw', tables, async () => {
      if ((await countAnswered(database, shown.lane)) !== answered) return 'overtaken'
      if ((await readQueue(database, shown)).some(isUnanswered)) return 'kept'
      await replaceRows(database, shown.lane, rows, shown.idOf)
      await putProducts(database, customer.priceListId, products)
      return 'stored'
    })
  }
  for (let tries = 0; tries < TRIES; tries += 1) if ((await readOnce()) !== 'overtaken') return
}

/** Sent even where the stored row says the same: after a sign-out or a restored database the server may have it otherwise. */
export const planOfSet = async <Operation extends AnyOperation & { product_no: string }>(
  { database, operation }: Appended<Operation>,
  shown: Pick<Shown<unknown, Operation, unknown>, 'lane' | 'rules'>,
): Promise<Plan> => {
  const queue = await readQueue<Operation>(database, shown)
  const into = queue.findLast(
    (queued) => queued.operation.product_no === operation.product_no && isUntouched(queued),
  )
  return { takenBack: [], write: { operation, expectedVersion: null, into } }
}
