import { CopyButton, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import { countText } from '#domain/plain-text.ts'
import type { Product } from '#domain/product.ts'
import { hasCode, scannedCode } from '#domain/scanned-code.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useTypedScans } from '#src/device/use-typed-scans.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { Scanner } from '#src/ui/scanner/scanner.tsx'
import { OpenSheet } from '#src/ui/surface/open-sheet.tsx'

export type ScanSheetProps = {
  /** Products for a code; others that only resemble it may be among them. */
  find: (code: string) => Promise<readonly Product[]>
  /** Pass the same function on every render. @returns what to say */
  add: (product: Product) => Promise<string>
  /** The products scanned, the latest first. */
  renderRows: (products: readonly Product[]) => ReactNode
  onClose: () => void
}

/** Adds each product that is scanned, and stays open for the next. Codes without a product are collected. */
export function ScanSheet({ find, add, renderRows, onClose }: ScanSheetProps) {
  const [scanned, setScanned] = useState<readonly Product[]>([])
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const [said, setSaid] = useState('')

  const scan = useCallback(
    async (read: string) => {
      const code = scannedCode(read)
      const found = (await find(code)).filter((product) => hasCode(product, code))
      const [product, ...others] = found
      navigator.vibrate?.(product ? FOUND_MS : UNKNOWN_MS)
      setScanned((known) => [
        ...found,
        ...known.filter(({ product_no }) => !found.some((each) => each.product_no === product_no)),
      ])
      if (!product) {
        setUnknown((known) => (known.includes(code) ? known : [...known, code]))
        setSaid(`No product with code ${code}`)
      } else if (others.length > 0) setSaid(`Several products have code ${code}. Add the one you mean.`)
      else setSaid(await add(product))
    },
    [find, add],
  )
  const onCode = useCallback((read: string) => void scan(read).catch(showFailure), [scan])
  // A handheld scanner types here too.
  useTypedScans('sheet', onCode)

  return (
    <OpenSheet
      title="Scan products"
      onClose={onClose}
      foot={
        <Button variant="filled" fullWidth onClick={onClose}>
          Done
        </Button>
      }
    >
      <Stack gap={12}>
        <Scanner onCode={onCode} />
        <Text role="status" fw={500} mih="1.5rem">
          {said}
        </Text>
      </Stack>
      {unknown.length === 0 ? null : <UnknownCodes codes={unknown} />}
      {scanned.length === 0 ? null : (
        <Section title={countText(scanned.length, 'product')} flush>
          {renderRows(scanned)}
        </Section>
      )}
    </OpenSheet>
  )
}

const FOUND_MS = 60
const UNKNOWN_MS = [60, 80, 60]

function UnknownCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Section
      title={`${countText(codes.length, 'code')} without a product`}
      action={
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="subtle" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      }
    >
      <Group component="ul" gap="4px 16px" m={0} p={0} style={{ listStyle: 'none' }}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Group>
    </Section>
  )
}
