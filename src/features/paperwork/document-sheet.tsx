import { Box, Button as MantineButton, Stack } from '@mantine/core'
import { IconDownload, IconFileText } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { inFileName } from '#domain/typed-text.ts'
import { reasonOf } from '#src/api/messages.ts'
import { Button } from '#src/ui/action/button.tsx'
import { saveFile } from '#src/ui/kit/list/csv.ts'
import { type Definition, DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { AgeNote } from '#src/ui/status/age-note.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { useDocumentFile, type Wanted } from './use-document-file.ts'

export type DocumentSheetProps = {
  wanted: Wanted
  title: string
  facts: readonly Definition[]
  onClose: () => void
  children?: ReactNode
}

/** What a document says, while its PDF is fetched; then it opens in the browser's own viewer. */
export function DocumentSheet({ wanted, title, facts, onClose, children }: DocumentSheetProps) {
  const { url, loaded, error, retry } = useDocumentFile(wanted)
  const open = (
    <>
      <IconFileText size={18} aria-hidden="true" />
      Open PDF
    </>
  )
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      foot={
        error ? undefined : (
          <>
            {url === undefined ? (
              <Button variant="filled" loading>
                {open}
              </Button>
            ) : (
              <MantineButton component="a" variant="filled" href={url} target="_blank" rel="noopener">
                {open}
              </MantineButton>
            )}
            <Button
              icon={<IconDownload size={18} aria-hidden="true" />}
              disabled={!loaded}
              onClick={() => loaded && saveFile(`${inFileName(wanted.no)}.pdf`, loaded.file)}
            >
              Save
            </Button>
          </>
        )
      }
    >
      <Stack gap={12} align="start" __vars={{ '--page-edge': '0' }}>
        <Box w="100%">
          <DefinitionList items={facts} />
        </Box>
        {children}
        {loaded?.isKept ? (
          <AgeNote>
            {loaded.isOffline
              ? 'Saved on this device. Later payments and documents are not included.'
              : 'Saved on this device, so you can open it offline'}
          </AgeNote>
        ) : null}
      </Stack>
      {error ? (
        <FailedState words={`The document could not be loaded. ${reasonOf(error)}`} onRetry={retry} />
      ) : null}
    </Sheet>
  )
}
