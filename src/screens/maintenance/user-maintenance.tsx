import { Group, Text } from '@mantine/core'
import { IconHistory, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { type MaintainedUser, UserFields } from '#contract/users.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import type { AccountType } from '#domain/user.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useUsers } from '#src/features/users/use-users.ts'
import { Button } from '#src/ui/action/button.tsx'
import { DAY_ORDER, type ListColumn } from '#src/ui/kit/list/list-column.ts'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import { ListScreen } from '#src/ui/kit/list/list-screen.tsx'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { plainWords } from '#src/ui/kit/record/field-changes.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import type { FieldWords } from '#src/ui/kit/record/kept-records.ts'
import { RecordDrawer } from '#src/ui/kit/record/record-drawer.tsx'
import { RecordHistory } from '#src/ui/kit/record/record-history.tsx'
import { useEditing } from '#src/ui/kit/record/use-editing.ts'
import { Menu } from '#src/ui/surface/menu.tsx'

const TYPE_WORDS: Record<AccountType, string> = {
  C1: 'Basic customer',
  C2: 'Customer',
  DS: 'Distributor',
  ST: 'Staff',
  AD: 'Administrator',
  NW: 'Internal',
}

const COLUMNS: ListColumn<MaintainedUser>[] = [
  { id: 'username', label: 'Name', text: ({ username }) => username, sortable: true },
  { id: 'email', label: 'E-mail', text: ({ email }) => email, sortable: true, narrow: 'plain' },
  {
    id: 'accountType',
    label: 'Type',
    text: ({ accountType }) => TYPE_WORDS[accountType],
    sortable: true,
    width: '9rem',
  },
  {
    id: 'customers',
    label: 'Accounts',
    text: ({ customerIds }) => accountsText(customerIds),
    narrow: 'spare',
    width: '10rem',
  },
  {
    id: 'devices',
    label: 'Devices',
    text: ({ devices }) => devices,
    isNumber: true,
    narrow: 'spare',
    width: '6rem',
  },
  {
    id: 'lastUsedAt',
    label: 'Last seen',
    text: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : dayText(londonDayOf(new Date(lastUsedAt)))),
    csv: ({ lastUsedAt }) => (lastUsedAt === null ? '' : londonDayOf(new Date(lastUsedAt))),
    sortable: true,
    orderWords: DAY_ORDER,
    width: '8rem',
  },
]

const accountsText = (ids: readonly string[]): string =>
  ids.length > 2 ? `${ids.slice(0, 2).join(', ')} and ${ids.length - 2} more` : ids.join(', ')

const FILTERS: ListFilter[] = [
  {
    name: 'accountType',
    label: 'Type',
    any: 'Any type',
    options: Object.entries(TYPE_WORDS).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'state',
    label: 'Sign-in',
    any: 'May sign in',
    options: [{ value: 'deleted', label: 'On stop' }],
  },
]

const FIELDS: FieldSpec[] = [
  { name: 'username', label: 'Name' },
  { name: 'email', label: 'E-mail', type: 'email' },
  { name: 'accountType', label: 'Type', words: TYPE_WORDS, hint: 'Another type signs them out everywhere' },
  { name: 'canPlaceOrders', label: 'May place orders' },
  {
    name: 'customerIds',
    label: 'Accounts',
    hint: 'One number a line. Staff see every account without any',
    rows: 3,
  },
  { name: 'routes', label: 'Pages', hint: 'None chosen: those of the type' },
]
const LABELS = Object.fromEntries([...FIELDS.map(({ name, label }) => [name, label]), ['done', 'Done']])

const NEW: Partial<UserFields> = {
  accountType: 'C2',
  canPlaceOrders: true,
  customerIds: [],
  routes: [],
}
const BY_NAME = { sort: 'username' }

const valueWords: FieldWords = (field, value) =>
  field === 'accountType' ? (TYPE_WORDS[value as AccountType] ?? '') : plainWords(field, value)

/** Which changes are shown: of a user, or of all. */
type History = { recordId?: string }

