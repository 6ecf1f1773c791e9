import { Box, Group, Stack, Table, Text } from '@mantine/core'
import '@mantine/core/styles/Table.layer.css'
import { IconDatabaseExport, IconPencil, IconRefresh, IconTool } from '@tabler/icons-react'
import { type ChangeEvent, type CSSProperties, type ReactNode, useState } from 'react'
import { Type } from 'typebox'
import { CompanyFields, type ServerState, type WindowFields } from '#contract/server-maintenance.ts'
import { dayText, londonDayOf, londonInstant, londonTimeOf } from '#domain/london-time.ts'
import { isUnderWay, type MaintenanceWindow } from '#domain/maintenance-window.ts'
import { useReadCompanyAgain } from '#src/features/company/company-context.tsx'
import { useServerMaintenance } from '#src/features/server-maintenance/use-server-maintenance.ts'
import { Button } from '#src/ui/action/button.tsx'
import { TextField } from '#src/ui/form/fields.tsx'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import { RecordDrawer } from '#src/ui/kit/record/record-drawer.tsx'
import { problemsOf } from '#src/ui/kit/record/schema-problems.ts'
import { type Editing, useEditing } from '#src/ui/kit/record/use-editing.ts'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { HiddenStatus } from '#src/ui/status/hidden.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { companyTheme } from '#src/ui/theme/company-theme.ts'

type Server = ReturnType<typeof useServerMaintenance>

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

function Maintenance({ server, state, onPlan }: { server: Server; state: ServerState; onPlan: () => void }) {
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
  server: Server
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

const MEGABYTE = 1_000_000

const bytesText = (bytes: number): string =>
  bytes < MEGABYTE
    ? `${Math.ceil(bytes / 1_000).toLocaleString('en-GB')} kB`
    : `${(bytes / MEGABYTE).toLocaleString('en-GB', { maximumFractionDigits: 1 })} MB`

const QUEUE_WORDS = { mail: 'Mail', exports: 'Orders for the supplier’s system' }

function Queues({ server, state }: { server: Server; state: ServerState }) {
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

function Backups({ server, state: { backups } }: { server: Server; state: ServerState }) {
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

const LABELS: Record<keyof CompanyFields, string> = {
  company_name: 'Company name',
  contact_phone: 'Telephone',
  contact_email: 'E-mail',
  announcement: 'Announcement',
  address: 'Address',
  vat_no: 'VAT number',
  payment_details: 'How to pay',
  primary_colour: 'Main colour',
  secondary_colour: 'Second colour',
  app_bar_colour: 'Bar',
  footer_colour: 'Foot',
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
        items={Object.entries(LABELS)
          .map(([name, term]) => ({ term, value: company[name as keyof CompanyFields] }))
          .filter(({ value }) => value !== '')}
      />
    </Section>
  )
}

function Changes({ state: { changes } }: { state: ServerState }) {
  if (changes.length === 0) return null
  const labels: Record<string, string> = {
    ...LABELS,
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

const COLOURS = ['primary_colour', 'secondary_colour', 'app_bar_colour', 'footer_colour'] as const
type Colours = Pick<CompanyFields, (typeof COLOURS)[number]>

const SPECS: FieldSpec[] = Object.entries(LABELS).map(([name, label]) => ({ name, label }))

function CompanyForm({
  server,
  state,
  onClose,
}: {
  server: Server
  state: ServerState
  onClose: () => void
}) {
  // As it was opened: what another person saves meanwhile is not overwritten.
  const [{ company, seen }] = useState(state)
  const [colours, setColours] = useState<Colours>(company)
  return (
    <Sheet open wide title="Company" onClose={onClose}>
      <Form
        label="Company"
        validate={(typed) => problemsOf(CompanyFields, SPECS, typed)}
        onSubmit={async (typed) => {
          const refused = await server.saveCompany({ ...(typed as CompanyFields), seen }, LABELS)
          if (!refused) onClose()
          return refused
        }}
      >
        <TextField name="company_name" label={LABELS.company_name} defaultValue={company.company_name} />
        <TextField
          name="contact_phone"
          label={LABELS.contact_phone}
          type="tel"
          defaultValue={company.contact_phone}
        />
        <TextField
          name="contact_email"
          label={LABELS.contact_email}
          type="email"
          defaultValue={company.contact_email}
        />
        <TextField
          name="announcement"
          label={LABELS.announcement}
          hint="Customers read it on home; blank: none"
          defaultValue={company.announcement}
        />
        <TextArea
          name="address"
          label={LABELS.address}
          hint="On documents"
          rows={4}
          defaultValue={company.address}
        />
        <TextField name="vat_no" label={LABELS.vat_no} narrow defaultValue={company.vat_no} />
        <TextArea
          name="payment_details"
          label={LABELS.payment_details}
          hint="On every invoice"
          rows={3}
          defaultValue={company.payment_details}
        />
        {COLOURS.map((name) => (
          <TextField
            key={name}
            name={name}
            label={LABELS[name]}
            hint={name === 'primary_colour' ? 'As #00447e' : 'Blank: made from the main colour'}
            narrow
            leftSection={<Swatch colour={colours[name]} />}
            defaultValue={company[name]}
            onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
              const { value } = currentTarget
              setColours((before) => ({ ...before, [name]: value }))
            }}
          />
        ))}
        <Group gap={16} align="stretch">
          <Preview scheme="light" colours={colours} name={company.company_name} />
          <Preview scheme="dark" colours={colours} name={company.company_name} />
        </Group>
        <SubmitButton>Save</SubmitButton>
      </Form>
    </Sheet>
  )
}

const Swatch = ({ colour }: { colour: string }) => (
  <span
    aria-hidden="true"
    style={{ width: 18, height: 18, borderRadius: 4, background: colour, border: '1px solid var(--line)' }}
  />
)

/** How the app would look: bar, main button, quiet words and the current place, as contrast allows. */
function Preview({ scheme, colours, name }: { scheme: 'light' | 'dark'; colours: Colours; name: string }) {
  const variables = companyTheme({ ...colours, company_primary_colour: colours.primary_colour })[scheme]
  const [surface, ink] = scheme === 'light' ? ['#ffffff', '#18212b'] : ['#171c22', '#edf0f3']
  return (
    <figure style={{ ...(variables as CSSProperties), margin: 0, flex: '1 1 14rem' }}>
      <figcaption>
        <Text size="sm" c="dimmed" mb={4}>
          {scheme === 'light' ? 'By day' : 'At night'}
        </Text>
      </figcaption>
      <Box
        style={{ border: '1px solid var(--line)', borderRadius: 12, overflow: 'hidden' }}
        bg={surface}
        c={ink}
      >
        <Sample background="var(--bar)" ink="var(--on-bar)">
          {name}
        </Sample>
        <Stack gap={8} p={12} align="flex-start">
          <Box px={12} py={8} style={{ borderRadius: 8 }} bg="var(--primary)" c="var(--on-primary)">
            Place order
          </Box>
          <Box px={8} py={4} style={{ borderRadius: 8 }} bg="var(--primary-fill)" c="var(--primary-ink)">
            Home
          </Box>
          <Box px={8} style={{ borderRadius: 99 }} bg="var(--secondary)" c="var(--on-secondary)">
            3
          </Box>
        </Stack>
        <Sample background="var(--footer)" ink={ink}>
          £24.60
        </Sample>
      </Box>
    </figure>
  )
}

const Sample = ({ background, ink, children }: { background: string; ink: string; children: ReactNode }) => (
  <Box px={12} py={8} bg={background} c={ink}>
    {children}
  </Box>
)
