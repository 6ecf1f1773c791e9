import { Group, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { FieldChanges } from './field-changes.tsx'
import { type FieldWords, type KeptRecords, KIND_WORDS, type RecordChange } from './kept-records.ts'

export type RecordHistoryProps = {
  records: Pick<KeptRecords<unknown>, 'changes' | 'revert' | 'undo'>
  /** undefined: of all records. */
  recordId?: string | undefined
  title: string
  labels: Readonly<Record<string, string>>
  words: FieldWords
  onClose: () => void
}

type Loaded = { data: readonly RecordChange[]; total: number; page: number }

/** Who changed what, the latest first. Each can be reverted, and what was written at once undone at once. */
export function RecordHistory({ records, recordId, title, labels, words, onClose }: RecordHistoryProps) {
  const [loaded, setLoaded] = useState<Loaded>()
  const [failed, setFailed] = useState(false)
  const [busy, setBusy] = useState<string>()
  const { changes } = records
  const load = useCallback(
    async (page: number, before: readonly RecordChange[]) => {
      setFailed(false)
      try {
        const { data, total } = await changes({ recordId, page })
        setLoaded({ data: [...before, ...data], total, page })
      } catch {
        setFailed(true)
      }
    },
    [changes, recordId],
  )
  useEffect(() => void load(1, []), [load])
  const act = async (id: string, run: () => Promise<void>) => {
    setBusy(id)
    await run().then(
      () => load(1, []),
      () => undefined,
    )
    setBusy(undefined)
  }
  return (
    <Sheet open wide title={title} onClose={onClose}>
      <ListState
        count={loaded?.data.length ?? 0}
        loading={loaded === undefined}
        failed={
          failed ? { words: 'The changes could not be loaded.', onRetry: () => void load(1, []) } : undefined
        }
        empty={{ words: 'Nothing has been changed yet.' }}
      >
        <Stack component="ol" gap={0} p={0} m={0} style={{ listStyle: 'none' }}>
          {loaded?.data.map((change) => (
            <Stack
              component="li"
              key={change.id}
              gap={4}
              py={12}
              style={{ borderBottom: '1px solid var(--line)' }}
            >
              <Group justify="space-between" gap={8}>
                <Text fw={700}>
                  {recordId === undefined
                    ? `${KIND_WORDS[change.kind]} ${change.name}`
                    : KIND_WORDS[change.kind]}
                </Text>
                <Text size="xs" c="dimmed">
                  {`${change.by ?? 'The server, or a former user'}, ${momentWords(change.at)}`}
                </Text>
              </Group>
              {change.batch ? (
                <Text size="xs" c="dimmed">
                  {batchWords(change.batch)}
                </Text>
              ) : null}
              {change.kind === 'changed' || change.kind === 'restored' ? (
                <FieldChanges changes={change.fields} labels={labels} words={words} />
              ) : null}
              <Group gap={8}>
                {change.kind === 'removed' ? null : (
                  <Button
                    variant="subtle"
                    compact
                    loading={busy === change.id}
                    onClick={() => act(change.id, () => records.revert(change))}
                  >
                    {`Revert${recordId === undefined ? ` ${change.name}` : ''}`}
                  </Button>
                )}
                {change.batch && change.batch.kind !== 'undo' && !change.batch.undone ? (
                  <Button
                    variant="subtle"
                    compact
                    loading={busy === change.batch.id}
                    onClick={() => act(change.batch?.id ?? '', () => records.undo(change.batch?.id ?? ''))}
                  >
                    {change.batch.records === 1 ? 'Undo it' : `Undo all ${change.batch.records}`}
                  </Button>
                ) : null}
              </Group>
            </Stack>
          ))}
        </Stack>
        {loaded && loaded.data.length < loaded.total ? (
          <Group justify="center" py={12}>
            <Button onClick={() => void load(loaded.page + 1, loaded.data)}>Show earlier ones</Button>
          </Group>
        ) : null}
      </ListState>
    </Sheet>
  )
}

const momentWords = (at: string): string =>
  new Date(at).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

const batchWords = ({ kind, name, records, undone }: NonNullable<RecordChange['batch']>): string => {
  const many = records === 1 ? '' : `, with ${records - 1} ${records === 2 ? 'other' : 'others'}`
  if (kind === 'undo') return `Undone${many}`
  const what = kind === 'edit' ? 'Edited' : `Imported${name === '' ? '' : ` from ${name}`}`
  return `${what}${many}${undone ? ' (undone)' : ''}`
}
