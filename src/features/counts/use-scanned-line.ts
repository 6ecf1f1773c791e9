import type { CountLine } from '#domain/counts/lines.ts'
import { hasCode } from '#domain/scanned-code.ts'
import { useTypedScans } from '#src/device/use-typed-scans.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** While products are counted, a handheld scanner finds a line instead of adding to the trolly. */
export const useScannedLine = (lines: readonly CountLine[], onLine: (at: number) => void): void =>
  useTypedScans('page', (code) => {
    const at = lines.findIndex(({ product }) => product && hasCode(product, code))
    if (at >= 0) return onLine(at)
    notifications.show({
      message: `No product with code ${code} in this count`,
      statusColor: 'warning',
      showInProduction: true,
    })
  })
