import { Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { countText } from '#domain/plain-text.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { useDevice, useUserDevice } from '#src/device/device-context.tsx'
import { useStorageState } from '#src/device/use-storage-state.ts'
import { Button } from '#src/ui/action/button.tsx'
import { ProgressBar } from '#src/ui/status/progress-bar.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { leaveSignedOut } from './after-sign-out.ts'
import { type Unsent, useUnsent } from './use-unsent.ts'

export type SignOutQuestionProps = {
  onClose: () => void
  leave?: ((failure: ApiError | undefined) => void | Promise<void>) | undefined
}

/** Asks what to do with unsent work: send, keep or discard. With nothing unsent, signs out at once. */
export function SignOutQuestion({ onClose, leave = leaveSignedOut }: SignOutQuestionProps) {
  const { session } = useDevice()
  const { sendNow } = useUserDevice()
  const { state, value: unsent } = useUnsent()
  const isKept = useStorageState().database !== 'memory'
  const [step, setStep] = useState<'asking' | 'sending' | 'leaving'>('asking')
  /** Count when "send" was pressed. */
  const [sentFrom, setSentFrom] = useState(0)
  const leaving = useRef(false)

  const signOut = async (fate: 'keep' | 'discard') => {
    if (leaving.current) return
    leaving.current = true
    setStep('leaving')
    try {
      await leave(await session.signOut(fate))
    } finally {
      leaving.current = false
    }
  }
  // An unreadable database has nothing to send or keep.
  const isEmpty = state === 'failed' || unsent?.total === 0
  const signOutNow = useRef(signOut)
  useEffect(() => {
    signOutNow.current = signOut
  })
  useEffect(() => {
    if (isEmpty) void signOutNow.current('keep')
  }, [isEmpty])

  if (isEmpty || !unsent) return null
  const send = () => {
    setSentFrom(unsent.total)
    setStep('sending')
    sendNow()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title="Sign out"
      foot={
        <>
          <Button
            variant="filled"
            fullWidth
            loading={step === 'sending' && unsent.sendable > 0}
            disabled={unsent.sendable === 0 || step === 'leaving'}
            aria-describedby="sign-out-what"
            onClick={send}
          >
            Send, then sign out
          </Button>
          {isKept ? (
            <Button fullWidth disabled={step === 'leaving'} onClick={() => signOut('keep')}>
              Keep on this device and sign out
            </Button>
          ) : null}
          <Button fullWidth variant="danger" disabled={step === 'leaving'} onClick={() => signOut('discard')}>
            Discard and sign out
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <p id="sign-out-what">{whatWaits(unsent, isKept)}</p>
        {step === 'sending' ? <Progress unsent={unsent} from={sentFrom} /> : null}
        {isKept ? (
          <Text size="xs" c="dimmed">
            Your changes will send when you sign in on this device again. Nobody else can see them.
          </Text>
        ) : null}
      </Stack>
    </Sheet>
  )
}

function Progress({ unsent, from }: { unsent: Unsent; from: number }) {
  const sent = Math.max(0, from - unsent.total)
  const words = `${sent} of ${from} sent`
  return (
    <Stack gap={8} style={{ fontVariantNumeric: 'tabular-nums' }}>
      <ProgressBar share={from === 0 ? 1 : sent / from} words={words} />
      <p role="status">
        {unsent.sendable > 0
          ? `${words}. If you’re offline, keep it on this device instead.`
          : `${words}. The rest needs your decision. Close this to review it, or keep it on this device.`}
      </p>
    </Stack>
  )
}

const whatWaits = ({ sendable, standing }: Unsent, isKept: boolean): string =>
  [
    sendable > 0
      ? `${countText(sendable, 'change is', 'changes are')} ${isKept ? 'saved on this device and ' : ''}not sent yet.`
      : '',
    standing > 0 ? `${countText(standing, 'change needs', 'changes need')} your decision.` : '',
  ]
    .filter(Boolean)
    .join(' ')
