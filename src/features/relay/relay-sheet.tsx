import { Group, Stack, Text } from '@mantine/core'
import { IconCopy, IconPlayerPause, IconPlayerPlay, IconShare } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { londonTimeOf } from '#domain/london-time.ts'
import { codeTextsOf, linkTextOf } from '#domain/relay/codes.ts'
import type { Relay } from '#domain/relay/relay.ts'
import { OperationRefused, REFUSED_TEXT } from '#domain/trollies/refused.ts'
import { useUser, useUserDevice } from '#src/device/device-context.tsx'
import { handOver } from '#src/sync/trollies/relay/hand-over.ts'
import { Button } from '#src/ui/action/button.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Banner } from '#src/ui/status/banner.tsx'
import { HiddenStatus } from '#src/ui/status/hidden.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { QrCode } from './qr-code.tsx'
import { RELAY_PATH } from './relay-path.ts'

type Shown = { relay: Relay } | { failure: string }

/** Shows what waits of a trolly, for a phone with a connection to send, once the person has read what that means. */
export function RelaySheet({ trollyId, onClose }: { trollyId: string; onClose: () => void }) {
  const { database } = useUserDevice()
  const { username } = useUser()
  const [shown, setShown] = useState<Shown>()
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (!isAsked) return
    let isOpen = true
    handOver(database, { trollyId, from: username, now: Date.now() })
      .then(
        (relay): Shown => (relay ? { relay } : { failure: NOTHING_WAITS }),
        (error: unknown): Shown => ({
          failure: error instanceof OperationRefused ? REFUSED_TEXT[error.code] : NOT_READ,
        }),
      )
      .then((next) => isOpen && setShown(next))
    return () => {
      isOpen = false
    }
  }, [isAsked, database, trollyId, username])
  return (
    <Sheet open onClose={onClose} title="Send from another phone">
      {isAsked ? null : (
        <Stack gap={16} align="flex-start">
          <Text>
            A phone that has a connection can send this for you. From then on it may have been sent, so what
            you show can’t be changed or cancelled here until this phone is back online.
          </Text>
          <Button variant="filled" onClick={() => setAsked(true)}>
            Show code
          </Button>
        </Stack>
      )}
      {isAsked && shown === undefined ? <HiddenStatus>Loading</HiddenStatus> : null}
      {shown && 'failure' in shown ? (
        <Banner tone="amber" inset>
          {shown.failure}
        </Banner>
      ) : null}
      {shown && 'relay' in shown ? <Codes relay={shown.relay} /> : null}
    </Sheet>
  )
}

const NOTHING_WAITS = 'Everything in this trolly has been sent, so there is nothing to hand over.'
const NOT_READ = 'The trolly could not be read from this phone’s storage. Close this and try again.'

/** Long enough for a camera to find and read each. */
const NEXT_CODE_MS = 1_500

function Codes({ relay }: { relay: Relay }) {
  const address = `${window.location.origin}${RELAY_PATH}#`
  const [codes] = useState(() => codeTextsOf(relay))
  const [at, setAt] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const several = codes.length > 1
  useEffect(() => {
    if (!several || isPaused) return
    const timer = setInterval(() => setAt((before) => (before + 1) % codes.length), NEXT_CODE_MS)
    return () => clearInterval(timer)
  }, [several, isPaused, codes.length])
  const link = `${address}${linkTextOf(relay)}`
  const hasOrder = relay.operations.some(({ operation }) => operation.kind === 'checkout')
  return (
    <Stack gap={12}>
      <Text>
        {several
          ? 'On a phone with a connection, open Orders, then “Receive a trolly”, and scan these codes in any order.'
          : 'Scan this with the camera of a phone that has a connection and is signed in to order for this account.'}
      </Text>
      <QrCode
        address={address}
        digits={codes[at] ?? ''}
        label={several ? `Code ${at + 1} of ${codes.length}` : 'Code of this trolly'}
      />
      {several ? (
        <Group justify="center" gap={12}>
          <Button
            compact
            icon={
              isPaused ? (
                <IconPlayerPlay size={18} aria-hidden="true" />
              ) : (
                <IconPlayerPause size={18} aria-hidden="true" />
              )
            }
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? 'Continue' : 'Pause'}
          </Button>
          <Button
            compact
            onClick={() => {
              setPaused(true)
              setAt((at + 1) % codes.length)
            }}
          >
            Next code
          </Button>
          <Text size="sm" c="dimmed">{`${at + 1} of ${codes.length}`}</Text>
        </Group>
      ) : null}
      <Text size="sm" c="dimmed">
        {`Made at ${londonTimeOf(new Date(relay.madeAt))}. If it can’t be read, turn up the brightness of this phone.`}
      </Text>
      <Text size="sm" c="dimmed">
        {hasOrder
          ? 'The order stays on this phone too. It is placed once, whichever phone sends it first.'
          : 'The changes stay on this phone too. Each is made once, whichever phone sends it first.'}
      </Text>
      <Group gap={8}>
        <Button icon={<IconCopy size={18} aria-hidden="true" />} onClick={() => copy(link)}>
          Copy link
        </Button>
        {typeof navigator.share === 'function' ? (
          <Button icon={<IconShare size={18} aria-hidden="true" />} onClick={() => share(link)}>
            Share link
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}

const copy = async (link: string): Promise<void> => {
  const isCopied = await navigator.clipboard.writeText(link).then(
    () => true,
    () => false,
  )
  notifications.show(
    isCopied
      ? { message: 'Link copied', statusColor: 'success', showInProduction: true }
      : {
          message: 'This browser did not allow copying. Use the code instead.',
          statusColor: 'warning',
          showInProduction: true,
        },
  )
}

/** Closing the browser's own sheet rejects, and needs no word. */
const share = (link: string): void => {
  navigator.share({ title: 'Trolly', url: link }).catch(() => {})
}
