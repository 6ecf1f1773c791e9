import { Box, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { account } from '#contract/account.ts'
import { ACCOUNT_MESSAGES } from '#domain/account-messages.ts'
import { countText } from '#domain/plain-text.ts'
import { reasonOf } from '#src/api/messages.ts'
import { useAction, useApi, useDevice, useUserDevice } from '#src/device/device-context.tsx'
import { useNeedsConnection } from '#src/device/needs-connection.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { leaveSaying } from './after-sign-out.ts'
import { type Unsent, useUnsent } from './use-unsent.ts'

type Way = {
  name: string
  what: string
  title: string
  consequences: readonly string[]
  /** What becomes of unsent work, after its count. */
  fate: string
  confirm: string
  call: typeof account.deactivate | typeof account.remove
  message: string
  unsent: 'keep' | 'discard'
}

const DEACTIVATE: Way = {
  name: 'Deactivate',
  what: 'Nobody can sign in with your address until the office unlocks it. Your details stay.',
  title: 'Deactivate your sign-in?',
  consequences: [
    'You’re signed out on all your devices, and can’t sign in again until the office unlocks it.',
    'Your name, templates and favourites stay. Orders already placed are delivered.',
  ],
  fate: 'kept on this device, and can’t be sent until then',
  confirm: 'Deactivate and sign out',
  call: account.deactivate,
  message: ACCOUNT_MESSAGES.deactivated,
  unsent: 'keep',
}

const DELETE: Way = {
  name: 'Delete',
  what: 'Your name, address, favourites and private templates are erased for good.',
  title: 'Delete your sign-in for good?',
  consequences: [
    'Your name, e-mail address, favourites and private templates are erased. Nobody can bring them back.',
    'Orders already placed are delivered. They and their invoices stay, without your name.',
  ],
  fate: 'lost',
  confirm: 'Delete for good',
  call: account.remove,
  message: ACCOUNT_MESSAGES.deleted,
  unsent: 'discard',
}

export function LeaveForGood() {
  const needsConnection = useNeedsConnection()
  const [way, setWay] = useState<Way>()
  return (
    <Stack gap={16}>
      {[DEACTIVATE, DELETE].map((each) => (
        <Group key={each.name} justify="space-between" gap="8px 24px">
          <Text maw="28rem">{each.what}</Text>
          {/* Its words end at the column's edges, whichever line they are on. */}
          <Box mx={-16}>
            <Button variant="danger" {...needsConnection} onClick={() => setWay(each)}>
              {each.name}
            </Button>
          </Box>
        </Group>
      ))}
      {way ? <Question way={way} onClose={() => setWay(undefined)} /> : null}
    </Stack>
  )
}

function Question({ way, onClose }: { way: Way; onClose: () => void }) {
  const api = useApi()
  const run = useAction()
  const { session } = useDevice()
  const { sendNow } = useUserDevice()
  const { value: unsent } = useUnsent()
  const [isLeaving, setLeaving] = useState(false)
  const [problem, setProblem] = useState<string>()

  const leave = async () => {
    setLeaving(true)
    setProblem(undefined)
    try {
      await run(() => api.call(way.call))
    } catch (error) {
      setLeaving(false)
      return setProblem(reasonOf(error))
    }
    await session.end(way.unsent)
    await leaveSaying({ message: way.message, failed: false })
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={way.title}
      foot={
        <>
          <Button variant="danger" loading={isLeaving} onClick={leave}>
            {way.confirm}
          </Button>
          <Button disabled={isLeaving} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        {unsent && unsent.total > 0 ? (
          <Banner
            tone="amber"
            inset
            action={
              unsent.sendable > 0 ? (
                <Button compact onClick={() => sendNow()}>
                  Send now
                </Button>
              ) : null
            }
          >
            {warningOf(unsent, way)}
          </Banner>
        ) : null}
        {way.consequences.map((words) => (
          <p key={words}>{words}</p>
        ))}
        {problem === undefined ? null : (
          <Banner tone="red" inset>
            {problem}
          </Banner>
        )}
      </Stack>
    </Sheet>
  )
}

const warningOf = ({ total }: Unsent, { fate }: Way): string =>
  `${countText(total, 'change')} on this device ${total === 1 ? 'has' : 'have'} not been sent. If you go on, ${total === 1 ? 'it is' : 'they are'} ${fate}.`
