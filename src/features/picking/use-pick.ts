import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
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
import { handOnTyped } from '#src/ui/form/use-commit-when-leaving.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

export type OrderLine = TrackedOrder['lines'][number] & { position: number }
export type Picked = { short: number; replaced: number }
/** Why the server refused a line's substitute. `available`: how many of it are in stock. */
export type SubstituteProblem = { broken: BrokenAgreement } | { available: number }

export type Picks = Readonly<Record<number, Picked>>

type Picking = { order: TrackedOrder; initial: Picks; onSaved: () => void }

/** What is entered and not saved yet. Only lines that differ are sent, so two people may pick one order. */
export const usePick = ({ order, initial, onSaved }: Picking) => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  const readAgain = useOrdersReadAgain()
  const lines = order.lines.filter(
    (line): line is OrderLine => line.position !== undefined && typeof line.standsFor !== 'number',
  )
  const [picks, setPicks] = useState(initial)
  // Saving hands on a number that is still being typed, and sends it before the next render.
  const latest = useRef(initial)
  const [problems, setProblems] = useState<Readonly<Record<number, SubstituteProblem>>>({})
  const [busy, setBusy] = useState(false)
  // Pressed again after a lost reply, the same picks have the same key.
  const attempt = useRef({ said: '', key: '' })

  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await handOnTyped()
      const body = { lines: changesIn(lines, latest.current) }
      if (body.lines.length === 0) return onSaved()
      const said = JSON.stringify(body)
      if (attempt.current.said !== said) attempt.current = { said, key: uuidv7() }
      const { key } = attempt.current
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
  /** undefined: nothing differs from the order. */
  const entered = async (): Promise<Picks | undefined> => {
    await handOnTyped()
    return changesIn(lines, latest.current).length === 0 ? undefined : latest.current
  }
  return {
    lines,
    pickOf: (line: OrderLine) => pickIn(picks, line),
    setPick: ({ position }: OrderLine, pick: Picked) => {
      latest.current = { ...latest.current, [position]: pick }
      setPicks(latest.current)
      setProblems(({ [position]: _, ...others }) => others)
    },
    problemOf: ({ position }: OrderLine) => problems[position],
    changedCount: changesIn(lines, picks).length,
    busy,
    entered,
    save,
  }
}

const pickIn = (picks: Picks, line: OrderLine): Picked =>
  picks[line.position] ?? { short: line.shortQuantity ?? 0, replaced: replacedQuantity(line) }

const changesIn = (lines: readonly OrderLine[], picks: Picks) =>
  lines.flatMap((line) => {
    const { short, replaced } = pickIn(picks, line)
    return short === (line.shortQuantity ?? 0) && replaced === replacedQuantity(line)
      ? []
      : [{ position: line.position, shortQuantity: short, substituteQuantity: replaced }]
  })

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
