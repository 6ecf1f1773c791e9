import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { countText } from '#domain/plain-text.ts'
import { reasonOf } from '#src/api/messages.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import { Section } from '#src/ui/layout/section.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { AuthenticatorSecret } from './authenticator-secret.tsx'
import { AnyCodeField, AppCodeField, codeErrors, missingCode } from './code-fields.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type State = ReplyOf<typeof secondFactor.get>
type Code = BodyOf<typeof secondFactor.remove>

const KEY = replyKey(secondFactor.get)
const NAME = 'Two-step sign-in'

/** A part of the page of one's own account. */
export function SecondFactor() {
  const api = useApi()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(secondFactor.get, { signal }),
    meta: { opened: true },
  })
  return (
    <Section title={NAME}>
      {data !== undefined ? (
        <Known state={data} />
      ) : error !== null ? (
        <FailedState words={`${NAME} could not be loaded. ${reasonOf(error)}`} onRetry={refetch} />
      ) : (
        <Skeleton height="6.5rem" />
      )}
    </Section>
  )
}

function Known({ state }: { state: State }) {
  const [open, setOpen] = useState<keyof typeof SHEETS>()
  const { since, recovery_codes_left: left, required } = state
  const OpenSheet = open === undefined ? undefined : SHEETS[open]
  return (
    <Stack gap={12} align="flex-start">
      <Text>
        {since === null
          ? 'Off. When it is on, your password is followed by a code from an app on your phone. A passkey needs no code.'
          : `On since ${dayText(londonDayOf(new Date(since)), new Date())}. ${countText(left, 'recovery code', 'recovery codes')} left.`}
      </Text>
      {required ? (
        <Text size="xs" c="dimmed">
          Your company requires it for signing in with a password.
        </Text>
      ) : null}
      {since === null ? (
        <Button onClick={() => setOpen('setUp')}>Set up</Button>
      ) : (
        <Group gap={8}>
          <Button onClick={() => setOpen('renew')}>New recovery codes</Button>
          <Button onClick={() => setOpen('move')}>Move to another phone</Button>
          {required ? null : (
            <Button variant="danger" onClick={() => setOpen('turnOff')}>
              Turn off
            </Button>
          )}
        </Group>
      )}
      {OpenSheet === undefined ? null : <OpenSheet onClose={() => setOpen(undefined)} />}
    </Stack>
  )
}

type SheetProps = { onClose: () => void }

const SHEETS = { setUp: SetUp, move: Move, renew: Renew, turnOff: TurnOff }

function SetUp({ onClose }: SheetProps) {
  return (
    <StepSheet title="Set up two-step sign-in" onClose={onClose}>
      {(done) => <NewSecret body={{}} onDone={done} />}
    </StepSheet>
  )
}

function Move({ onClose }: SheetProps) {
  const [proof, setProof] = useState<Secret>()
  const take = useTake()
  return (
    <StepSheet title="Move to another phone" onClose={onClose}>
      {(done) =>
        proof === undefined ? (
          <CodeStep
            words="First, a code of the app that you have now."
            submit="Continue"
            take={async (body) => setProof(await take((api) => api.call(secondFactor.begin, { body })))}
          />
        ) : (
          <ConfirmSecret secret={proof} onDone={done} />
        )
      }
    </StepSheet>
  )
}

function Renew({ onClose }: SheetProps) {
  const take = useTake()
  return (
    <StepSheet title="New recovery codes" onClose={onClose}>
      {(done) => (
        <CodeStep
          words="The ten that you have will work no more."
          submit="Make new codes"
          take={async (body) =>
            done((await take((api) => api.call(secondFactor.renewRecoveryCodes, { body }))).recovery_codes)
          }
        />
      )}
    </StepSheet>
  )
}

function TurnOff({ onClose }: SheetProps) {
  const take = useTake()
  return (
    <Sheet open onClose={onClose} title="Turn off two-step sign-in">
      <CodeStep
        words="Afterwards your password alone signs you in."
        submit="Turn off"
        take={async (body) => {
          const { message } = await take((api) => api.call(secondFactor.remove, { body }))
          onClose()
          notifications.show({ message, statusColor: 'success', showInProduction: true })
        }}
      />
    </Sheet>
  )
}

/** A sheet that ends with recovery codes. */
function StepSheet({
  title,
  onClose,
  children,
}: SheetProps & { title: string; children: (done: (codes: string[]) => void) => ReactNode }) {
  const [codes, setCodes] = useState<string[]>()
  return (
    <Sheet open onClose={onClose} title={codes === undefined ? title : 'Recovery codes'}>
      {codes === undefined ? (
        children(setCodes)
      ) : (
        <Stack gap={16}>
          <RecoveryCodes codes={codes} />
          <Button variant="filled" fullWidth onClick={onClose}>
            I’ve kept them
          </Button>
        </Stack>
      )}
    </Sheet>
  )
}

type Secret = ReplyOf<typeof secondFactor.begin>

function NewSecret({
  body,
  onDone,
}: {
  body: BodyOf<typeof secondFactor.begin>
  onDone: (codes: string[]) => void
}) {
  const api = useApi()
  const { data, error, refetch } = useQuery({
    queryKey: replyKey(secondFactor.begin, body),
    queryFn: () => api.call(secondFactor.begin, { body }),
    // Each read makes another secret.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { opened: true },
  })
  if (data !== undefined) return <ConfirmSecret secret={data} onDone={onDone} />
  return error === null ? (
    <Skeleton height="13rem" width="13rem" />
  ) : (
    <FailedState words={`We couldn’t get a key. ${reasonOf(error)}`} onRetry={refetch} />
  )
}

function ConfirmSecret({ secret, onDone }: { secret: Secret; onDone: (codes: string[]) => void }) {
  const take = useTake()
  const confirm = async (body: Code) =>
    onDone((await take((api) => api.call(secondFactor.confirm, { body }))).recovery_codes)
  return (
    <Form label={NAME} validate={missingCode} onSubmit={({ code = '' }) => errorsOf(() => confirm({ code }))}>
      <AuthenticatorSecret {...secret} />
      <AppCodeField />
      <SubmitButton fullWidth>Turn on</SubmitButton>
    </Form>
  )
}

type CodeStepProps = { words: string; submit: string; take: (body: Code) => Promise<void> }

function CodeStep({ words, submit, take }: CodeStepProps) {
  return (
    <Form label={NAME} validate={missingCode} onSubmit={({ code = '' }) => errorsOf(() => take({ code }))}>
      <Text>{words}</Text>
      <AnyCodeField />
      <SubmitButton fullWidth>{submit}</SubmitButton>
    </Form>
  )
}

const errorsOf = async (act: () => Promise<void>): Promise<FormErrors | undefined> => {
  try {
    await act()
  } catch (error) {
    return codeErrors(error)
  }
  return undefined
}

/** Makes a call that a person asked for, after which the section reads its state again. */
const useTake = () => {
  const api = useApi()
  const act = useAction()
  const client = useQueryClient()
  return async <Reply,>(call: (using: typeof api) => Promise<Reply>): Promise<Reply> => {
    const reply = await act(() => call(api))
    void client.invalidateQueries({ queryKey: KEY })
    return reply
  }
}
