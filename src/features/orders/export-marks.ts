import type { OrderSummary } from '#contract/orders.ts'
import { mayBeExported } from '#domain/order-export.ts'
import { ApiError } from '#src/api/api-error.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

type ExportCalls = {
  mark: (order: OrderSummary) => Promise<{ alreadyExported?: boolean }>
  unmark: (order: OrderSummary) => Promise<unknown>
  readAgain: () => void
}

/** How staff mark orders by hand. Each says what it did and undoes only that; an order that was handed over stays exported. */
export const exportMarks = ({ mark, unmark, readAgain }: ExportCalls) => {
  /** One after another. @returns those that `change` changed; undefined after a failure, which is shown */
  const changedOf = async (
    orders: readonly OrderSummary[],
    change: (order: OrderSummary) => Promise<boolean>,
  ): Promise<OrderSummary[] | undefined> => {
    const changed: OrderSummary[] = []
    try {
      for (const order of orders) if (await change(order)) changed.push(order)
      return changed
    } catch (error) {
      showFailure(error)
      return undefined
    } finally {
      readAgain()
    }
  }

  const markExported = async (orders: readonly OrderSummary[]): Promise<void> => {
    const ready = orders.filter(mayBeExported)
    const marked = await changedOf(ready, async (order) => !(await mark(order)).alreadyExported)
    if (marked === undefined) return
    showOutcome(orders.length, {
      done: [marked.length, 'marked as exported'],
      others: [
        [ready.length - marked.length, 'already exported'],
        [orders.length - ready.length, 'skipped: not paid yet'],
      ],
      undo: () => clearMarks(marked),
    })
  }

  /** The rows may be older than their marks: those of an undo are. */
  const clearMarks = async (orders: readonly OrderSummary[], selected = orders.length): Promise<void> => {
    const cleared = await changedOf(orders, async (order) => {
      try {
        await unmark(order)
        return true
      } catch (error) {
        if (error instanceof ApiError && error.code === 'order_handed_over') return false
        throw error
      }
    })
    if (cleared === undefined) return
    showOutcome(selected, {
      done: [cleared.length, 'marked as not exported'],
      others: [
        [orders.length - cleared.length, 'handed over by the system, so can’t be undone'],
        [selected - orders.length, 'not exported'],
      ],
      undo: () => markExported(cleared),
    })
  }

  return {
    markExported,
    unmarkExported: (orders: readonly OrderSummary[]) =>
      clearMarks(
        orders.filter(({ exportedAt }) => exportedAt !== null),
        orders.length,
      ),
  }
}

type Counted = readonly [count: number, words: string]

const showOutcome = (
  selected: number,
  { done: [count, words], others, undo }: { done: Counted; others: readonly Counted[]; undo: () => unknown },
): void => {
  const left = others.filter(([number]) => number > 0)
  notifications.show({
    message: [
      ...(count > 0 ? [`${count === 1 ? 'Order' : `${count} orders`} ${words}`] : []),
      ...left.map(([number, why]) => `${partOf(number, selected)} ${why}`),
    ].join('. '),
    statusColor: left.length === 0 ? 'success' : 'warning',
    ...(count > 0 && { restoreButton: { onRestore: undo } }),
    showInProduction: true,
  })
}

/** "Order was", "2 of 5 were", "All 5 were". */
const partOf = (count: number, selected: number): string => {
  if (selected === 1) return 'Order was'
  return `${count === selected ? 'All' : `${count} of`} ${selected} ${count === 1 ? 'was' : 'were'}`
}
