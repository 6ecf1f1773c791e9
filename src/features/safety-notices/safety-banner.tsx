import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { countText } from '#domain/plain-text.ts'
import type { SafetyEntry } from '#domain/safety-entries.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { SafetyList } from './safety-list.tsx'
import { useSafetyChange, useSafetyEntries, useSafetyRole } from './use-safety-entries.ts'

/** On home and on each trolly until all is confirmed. It cannot be put away. */
export function SafetyBanner({ customerId }: { customerId: string }) {
  const entries = useSafetyEntries(customerId)
  const change = useSafetyChange(customerId)
  const confirms = useSafetyRole() === 'confirms'
  const [isOpen, setOpen] = useState(false)
  if (entries.length === 0) return null
  return (
    <>
      <Banner
        tone={entries.some(({ recall }) => recall) ? 'red' : 'amber'}
        action={
          <Button compact onClick={() => setOpen(true)}>
            Read
          </Button>
        }
      >
        {bannerWords(entries)}
      </Banner>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Safety notices"
        foot={
          confirms && entries.length > 1 ? (
            <Button
              variant="filled"
              fullWidth
              icon={<IconChecks size={18} aria-hidden="true" />}
              onClick={() => void change('acknowledge', entries)}
            >
              {`I have read all ${entries.length}`}
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
