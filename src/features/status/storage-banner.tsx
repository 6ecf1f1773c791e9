import { countText } from '#domain/plain-text.ts'
import { useDevice, useUserDevice } from '#src/device/device-context.tsx'
import { SiteDataBlocked } from '#src/device/site-data-blocked.tsx'
import { useStorageState } from '#src/device/use-storage-state.ts'
import { isSiteDataBlocked } from '#src/store/device/web-storage.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { NOT_SAVED } from './work-status.ts'

/** Nothing if all is well. */
export function StorageBanner({ inset }: { inset?: boolean | undefined }) {
  const { session } = useDevice()
  const { health } = useUserDevice()
  const { database, evicted, notSaved, stranded = 0 } = useStorageState()
  if (isSiteDataBlocked()) return <SiteDataBlocked inset={inset} />
  if (database === 'unavailable') {
    return (
      <Banner
        tone="red"
        inset={inset}
        action={
          <>
            <Button compact onClick={session.goOnInMemory}>
              Continue online
            </Button>
            <Button compact onClick={health.reopen}>
              Try again
            </Button>
          </>
        }
      >
        <strong>Online only.</strong> This browser can’t open its storage, so nothing can be saved on this
        device. Closing Trolly in other tabs may help.
      </Banner>
    )
  }
  if (database === 'memory') {
    return (
      <Banner tone="amber" inset={inset}>
        <strong>Online only.</strong> Nothing is saved on this device: keep this page open until everything is
        sent.{stranded > 0 ? ` ${strandedWords(stranded)}` : null}
      </Banner>
    )
  }
  if (notSaved) {
    return (
      <Banner tone="red" inset={inset}>
        {NOT_SAVED[notSaved.reason]}
      </Banner>
    )
  }
  if (evicted) {
    return (
      <Banner
        tone="amber"
        inset={inset}
        action={
          <Button compact onClick={health.dismissEvicted}>
            OK
          </Button>
        }
      >
        {evictedWords(evicted.operations)}
      </Banner>
    )
  }
  return null
}

const strandedWords = (operations: number): string =>
  `${countText(operations, 'earlier change')} ${operations === 1 ? 'is' : 'are'} still in this browser’s storage. To send ${operations === 1 ? 'it' : 'them'}, close Trolly in other tabs, then reload the page.`

const evictedWords = (operations: number): string => {
  const lost =
    operations === 0
      ? 'Everything had been sent, so no order is lost'
      : `${countText(operations, 'change')} that had not been sent ${operations === 1 ? 'is' : 'are'} lost: please check your trollies`
  return `This browser has cleared Trolly’s storage. ${lost}.`
}