export function Screen() {
  const address = useListAddress(BY_NAME)
  const users = useUsers(address.request)
  const editing = useEditing<MaintainedUser>()
  const [history, setHistory] = useState<History>()
  const { row, isOpen, key } = editing
  const target = useMemo(
    () => ({ key, ...(row ? { id: row.id, version: row.version } : { id: uuidv7(), version: undefined }) }),
    [row, key],
  )
  const add = (
    <Button
      variant="filled"
      icon={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => editing.open(undefined)}
    >
      Add user
    </Button>
  )
  return (
    <>
      <ListScreen
        title="Users"
        detail="Who may sign in, and what for"
        noun={['user', 'users']}
        actions={
          <>
            {add}
            <Menu
              label="More for users"
              items={[
                {
                  label: 'Changes',
                  icon: <IconHistory size={18} aria-hidden="true" />,
                  onSelect: () => setHistory({}),
                },
              ]}
            />
          </>
        }
        address={address}
        found={users.rows}
        columns={COLUMNS}
        filters={FILTERS}
        rowId={({ id }) => id}
        onOpen={editing.open}
        csv={{ name: 'users', loadRows: users.loadRows, onFailure: showFailure }}
        empty={{ words: 'Nobody may sign in yet.', icon: null, action: add }}
      />
      {isOpen ? (
        <RecordDrawer
          editing={editing}
          title={row ? 'Edit user' : 'New user'}
          schema={UserFields}
          fields={FIELDS}
          values={row ?? NEW}
          onSave={(values) => users.save(target, values, LABELS)}
          note={
            row ? (
              <UserNote
                user={row}
                onHistory={() => setHistory({ recordId: row.id })}
                onAct={async (act) => {
                  await users[act](row.id)
                  editing.close()
                }}
                onStop={async () => {
                  await users.remove([row])
                  editing.close()
                }}
              />
            ) : undefined
          }
        />
      ) : null}
      {history ? (
        <RecordHistory
          records={users}
          recordId={history.recordId}
          title={history.recordId === undefined ? 'Changes of users' : 'Changes of this user'}
          labels={LABELS}
          words={valueWords}
          onClose={() => setHistory(undefined)}
        />
      ) : null}
    </>
  )
}

type NoteProps = {
  user: MaintainedUser
  onHistory: () => void
  onAct: (act: 'unlock' | 'reset' | 'signOut') => Promise<void>
  onStop: () => Promise<void>
}

/** How the user signs in, and what can be done about it at once. */
function UserNote({ user, onHistory, onAct, onStop }: NoteProps) {
  return (
    <Group justify="space-between" gap={8} wrap="nowrap" mb={8}>
      <Text size="sm" c="dimmed">
        {signInText(user)}
      </Text>
      <Menu
        label={`More for ${user.username}`}
        items={[
          { label: 'Send a mail for a new password', onSelect: () => void onAct('reset') },
          { label: 'Sign out everywhere', onSelect: () => void onAct('signOut') },
          { label: user.deleted ? 'Take off stop' : 'End locks', onSelect: () => void onAct('unlock') },
          { label: 'Changes', onSelect: onHistory },
          ...(user.deleted
            ? []
            : [{ label: 'Put on stop', tone: 'red' as const, onSelect: () => void onStop() }]),
        ]}
      />
    </Group>
  )
}

const signInText = ({
  deleted,
  devices,
  passkeys,
  secondFactor,
  mustChangePassword,
}: MaintainedUser): string =>
  [
    deleted ? 'On stop.' : '',
    devices === 0
      ? 'Signed in nowhere'
      : `Signed in on ${devices === 1 ? 'one device' : `${devices} devices`}`,
    passkeys > 0 ? `${passkeys === 1 ? 'one passkey' : `${passkeys} passkeys`}` : '',
    secondFactor ? 'second factor' : '',
    mustChangePassword ? 'one-time password' : '',
  ]
    .filter(Boolean)
    .join(', ')
    .replace('.,', '.')
