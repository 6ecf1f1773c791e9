import { Box, Group, Stack, Table, Text } from '@mantine/core'
import '@mantine/core/styles/Table.layer.css'
import { IconDatabaseExport, IconPencil, IconRefresh, IconTool } from '@tabler/icons-react'
import { useState } from 'react'
import { Type } from 'typebox'
import type { CompanyFields, ServerState, WindowFields } from '#contract/server-maintenance.ts'
import { asOfText } from '#domain/as-of.ts'
import { dayText, londonDayOf, londonInstant, londonTimeOf } from '#domain/london-time.ts'
import { isUnderWay, type MaintenanceWindow } from '#domain/maintenance-window.ts'
import { useReadCompanyAgain } from '#src/features/company/company-context.tsx'
import { COMPANY_LABELS, CompanyForm } from '#src/features/server-maintenance/company-form.tsx'
import {
  type ServerMaintenance,
  useServerMaintenance,
} from '#src/features/server-maintenance/use-server-maintenance.ts'
import { Button } from '#src/ui/action/button.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import { RecordDrawer } from '#src/ui/kit/record/record-drawer.tsx'
import { type Editing, useEditing } from '#src/ui/kit/record/use-editing.ts'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { HiddenStatus } from '#src/ui/status/hidden.tsx'

/** For administrators: everybody else is refused by the call. */
export function Screen() {
  const server = useServerMaintenance(useReadCompanyAgain())
  const { state, failure } = server
  const editing = useEditing<ServerState>()
  const [isCompanyOpen, setIsCompanyOpen] = useState(false)
  return (
    <>
      <PageHeader title="Server" detail="Its state, when it is closed, and what the company looks like" />
      {state === undefined ? (
        failure === undefined ? (
          <HiddenStatus>Loading</HiddenStatus>
        ) : (
          <FailedState words={`The state could not be read. ${failure}`} onRetry={server.retryReading} />
        )
      ) : (
        <Box maw="60rem">
          {failure === undefined ? null : (
            <Text role="alert" c="var(--red)" px="var(--page-edge, 16px)">
              {`This is not up to date. ${failure}`}
            </Text>
          )}
          <Maintenance server={server} state={state} onPlan={() => editing.open(state)} />
          <Health state={state} />
          <Builds ownBuild={server.ownBuild} state={state} />
          <Queues server={server} state={state} />
          <Backups server={server} state={state} />
          <Company state={state} onEdit={() => setIsCompanyOpen(true)} />
          <Changes state={state} />
        </Box>
      )}
      {editing.isOpen && state ? <WindowForm server={server} state={state} editing={editing} /> : null}
      {isCompanyOpen && state ? (
        <CompanyForm server={server} state={state} onClose={() => setIsCompanyOpen(false)} />
      ) : null}
    </>
  )
}

const MODE_WORDS = { read_only: 'Read only', closed: 'Closed' }

function Maintenance({
  server,
  state,
  onPlan,
}: {
  server: ServerMaintenance
  state: ServerState
  onPlan: () => void
}) {
  const planned = windowOf(state.window)
  return (
    <Section
      title="Maintenance"
      action={
        <Group gap={8}>
          {planned ? <Button onClick={() => void server.endWindow()}>End it now</Button> : null}
          <Button icon={<IconTool size={18} aria-hidden="true" />} onClick={onPlan}>
            {planned ? 'Change' : 'Plan maintenance'}
          </Button>
        </Group>
      }
    >
      {planned ? (
        <DefinitionList
          beside
          items={[
            {
              term: 'Now',
              value: isUnderWay(planned, new Date())
                ? MODE_WORDS[planned.mode]
                : 'Open, and announced a day ahead',
            },
            { term: 'What happens', value: MODE_WORDS[planned.mode] },
            { term: 'From', value: momentText(planned.from) },
            {
              term: 'To',
              value: planned.until === null ? 'Until somebody ends it' : momentText(planned.until),
            },
            ...(planned.message === '' ? [] : [{ term: 'Message', value: planned.message }]),
          ]}
        />
      ) : (
        <Text>Open. A banner tells everybody a day before it closes; phones go on drafting meanwhile.</Text>
      )}
    </Section>
  )
}

const windowOf = ({ mode, from, until, message }: WindowFields): MaintenanceWindow | undefined =>
  mode === null || from === null ? undefined : { mode, from, until, message }

const momentText = (instant: string): string => {
  const at = new Date(instant)
  return `${dayText(londonDayOf(at))}, ${londonTimeOf(at)}`
}

