import { Box, Group, Stack, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useDevice } from '#src/device/device-context.tsx'
import { useNeedsConnection } from '#src/device/needs-connection.tsx'
import { useSettings } from '#src/device/use-settings.ts'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { type PushBrowser, thisBrowser } from './push-browser.ts'
import { FAILURE_WORDS, usePush } from './use-push.ts'

/** Offers notifications below an order that was just placed, until the person has decided. The browser asks only after the press. */
export function PushOffer({ browser = thisBrowser }: { browser?: PushBrowser }) {
  const { settings } = useDevice()
  const { offerNotifications } = useSettings()
  // It stays in place, with its outcome, once it has been drawn.
  const [wasOffered] = useState(offerNotifications && browser.permission() === 'not-asked')
  return wasOffered && offerNotifications ? (
    <Offer
      browser={browser}
      onDecided={() => void settings.change({ offerNotifications: false }).catch(() => {})}
    />
  ) : null
}

function Offer({ browser, onDecided }: { browser: PushBrowser; onDecided: () => void }) {
  const { data, busy, failure, here, turnOn } = usePush(browser)
  const { disabled } = useNeedsConnection()
  if (data === undefined) return null
  return (
    <Box mx="var(--page-edge)">
      <Banner tone="blue" inset icon={<IconBell size={20} aria-hidden="true" />}>
        {here ? (
          <Stack gap={8} align="flex-start">
            <Text>Notifications are on for this device.</Text>
            <ButtonLink compact to="/other/settings">
              Choose what to hear about
            </ButtonLink>
          </Stack>
        ) : (
          <Stack gap={8}>
            <Text>
              <strong>Shall we keep you posted?</strong> We can notify this device when your order is accepted
              or changed, when it is on its way, and before a cut-off that you might miss.
            </Text>
            {failure ? <Text>{FAILURE_WORDS[failure]}</Text> : null}
            <Group gap={8}>
              {failure === 'blocked' ? null : (
                <Button
                  compact
                  variant="filled"
                  disabled={disabled}
                  loading={busy}
                  onClick={() => turnOn(data)}
                >
                  Turn on notifications
                </Button>
              )}
              <Button compact onClick={onDecided}>
                {failure ? 'Close' : 'Not now'}
              </Button>
            </Group>
          </Stack>
        )}
      </Banner>
    </Box>
  )
}
