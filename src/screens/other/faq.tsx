import { Box } from '@mantine/core'
import { FaqReader } from '#src/features/faq/faq-reader.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'

export function Screen() {
  return (
    <Box maw="44rem">
      <PageHeader title="Help" detail="Saved on this device, so you can read them offline" />
      <FaqReader />
    </Box>
  )
}
