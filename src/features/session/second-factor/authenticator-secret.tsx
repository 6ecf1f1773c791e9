import { Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { encode } from 'uqr'
import { CopyButton } from './copy-button.tsx'
import styles from './second-factor.module.css'

/** For an authenticator app: a QR code for another device's camera, and the same as text for an app on this one. */
export function AuthenticatorSecret({ secret, uri }: { secret: string; uri: string }) {
  const grouped = secret.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    <Stack gap={12}>
      <Text>
        Scan this with an authenticator app, such as the one of Google, Microsoft or your password manager.
      </Text>
      <QrCode text={uri} />
      <Text size="xs" c="dimmed">
        No camera? Type this key into the app:
      </Text>
      <code className={styles.code}>{grouped}</code>
      <CopyButton text={secret}>Copy key</CopyButton>
    </Stack>
  )
}

/** Always dark on light, as cameras expect it, with the light edge that the standard asks for. */
function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: 4 })
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
    return { size, path: squares.join('') }
  }, [text])
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the key">
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
