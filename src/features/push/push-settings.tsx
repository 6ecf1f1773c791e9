import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useId } from 'react'
import type { PushDevice } from '#contract/push.ts'
import { asOfText } from '#domain/as-of.ts'
import { PUSH_KINDS, PUSH_WORDS } from '#domain/push.ts'
import { reasonOf } from '#src/api/messages.ts'
import { NeedsConnection, useNeedsConnection } from '#src/device/needs-connection.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { type PushBrowser, thisBrowser } from './push-browser.ts'
import styles from './push-settings.module.css'
import { FAILURE_WORDS, usePush } from './use-push.ts'

type PushSettingsProps = {
  /** On an iPhone, where only the installed app may show notifications. */
  mustInstall: boolean
  browser?: PushBrowser
}

export function PushSettings({ mustInstall, browser = thisBrowser }: PushSettingsProps) {
  const { data, isError, error, refetch, permission, failure, here, turnOn, turnOff, choose } =
    usePush(browser)
  const { disabled } = useNeedsConnection()
  const othersId = useId()
  if (data === undefined) {
    return isError ? (
      <FailedState words={`We couldn’t load your notifications. ${reasonOf(error)}`} onRetry={refetch} />
    ) : (
      <Skeleton h="12rem" />
    )
  }
  const others = data.devices.filter(({ current }) => !current)
  return (
    <Stack gap={16}>
      <NeedsConnection words="You’re offline. Changing notifications needs a connection." />
      {mustInstall ? (
        <Text>
          On this device, only the installed app can show notifications. Install it first, as below.
        </Text>
      ) : permission === 'unsupported' ? (
        <Text>This browser does not offer notifications.</Text>
      ) : (
        <>
          <Switch
            label="Notifications on this device"
            description="Shown even while Trolly is closed. They never name products, prices or people."
            checked={here !== undefined}
            disabled={disabled || permission === 'blocked'}
            onChange={() => (here ? turnOff(here) : turnOn(data))}
          />
          {failure ? (
            <Banner tone="amber" inset>
              {FAILURE_WORDS[failure]}
            </Banner>
          ) : null}
        </>
      )}
      {data.devices.length > 0 ? (
        <Stack gap={12} component="fieldset" className={styles.kinds}>
          <legend className={styles.heading}>Tell me about</legend>
          <p className={styles.detail}>The same on all of your devices</p>
          {PUSH_KINDS.map((kind) => (
            <Switch
              key={kind}
              label={PUSH_WORDS[kind].label}
              description={PUSH_WORDS[kind].detail}
              checked={!data.muted.includes(kind)}
              disabled={disabled}
              onChange={(event) => choose(kind, event.target.checked)}
            />
          ))}
        </Stack>
      ) : null}
      {others.length > 0 ? (
        <div>
          <h3 id={othersId} className={styles.heading}>
            Your other devices with notifications
          </h3>
          <ul aria-labelledby={othersId}>
            {others.map((device) => (
              <OtherDevice key={device.id} device={device} disabled={disabled} onEnd={turnOff} />
            ))}
          </ul>
        </div>
      ) : null}
    </Stack>
  )
}

type OtherDeviceProps = { device: PushDevice; disabled: boolean; onEnd: (device: PushDevice) => unknown }

function OtherDevice({ device, disabled, onEnd }: OtherDeviceProps) {
  const now = new Date(useMinute())
  const { device: name, createdAt, lastSentAt } = device
  const last = lastSentAt === null ? 'none sent yet' : `last sent ${asOfText(new Date(lastSentAt), now)}`
  return (
    <li className={styles.device}>
      <div className={styles.words}>
        <p>{name}</p>
        <p className={styles.detail}>{`Since ${asOfText(new Date(createdAt), now)} · ${last}`}</p>
      </div>
      <Button compact disabled={disabled} aria-label={`Turn off on ${name}`} onClick={() => onEnd(device)}>
        Turn off
      </Button>
    </li>
  )
}
