import { Box, Stack, Text } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { lazy, useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { RelayUnreadable, UNREADABLE_TEXT } from '#domain/relay/unreadable.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useLive } from '#src/device/use-live.ts'
import { forgetParts, keepPart, RELAY_PARTS, relayIn } from '#src/features/relay/collected.ts'
import { ReceivedRelay } from '#src/features/relay/received-relay.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { WordedProgress } from '#src/ui/status/progress-bar.tsx'
import { Late } from '#src/ui/surface/late.tsx'

const Scanner = lazy(async () => ({ default: (await import('#src/ui/scanner/scanner.tsx')).Scanner }))

/** Receives a trolly from a phone without a connection: by its code, which opens this page, or by its link. */
export function Screen() {
  const { database } = useUserDevice()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  const [isScanning, setScanning] = useState(false)
  const texts = useLive(RELAY_PARTS).value
  const { relay, parts, broken } = useMemo(() => relayIn(texts ?? []), [texts])

  const receive = useCallback(
    async (text: string): Promise<string | undefined> => {
      try {
        await keepPart(database, text)
        return undefined
      } catch (error) {
        if (!(error instanceof RelayUnreadable)) throw error
        return UNREADABLE_TEXT[error.code]
      }
    },
    [database],
  )
  const onCode = useCallback((text: string) => void receive(text).then(setFailure, showFailure), [receive])
  // biome-ignore lint/correctness/useExhaustiveDependencies: Only another code is received.
  useEffect(() => {
    if (hash.length < 2) return
    void receive(hash).then(setFailure)
    // The browser's history would keep the order.
    navigate('/orders/relay', { replace: true })
  }, [hash])

  const forget = () => void forgetParts(database).then(() => setFailure(undefined))
  const [first] = parts
  const words = failure ?? broken
  return (
    <Box maw="44rem" mx={{ base: 'auto', lg: 0 }}>
      <PageHeader title="Receive a trolly" back={{ to: '/orders', label: 'Orders' }} />
      {words === undefined ? null : (
        <Banner
          tone="red"
          inset
          action={
            broken ? (
              <Button compact onClick={forget}>
                Start again
              </Button>
            ) : null
          }
        >
          {words}
        </Banner>
      )}
      {relay ? (
        <ReceivedRelay key={`${relay.trollyId} ${relay.madeAt}`} relay={relay} onForget={forget} />
      ) : (
        <Stack gap={16} p="var(--page-edge)">
          {first ? (
            <WordedProgress
              share={parts.length / first.of}
              words={`${parts.length} of ${first.of} codes scanned. Scan the others in any order.`}
              tone="blue"
            />
          ) : null}
          <Text>
            On the phone without a connection, open the trolly’s menu and choose “Send from another phone”.
            Scan its code with this phone’s camera, or paste its link.
          </Text>
          {isScanning ? (
            <Late waiting={null}>
              <Scanner onCode={onCode} />
            </Late>
          ) : (
            <Button icon={<IconQrcode size={20} aria-hidden="true" />} onClick={() => setScanning(true)}>
              Scan codes
            </Button>
          )}
          <Form
            label="Receive a trolly"
            onSubmit={async ({ link = '' }: { link?: string }) => {
              const failed = await receive(link)
              return failed === undefined ? undefined : { link: failed }
            }}
          >
            <TextArea name="link" label="Link of the trolly" rows={3} />
            <SubmitButton>Open</SubmitButton>
          </Form>
        </Stack>
      )}
    </Box>
  )
}
