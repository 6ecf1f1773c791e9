import { lazy, useState } from 'react'
import { MESSAGES } from '#domain/messages.ts'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { loadWithReload } from '#src/features/updates/reload.ts'
import { Late } from '#src/ui/surface/late.tsx'
import { LateSheet } from '#src/ui/surface/sheet.tsx'

const SaveAsTemplate = lazy(
  loadWithReload(async () => ({
    default: (await import('#src/features/templates/form/save-as-template.tsx')).SaveAsTemplate,
  })),
)

const RelaySheet = lazy(
  loadWithReload(async () => ({
    default: (await import('#src/features/relay/relay-sheet.tsx')).RelaySheet,
  })),
)

/** Notes and substitutes, which few lines have. */
const LineTerms = lazy(
  loadWithReload(async () => ({ default: (await import('#src/screens/orders/line-terms.tsx')).LineTerms })),
)

/** What opens over a trolly's page, and is loaded when it does. */
export function useTrollySheets(trolly: OpenTrolly) {
  const { view } = trolly
  const [saving, setSaving] = useState(false)
  const [relaying, setRelaying] = useState(false)
  const [termsOf, openTerms] = useState<string>()
  return {
    saveAsTemplate: () => setSaving(true),
    relay: () => setRelaying(true),
    /** Of a product's line; '' for the list of all. */
    openTerms,
    trollySheets: (
      <>
        <Late waiting={null}>
          <SaveAsTemplate
            open={saving}
            onClose={() => setSaving(false)}
            customerId={view.customerId}
            items={view.lines.filter(({ removed }) => !removed)}
            message={MESSAGES.listFromTrolly}
          />
        </Late>
        <LateSheet open={termsOf !== undefined} onClose={() => openTerms(undefined)}>
          <LineTerms trolly={trolly} open={termsOf} onOpen={openTerms} onClose={() => openTerms(undefined)} />
        </LateSheet>
        <LateSheet open={relaying} onClose={() => setRelaying(false)}>
          <RelaySheet trollyId={view.id} onClose={() => setRelaying(false)} />
        </LateSheet>
      </>
    ),
  }
}
