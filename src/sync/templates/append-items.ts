import { planTemplateAppend } from '#domain/templates/append.ts'
import { type ItemOperation, isItemOperation } from '#domain/templates/operation.ts'
import { TEMPLATE_ITEMS_MAX } from '#domain/templates/template.ts'
import { OperationRefused } from '#domain/trollies/refused.ts'
import { readTemplateParts, templateLane } from '#src/store/templates.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { Queue } from '#src/sync/engine/queue.ts'

/**
 * Operations on different items, all or none. Each is planned over its own item alone, so that hundreds are a few
 * requests to the storage, not thousands.
 * @throws OperationRefused
 */
export const appendItems = (
  { database, queue }: { database: UserDatabase; queue: Queue },
  id: string,
  operations: readonly ItemOperation[],
): Promise<void> =>
  queue.changing(templateLane(id), async ({ record }) => {
    const parts = await readTemplateParts(database, id)
    const added = operations.filter(({ kind }) => kind === 'addItem').length
    if (parts.items.filter(({ deleted }) => !deleted).length + added > TEMPLATE_ITEMS_MAX)
      throw new OperationRefused('too_many_items')
    const ofTemplate = parts.queue.filter(({ operation }) => !isItemOperation(operation))
    const plans = operations.map((operation) => {
      const isOwn = ({ product_no }: { product_no: string }) => product_no === operation.product_no
      const own = parts.queue.filter((queued) => isItemOperation(queued.operation) && isOwn(queued.operation))
      const plan = planTemplateAppend({
        head: parts.head,
        items: parts.items.filter(isOwn),
        queue: [...ofTemplate, ...own],
        operation,
      })
      return { own, ...plan }
    })
    const { outbox } = database
    await outbox
      .where('opId')
      .anyOf(plans.flatMap(({ takenBack }) => takenBack))
      .delete()
    await outbox.bulkPut(
      plans.flatMap(({ own, write }) => {
        const into = write && own.find(({ opId }) => opId === write.into)
        return into ? [{ ...into, operation: write.operation, expectedVersion: write.expectedVersion }] : []
      }),
    )
    await outbox.bulkAdd(plans.flatMap(({ write }) => (write && write.into === null ? [record(write)] : [])))
  })