const TIME = Type.String({ pattern: '^$|^([01][0-9]|2[0-3]):[0-5][0-9]$' })
/** As a person types it: in London, and without an end until somebody ends it. */
const TYPED_WINDOW = {
  properties: {
    mode: Type.Unsafe({ type: 'string', enum: ['closed', 'read_only'] }),
    fromDay: Type.String({ format: 'date' }),
    fromTime: TIME,
    untilDay: Type.String({ format: 'date' }),
    untilTime: TIME,
    message: Type.String({ maxLength: 200 }),
  },
  required: ['mode', 'fromDay', 'fromTime'],
}

const WINDOW_FIELDS: FieldSpec[] = [
  {
    name: 'mode',
    label: 'What happens',
    words: { closed: 'Closed', read_only: 'Read only' },
    hint: 'Closed: only administrators come in. Read only: nothing can be changed',
  },
  { name: 'fromDay', label: 'Begins on', missing: 'Enter the day on which it begins' },
  { name: 'fromTime', label: 'Begins at', control: 'time', hint: 'London time' },
  { name: 'untilDay', label: 'Ends on', hint: 'Blank: until somebody ends it' },
  { name: 'untilTime', label: 'Ends at', control: 'time' },
  { name: 'message', label: 'Message', hint: 'Stands in the banner; may be blank' },
]

type TypedWindow = {
  mode: MaintenanceWindow['mode']
  fromDay: string
  fromTime: string
  untilDay?: string
  untilTime?: string
  message?: string
}

function WindowForm({
  server,
  state,
  editing,
}: {
  server: ServerMaintenance
  state: ServerState
  editing: Editing<ServerState>
}) {
  const { mode, from, until, message } = state.window
  const [begins, ends] = [new Date(from ?? Date.now()), until === null ? undefined : new Date(until)]
  return (
    <RecordDrawer
      editing={editing}
      title="Maintenance"
      schema={TYPED_WINDOW}
      fields={WINDOW_FIELDS}
      values={{
        mode: mode ?? 'closed',
        fromDay: londonDayOf(begins),
        fromTime: londonTimeOf(begins),
        untilDay: ends ? londonDayOf(ends) : '',
        untilTime: ends ? londonTimeOf(ends) : '',
        message,
      }}
      onSave={async (values) => {
        const typed = values as TypedWindow
        if (Boolean(typed.untilDay) !== Boolean(typed.untilTime))
          return { untilTime: 'Enter the end’s day and its time, or neither' }
        return await server.saveWindow(
          {
            mode: typed.mode,
            from: londonInstant(typed.fromDay, typed.fromTime).toISOString(),
            until:
              typed.untilDay && typed.untilTime
                ? londonInstant(typed.untilDay, typed.untilTime).toISOString()
                : null,
            message: typed.message ?? '',
          },
          { until: 'The end', from: 'The beginning' },
        )
      }}
    />
  )
}

function Health({ state }: { state: ServerState }) {
  return (
    <Section title="Health">
      <DefinitionList
        beside
        items={[
          { term: 'Trolly', value: state.version },
          { term: 'Node.js', value: state.node },
          { term: 'PostgreSQL', value: state.postgres },
          { term: 'Running since', value: momentText(state.startedAt) },
          { term: 'Requests since then', value: state.requests.toLocaleString('en-GB') },
          { term: 'Failed by the server', value: state.failedRequests.toLocaleString('en-GB') },
          { term: 'People here today', value: state.signedInToday.toLocaleString('en-GB') },
          { term: 'Memory', value: bytesText(state.memoryBytes) },
          { term: 'Database', value: bytesText(state.databaseBytes) },
        ]}
      />
    </Section>
  )
}

