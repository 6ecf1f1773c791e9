import { Stack, Text } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'
import styles from './second-factor.module.css'

/** Shown once: the server keeps hashes of them alone. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Stack gap={12}>
      <Text>
        Keep these recovery codes where you can find them without your phone. Each one signs you in once, and
        we can’t show them again.
      </Text>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code className={styles.code}>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')}>Copy codes</CopyButton>
    </Stack>
  )
}
