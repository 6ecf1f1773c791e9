import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { PASSKEY_NAME_LENGTH_MAX, passkeys } from '#contract/passkeys.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
import { reasonOf } from '#src/api/messages.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { Button } from '#src/ui/action/button.tsx'
import { TextField } from '#src/ui/form/fields.tsx'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { canUsePasskeys } from './passkey-ways.ts'
import styles from './passkeys.module.css'
import { useMakePasskey } from './use-make-passkey.ts'

type Passkey = ReplyOf<typeof passkeys.list>['data'][number]

const KEY = replyKey(passkeys.list)

/** A part of the page of one's own account. */
export function Passkeys() {
  const api = useApi()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(passkeys.list, { signal }),
    meta: { opened: true },
  })
  return (
    <Section title="Passkeys">
      <Stack gap={12} align="stretch">
        <Text>
          Sign in with your fingerprint, your face or your device’s PIN instead of the password. If you lose
          the device, remove its passkey from another one; your password still signs you in.
        </Text>
        {data !== undefined ? (
          <List rows={data.data} />
        ) : error !== null ? (
          <FailedState words={`Your passkeys could not be loaded. ${reasonOf(error)}`} onRetry={refetch} />
        ) : (
          <Skeleton height="3.5rem" />
        )}
        <AddButton />
      </Stack>
    </Section>
  )
}

function List({ rows }: { rows: readonly Passkey[] }) {
  const [openId, setOpenId] = useState<string>()
  const open = rows.find(({ id }) => id === openId)
  if (rows.length === 0) return <Text c="dimmed">You have no passkeys yet.</Text>
  return (
    <>
      <ul className={styles.rows}>
        {rows.map((passkey) => (
          <li key={passkey.id}>
            <Group justify="space-between" gap="4px 12px" py={8}>
              <Stack gap={0} className={styles.words ?? ''}>
                <span>{passkey.name}</span>
                <Text size="xs" c="dimmed">
                  {detailOf(passkey)}
                </Text>
              </Stack>
              <Button compact aria-label={`Change ${passkey.name}`} onClick={() => setOpenId(passkey.id)}>
                Change
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {open === undefined ? null : <Change passkey={open} onClose={() => setOpenId(undefined)} />}
    </>
  )
}

const detailOf = ({ createdAt, lastUsedAt, domain }: Passkey): string => {
  const day = (instant: string) => dayText(londonDayOf(new Date(instant)), new Date())
  return [
    `Added ${day(createdAt)}`,
    lastUsedAt === null ? 'not used yet' : `last used ${day(lastUsedAt)}`,
    ...(domain === window.location.hostname ? [] : [`works at ${domain} only`]),
  ].join(' · ')
}

/** Renames or removes one. */
function Change({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const api = useApi()
  const act = useAction()
  const reread = useReread()
  const [isRemoving, setRemoving] = useState(false)
  const remove = async () => {
    setRemoving(true)
    try {
      await act(() => api.call(passkeys.remove, { params: { id } }))
      onClose()
      notifications.show({
        message: 'Passkey removed. Your device may still list it: delete it there too.',
        statusColor: 'success',
        showInProduction: true,
      })
    } catch (error) {
      showFailure(error)
    } finally {
      setRemoving(false)
      reread()
    }
  }
  return (
    <Sheet open onClose={onClose} title="Passkey">
      <Form
        label="Passkey"
        validate={({ name: typed = '' }) => (typed.trim() === '' ? { name: 'Enter a name' } : {})}
        onSubmit={async ({ name: typed = '' }) => {
          try {
            const body = { name: typed.trim() }
            await act(() => api.call(passkeys.rename, { params: { id }, body }))
          } catch (error) {
            return fieldProblemsOf(error, { name: 'Name' })
          } finally {
            reread()
          }
          onClose()
          return undefined
        }}
      >
        <TextField
          name="name"
          label="Name"
          hint="Such as the device that it is on"
          defaultValue={name}
          maxLength={PASSKEY_NAME_LENGTH_MAX}
        />
        <SubmitButton fullWidth>Save</SubmitButton>
        <Button variant="danger" fullWidth loading={isRemoving} onClick={remove}>
          Remove passkey
        </Button>
      </Form>
    </Sheet>
  )
}

function AddButton() {
  const { isMaking, make } = useMakePasskey(useReread())
  return canUsePasskeys() ? (
    <div>
      <Button loading={isMaking} onClick={make}>
        Add a passkey
      </Button>
    </div>
  ) : (
    <Text size="xs" c="dimmed">
      This browser can’t make a passkey for this address.
    </Text>
  )
}

const useReread = () => {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: KEY })
}
