import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { activeOrders, type TrackedOrder } from '#contract/orders.ts'
import { picking } from '#contract/picking.ts'
import { replacedQuantity } from '#domain/as-placed.ts'
import type { BrokenAgreement } from '#domain/substitution.ts'
import { ApiError } from '#src/api/api-error.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useOrdersReadAgain } from '#src/device/stored-reads.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

export type OrderLine = TrackedOrder['lines'][number] & { position: number }
export type Picked = { short: number; replaced: number }
/** Why the server refused a line's substitute. `available`: how many of it are in stock. */
export type SubstituteProblem = { broken: BrokenAgreement } | { available: number }

type Picks = Readonly<Record<number, Picked>>

/** What is entered and not saved yet. Only lines that differ are sent, so two people may pick one order. */
export const usePick = (order: TrackedOrder, onSaved: () => void) => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  const readAgain = useOrdersReadAgain()
  const lines = order.lines.filter(
    (line): line is OrderLine => line.position !== undefined && typeof line.standsFor !== 'number',
  )
  const [picks, setPicks] = useState<Picks>({})
  const [problems, setProblems] = useState<Readonly<Record<number, SubstituteProblem>>>({})
  const [busy, setBusy] = useState(false)
  const pickOf = (line: OrderLine): Picked =>
    picks[line.position] ?? { short: line.shortQuantity ?? 0, replaced: replacedQuantity(line) }
  const changed = lines.filter((line) => {
    const { short, replaced } = pickOf(line)
    return short !== (line.shortQuantity ?? 0) || replaced !== replacedQuantity(line)
  })
  const body = {
    lines: changed.map((line) => {
      const { short, replaced } = pickOf(line)
      return { position: line.position, shortQuantity: short, substituteQuantity: replaced }
    }),
  }
  // Pressed again after a lost reply, the same picks have the same key.
  const said = JSON.stringify(body)
  const { key } = useMemo(() => ({ key: uuidv7(), said }), [said])

  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const picked = await run(() => api.call(picking.pick, { params: { id: order.id }, body, key }))
      client.setQueryData<TrackedOrder>(replyKey(activeOrders.get, { id: order.id }), picked)
      void client.invalidateQueries({ queryKey: replyKey(activeOrders.search) })
      readAgain()
      notifications.show({
        message: `Picking of order ${order.orderNo} saved`,
        statusColor: 'success',
        showInProduction: true,
      })
      onSaved()
    } catch (error) {
      const problem = problemOf(error)
      if (problem === undefined) {
        showFailure(error)
        // It may have been delivered or changed meanwhile.
        void client.invalidateQueries({ queryKey: replyKey(activeOrders.get, { id: order.id }) })
      } else setProblems((before) => ({ ...before, [problem.position]: problem.problem }))
    } finally {
      setBusy(false)
    }
  }
  return {
    lines,
    pickOf,
    setPick: ({ position }: OrderLine, pick: Picked) => {
      setPicks((before) => ({ ...before, [position]: pick }))
      setProblems(({ [position]: _, ...others }) => others)
    },
    problemOf: ({ position }: OrderLine) => problems[position],
    changedCount: changed.length,
    busy,
    save,
  }
}

const problemOf = (error: unknown): { position: number; problem: SubstituteProblem } | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const { position, broken, available } = (error.reply ?? {}) as Partial<
    { position: number; broken: BrokenAgreement } & { available: number }
  >
  if (position === undefined) return undefined
  if (error.code === 'agreement_broken') return { position, problem: { broken: broken ?? 'gone' } }
  if (error.code === 'substitute_out_of_stock') return { position, problem: { available: available ?? 0 } }
  return undefined
}
