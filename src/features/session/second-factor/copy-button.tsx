import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/action/button.tsx'

export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const { copied, copy, error } = useClipboard()
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Button icon={<Icon size={18} aria-hidden="true" />} onClick={() => copy(text)}>
      <span role="status">{copied ? 'Copied' : error ? 'Not copied: select it by hand' : children}</span>
    </Button>
  )
}