/** As sessions tell: a person may use several devices. */
function Builds({ ownBuild, state: { builds } }: { ownBuild: string; state: ServerState }) {
  if (builds === undefined) return null
  return (
    <Section title="Builds in use">
      <Stack gap={8}>
        {builds.length === 0 ? (
          <Text>No device was seen in the last week.</Text>
        ) : (
          <Table aria-label="Builds in use">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Build</Table.Th>
                <Table.Th ta="end">Last day</Table.Th>
                <Table.Th ta="end">Last week</Table.Th>
                <Table.Th ta="end">Last seen</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {builds.map(({ id, today, week, lastSeenAt }) => (
                <Table.Tr key={id}>
                  <Table.Td>{id === ownBuild ? `${id} (this page)` : id || 'Not told'}</Table.Td>
                  <Table.Td ta="end">{today.toLocaleString('en-GB')}</Table.Td>
                  <Table.Td ta="end">{week.toLocaleString('en-GB')}</Table.Td>
                  <Table.Td ta="end">{asOfText(new Date(lastSeenAt), new Date())}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <Text size="sm" c="dimmed">
          Signed-in devices by the build that they last used.
        </Text>
      </Stack>
    </Section>
  )
}

const MEGABYTE = 1_000_000

const bytesText = (bytes: number): string =>
  bytes < MEGABYTE
    ? `${Math.ceil(bytes / 1_000).toLocaleString('en-GB')} kB`
    : `${(bytes / MEGABYTE).toLocaleString('en-GB', { maximumFractionDigits: 1 })} MB`

const QUEUE_WORDS = { mail: 'Mail', exports: 'Orders for the supplier’s system' }

function Queues({ server, state }: { server: ServerMaintenance; state: ServerState }) {
  return (
    <Section title="Queues">
      <Stack gap={16}>
        {(['mail', 'exports'] as const).map((name) => {
          const { waiting, failing, oldestAt, lastError } = state.queues[name]
          return (
            <Stack key={name} gap={4}>
              <Group justify="space-between">
                <Text fw={700}>{QUEUE_WORDS[name]}</Text>
                {failing > 0 ? (
                  <Button
                    compact
                    icon={<IconRefresh size={18} aria-hidden="true" />}
                    onClick={() => void server.retry(name)}
                  >
                    {`Try ${failing} again`}
                  </Button>
                ) : null}
              </Group>
              <Text {...(failing > 0 && { c: 'var(--red)' })}>
                {waiting + failing === 0
                  ? 'Nothing waits.'
                  : `${waiting.toLocaleString('en-GB')} waiting, ${failing.toLocaleString('en-GB')} failing${
                      oldestAt === null ? '' : `, the oldest since ${momentText(oldestAt)}`
                    }.`}
              </Text>
              {lastError === '' ? null : <Text size="sm" c="dimmed">{`Last failure: ${lastError}`}</Text>}
            </Stack>
          )
        })}
      </Stack>
    </Section>
  )
}

function Backups({ server, state: { backups } }: { server: ServerMaintenance; state: ServerState }) {
  const { folder, files, runningSince, lastError } = backups
  return (
    <Section
      title="Backups"
      action={
        <Button
          icon={<IconDatabaseExport size={18} aria-hidden="true" />}
          loading={runningSince !== null}
          onClick={() => void server.backUp()}
        >
          Back up now
        </Button>
      }
    >
      <Stack gap={8}>
        {lastError === '' ? null : (
          <Text role="alert" c="var(--red)">
            {lastError}
          </Text>
        )}
        {files.length === 0 ? (
          <Text>No backup was made here yet.</Text>
        ) : (
          <Table aria-label="Backups">
            <Table.Tbody>
              {files.map(({ name, bytes, at }) => (
                <Table.Tr key={name}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td>{momentText(at)}</Table.Td>
                  <Table.Td ta="end">{bytesText(bytes)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <Text size="sm" c="dimmed">
          {`The last five are kept in ${folder}, on the server’s own machine. Copy them to another one.`}
        </Text>
      </Stack>
    </Section>
  )
}

function Company({ state: { company }, onEdit }: { state: ServerState; onEdit: () => void }) {
  return (
    <Section
      title="Company"
      action={
        <Button icon={<IconPencil size={18} aria-hidden="true" />} onClick={onEdit}>
          Edit
        </Button>
      }
    >
      <DefinitionList
        beside
        items={Object.entries(COMPANY_LABELS)
          .map(([name, term]) => ({ term, value: company[name as keyof CompanyFields] }))
          .filter(({ value }) => value !== '')}
      />
    </Section>
  )
}

function Changes({ state: { changes } }: { state: ServerState }) {
  if (changes.length === 0) return null
  const labels: Record<string, string> = {
    ...COMPANY_LABELS,
    mode: 'Maintenance',
    from: 'its beginning',
    until: 'its end',
    message: 'its message',
  }
  return (
    <Section title="Last changes">
      <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
        {changes.map(({ at, by, what }) => (
          <Text component="li" key={`${at} ${what}`}>
            {`${momentText(at)}: ${by ?? 'Somebody who has left'} changed ${what
              .split(', ')
              .map((name) => labels[name] ?? name)
              .join(', ')}`}
          </Text>
        ))}
      </Stack>
    </Section>
  )
}
