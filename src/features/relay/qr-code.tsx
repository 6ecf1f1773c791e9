import { Box } from '@mantine/core'
import qrcode from 'qrcode-generator'
import { useMemo } from 'react'

/** Light modules around the code, which a camera needs to find it. */
const QUIET_ZONE = 4

/** Dark on white in both themes, as many cameras read nothing else. @param digits follow the address, at a third of its size */
export function QrCode({ address, digits, label }: { address: string; digits: string; label: string }) {
  const { path, size } = useMemo(() => drawn(address, digits), [address, digits])
  return (
    <Box bg="#fff" maw="28rem" mx="auto" style={{ borderRadius: 'var(--mantine-radius-default)' }}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        width="100%"
      >
        <path d={path} fill="#000" />
      </svg>
    </Box>
  )
}

const drawn = (address: string, digits: string): { path: string; size: number } => {
  const code = qrcode(0, 'M')
  code.addData(address, 'Byte')
  code.addData(digits, 'Numeric')
  code.make()
  const count = code.getModuleCount()
  let path = ''
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      if (code.isDark(row, column)) path += `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`
  return { path, size: count + 2 * QUIET_ZONE }
}
