import { Text } from '@mantine/core'
import { type AgentAlert, AgentAlertFields, agentAlerts } from '#contract/agent-alerts.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useKeptRecords } from '#src/device/use-kept-records.ts'
import { useAlertViews } from '#src/features/agents/use-alert-views.ts'
import { DAY_ORDER, type ListColumn } from '#src/ui/kit/list/list-column.ts'
import { type ListRequest, useListAddress } from '#src/ui/kit/list/list-request.ts'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { plainWords } from '#src/ui/kit/record/field-changes.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import type { FieldWords } from '#src/ui/kit/record/kept-records.ts'
import { RecordScreen } from '#src/ui/kit/record/record-screen.tsx'

const SEVERITY_WORDS = { info: 'News', warning: 'Plan for it', urgent: 'Urgent' }

const audienceText = ({ agentCodes, customerIds }: AgentAlert): string => {
  const parts = [
    ...(agentCodes.length > 0 ? [`Agents ${agentCodes.join(', ')}`] : []),
    ...(customerIds.length > 0 ? [`Accounts ${customerIds.join(', ')}`] : []),
  ]
  return parts.length === 0 ? 'Everybody' : parts.join(' · ')
}

const COLUMNS: ListColumn<AgentAlert>[] = [
  { id: 'message', label: 'Message', text: ({ message }) => message, sortable: true },
  {
    id: 'severity',
    label: 'Severity',
    text: ({ severity }) => SEVERITY_WORDS[severity],
    narrow: 'badge',
    width: '8rem',
  },
  { id: 'audience', label: 'For', text: audienceText, narrow: 'plain', width: '16rem' },
  {
    id: 'firstDay',
    label: 'From',
    text: ({ firstDay }) => dayText(firstDay),
    csv: ({ firstDay }) => firstDay,
    sortable: true,
    orderWords: DAY_ORDER,
    width: '9rem',
  },
  {
    id: 'lastDay',
    label: 'To',
    text: ({ lastDay }) => dayText(lastDay),
    csv: ({ lastDay }) => lastDay,
    sortable: true,
    orderWords: DAY_ORDER,
    width: '9rem',
  },
]

const FILTERS: ListFilter[] = [
  { name: 'shown', label: 'Shown', any: 'On any day', options: [{ value: 'today', label: 'Today' }] },
]

const FIELDS: FieldSpec[] = [
  { name: 'message', label: 'Message', hint: 'As customers read it on home', control: 'area', rows: 3 },
  { name: 'severity', label: 'Severity', words: SEVERITY_WORDS },
  {
    name: 'agentCodes',
    label: 'Agents',
    hint: 'A code on each line: their customers see it. Without agents and accounts everybody does',
    rows: 2,
  },
  { name: 'customerIds', label: 'Accounts', hint: 'A number on each line', rows: 2 },
  { name: 'firstDay', label: 'From' },
  { name: 'lastDay', label: 'To' },
]

const WORDS = {
  noun: ['alert', 'alerts'] as const,
  added: 'Alert added',
  saved: 'Alert saved',
  deleted: 'Alert deleted',
  restored: 'Alert restored',
}

const valueWords: FieldWords = (field, value) => {
  if (field === 'severity') return SEVERITY_WORDS[value as AgentAlert['severity']] ?? String(value)
  return field.endsWith('Day') && typeof value === 'string' ? dayText(value) : plainWords(field, value)
}

const filtersOf = ({ shown }: ListRequest['filters']) =>
  shown === undefined ? {} : { day: londonDayOf(new Date()) }

const OPTIONS = { words: WORDS, filtersOf }
const LATEST = { sort: 'lastDay', descending: true }

const freshOf = (today: string): Partial<AgentAlertFields> => ({
  severity: 'info',
  agentCodes: [],
  customerIds: [],
  firstDay: today,
  lastDay: today,
})

export function Screen() {
  const address = useListAddress(LATEST)
  const records = useKeptRecords(agentAlerts, address.request, OPTIONS)
  return (
    <RecordScreen
      title="Agent alerts"
      detail="What agents tell their customers on home"
      noun={WORDS.noun}
      address={address}
      records={records}
      columns={COLUMNS}
      filters={FILTERS}
      schema={AgentAlertFields}
      fields={FIELDS}
      fresh={freshOf(londonDayOf(new Date()))}
      about={({ id }) => <SeenBy key={id} id={id} />}
      empty="There are no alerts yet. Add the first one."
      csv={{ name: 'agent-alerts', onFailure: showFailure }}
      kept={{
        records,
        words: valueWords,
        importHint:
          'The columns are those of Export CSV. A row whose message is there already changes it; others are added.',
      }}
    />
  )
}

const NAMED_MOST = 5

function SeenBy({ id }: { id: string }) {
  const { views, failure } = useAlertViews(id)
  const words = failure === undefined ? views && viewWords(views) : `Who has seen it is not known. ${failure}`
  return (
    <Text size="sm" c="dimmed" mb={16}>
      {words ?? 'Who has seen it …'}
    </Text>
  )
}

const viewWords = ({ data, total }: NonNullable<ReturnType<typeof useAlertViews>['views']>): string => {
  if (total === 0) return 'Nobody has put it away yet.'
  const names = data.slice(0, NAMED_MOST).map(({ name }) => name)
  const more = total - names.length
  return `Put away by ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
