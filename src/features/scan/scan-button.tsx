import { IconBarcode } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { LateSheet } from '#src/ui/surface/sheet.tsx'
import type { ScanSheetProps } from './scan-sheet.tsx'

const ScanSheet = lazy(async () => ({ default: (await import('./scan-sheet.tsx')).ScanSheet }))

export function ScanButton(props: Omit<ScanSheetProps, 'onClose'>) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        label="Scan products"
        icon={<IconBarcode size={20} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <LateSheet open={open} onClose={close}>
        <ScanSheet {...props} onClose={close} />
      </LateSheet>
    </>
  )
}
