import { useQuery, useQueryClient } from '@tanstack/react-query'
import { v7 as uuidv7 } from 'uuid'
import { type AgentBill, type AgentBillPreview, agentBills, type BillPeriod } from '#contract/agent-bills.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
import { reasonOf } from '#src/api/messages.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useFoundList } from '#src/device/use-found-rows.ts'
import { saveFile } from '#src/ui/kit/list/csv.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

const bodyOf = (asked: ListRequest) =>
  ({
    queryString: asked.text,
    page: asked.page,
    sort_by: sortBy(asked),
    state: asked.filters.state,
    agentCode: asked.filters.agent,
  }) as BodyOf<typeof agentBills.search>

export const useAgentBills = (request: ListRequest) => {
  const api = useApi()
  const { data } = useQuery({
    queryKey: replyKey(agentBills.agents),
    queryFn: ({ signal }) => api.call(agentBills.agents, { signal }),
  })
  const list = useFoundList(request, {
    call: agentBills.search,
    bodyOf,
    ask: (body, calling) => api.call(agentBills.search, { body, ...calling }),
  })
  return { ...list, agents: data?.data ?? [] }
}

const useBillsAgain = () => {
  const client = useQueryClient()
  return () => {
    for (const call of [agentBills.search, agentBills.look])
      void client.invalidateQueries({ queryKey: replyKey(call) })
  }
}

const told = (message: string): undefined => {
  notifications.show({ message, statusColor: 'success', showInProduction: true })
}

/** One bill with its orders, and what can be done with it. A failure is told. */
export const useAgentBill = (id: string) => {
  const api = useApi()
  const run = useAction()
  const readAgain = useBillsAgain()
  const params = { id }
  const { data, error } = useQuery({
    queryKey: replyKey(agentBills.look, { id }),
    queryFn: ({ signal }) => api.call(agentBills.look, { params, signal }),
    meta: { opened: true },
  })
  return {
    look: data,
    failure: error === null ? undefined : reasonOf(error),
    reverse: () =>
      run(() => api.call(agentBills.reverse, { params }))
        .then(({ billNo }) => told(`Bill ${billNo} reversed. Its orders can be billed again`), showFailure)
        .finally(readAgain),
    download: ({ billNo }: AgentBill) =>
      run(() => api.call(agentBills.exportData, { params })).then(
        (file) => saveFile(`agent-bill-${billNo}.csv`, file),
        showFailure,
      ),
  }
}

/** What was shown of a bill to be, with the id that it gets: approved again after a lost reply, it is still one bill. */
export type ShownBill = { id: string; period: BillPeriod; preview: AgentBillPreview }

type Refused = Record<string, string>

/** Shows what a bill would be, and approves what was shown; or returns what was refused, by field. */
export const useNewAgentBill = () => {
  const api = useApi()
  const run = useAction()
  const readAgain = useBillsAgain()
  return {
    show: (period: BillPeriod): Promise<ShownBill | { refused: Refused }> =>
      run(() => api.call(agentBills.preview, { body: period })).then(
        (preview) => ({ id: uuidv7(), period, preview }),
        (failure: unknown) => ({ refused: fieldProblemsOf(failure, LABELS) }),
      ),
    approve: ({ id, period, preview: { seen } }: ShownBill): Promise<Refused | undefined> =>
      run(() => api.call(agentBills.approve, { body: { id, ...period, seen } }))
        .then(
          ({ billNo, agentName }) => told(`Bill ${billNo} of ${agentName} approved`),
          (failure: unknown) => fieldProblemsOf(failure, LABELS),
        )
        .finally(readAgain),
  }
}

const LABELS = { agentCode: 'The agent', firstDay: 'From', lastDay: 'To' }
