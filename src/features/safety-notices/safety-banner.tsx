import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { countText } from '#domain/plain-text.ts'
import type { SafetyEntry } from '#domain/safety-entries.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { SafetyList } from './safety-list.tsx'
import { useSafetyChange, useSafetyRole, useUnconfirmedEntries } from './use-safety-entries.ts'

/** On home and on each trolly until all is confirmed. It cannot be put away. */
export function SafetyBanner({ customerId }: { customerId: string }) {
  const entries = useUnconfirmedEntries(customerId)
  return entries.length === 0 ? null : (
    <EntriesBanner customerId={customerId} entries={entries} words={bannerWords(entries)} />
  )
}

export type EntriesBannerProps = {
  customerId: string
  entries: readonly SafetyEntry[]
  words: string
  inset?: boolean
}

/** Opens the entries to be read. */
export function EntriesBanner({ customerId, entries, words, inset }: EntriesBannerProps) {
  const unconfirmed = entries.filter(({ isConfirmed }) => !isConfirmed)
  const change = useSafetyChange(customerId)
  const confirms = useSafetyRole() === 'confirms'
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Banner
        inset={inset}
        tone={entries.some(({ recall }) => recall) ? 'red' : 'amber'}
        action={
          <Button compact onClick={() => setOpen(true)}>
            Read
          </Button>
        }
      >
        {words}
      </Banner>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Safety notices"
        foot={
          confirms && unconfirmed.length > 1 ? (
            <Button
              variant="filled"
              fullWidth
              icon={<IconChecks size={18} aria-hidden="true" />}
              onClick={() => void change('acknowledge', unconfirmed)}
            >
              {`I have read all ${unconfirmed.length}`}
            </Button>
          ) : undefined
        }
      >
        <SafetyList customerId={customerId} entries={entries} />
      </Sheet>
    </>
  )
}

const bannerWords = (entries: readonly SafetyEntry[]): string => {
  const recalled = entries.filter(({ recall }) => recall).length
  const changed = entries.length - recalled
  return [
    recalled === 0 ? '' : `${countText(recalled, 'recall')} of goods you have bought.`,
    changed === 0 ? '' : `Allergens have changed in ${countText(changed, 'product')} you have bought.`,
  ]
    .filter(Boolean)
    .join(' ')
}
