import { Checkbox, FileButton, Group, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconFileUpload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { Button } from '#src/ui/action/button.tsx'
import { SelectField } from '#src/ui/form/fields.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { FieldChanges } from './field-changes.tsx'
import {
  type Differences,
  type ErrorPolicy,
  type FieldWords,
  type KeptRecords,
  KIND_WORDS,
  type ToWrite,
} from './kept-records.ts'

type Writing = {
  records: Pick<KeptRecords<unknown>, 'preview' | 'write' | 'undo'>
  noun: readonly [string, string]
  labels: Readonly<Record<string, string>>
  words: FieldWords
  onClose: () => void
}

type RecordImportProps = Writing & {
  records: Pick<KeptRecords<unknown>, 'textOf'>
  hint: ReactNode
}

/** Chooses a CSV file, shows what it would change and writes that, without the rows that are left out. */
export function RecordImport({ hint, ...writing }: RecordImportProps) {
  const [file, setFile] = useState<{ name: string; csv: string }>()
  const [policy, setPolicy] = useState<ErrorPolicy>('stop')
  const [unreadable, setUnreadable] = useState(false)
  const choose = async (chosen: File | null) => {
    if (chosen === null) return
    setUnreadable(false)
    try {
      setFile({ name: chosen.name, csv: await writing.records.textOf(chosen) })
    } catch {
      setUnreadable(true)
    }
  }
  return (
    <Preview
      {...writing}
      title={`Import ${writing.noun[1]}`}
      written={file && { ...file, policy }}
      verb="Import"
    >
      <Group gap={12} align="end">
        <FileButton accept=".csv,text/csv,text/plain" onChange={choose}>
          {({ onClick }) => (
            <Button
              variant={file ? 'default' : 'filled'}
              icon={<IconFileUpload size={18} aria-hidden="true" />}
              onClick={onClick}
            >
              {file ? 'Choose another file' : 'Choose a CSV file'}
            </Button>
          )}
        </FileButton>
        {file ? <Text size="sm">{file.name}</Text> : null}
      </Group>
      {unreadable ? (
        <Text role="alert" c="var(--red)">
          This file could not be read. Save it as CSV (UTF-8) and choose it again.
        </Text>
      ) : null}
      {file ? null : (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      <SelectField
        name="policy"
        label="If something in a row is wrong"
        value={policy}
        data={POLICIES}
        onChange={(event) => setPolicy(event.currentTarget.value as ErrorPolicy)}
      />
    </Preview>
  )
}

const POLICIES: { value: ErrorPolicy; label: string }[] = [
  { value: 'stop', label: 'Import nothing' },
  { value: 'skip_row', label: 'Leave out the row' },
  { value: 'skip_field', label: 'Leave out the field' },
]

type PreviewProps = Writing & {
  title: string
  /** undefined: not complete yet. */
  written: ToWrite | undefined
  verb: string
  children: ReactNode
}

/** Differences shown before anything is written; those left out are not. */
export function Preview({
  records,
  noun,
  labels,
  words,
  onClose,
  title,
  written,
  verb,
  children,
}: PreviewProps) {
  const [differences, setDifferences] = useState<Differences>()
  const [problem, setProblem] = useState<string>()
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const asked = written && JSON.stringify(written)
  const { preview } = records
  useEffect(() => {
    if (asked === undefined) return undefined
    let isCurrent = true
    setDifferences(undefined)
    setProblem(undefined)
    setWithout(new Set())
    preview(JSON.parse(asked) as ToWrite).then(
      (told) => isCurrent && setDifferences(told),
      (error: unknown) => isCurrent && setProblem(error instanceof Error ? error.message : String(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [asked, preview])

  const kept = differences?.changes.filter(({ key }) => !without.has(key)) ?? []
  const isStopped = (differences?.refused.length ?? 0) > 0 && (written?.policy ?? 'stop') === 'stop'
  const write = async () => {
    if (written === undefined || differences === undefined) return
    setBusy(true)
    try {
      const given = { ...written, without: [...without] }
      // Leaving rows out changes what would be written, so the server has to preview it again.
      const told = without.size === 0 ? differences : await preview(given)
      if (JSON.stringify(told.changes) !== JSON.stringify(kept)) return setDifferences(await preview(written))
      const { seen } = told
      const id = uuidv7()
      const count = await records.write({ ...given, id, seen })
      if (count === undefined) return setDifferences(await preview(written))
      notifications.show({
        message: `${count} ${count === 1 ? noun[0] : noun[1]} written`,
        statusColor: 'success',
        restoreButton: { label: 'Undo', onRestore: () => records.undo(id) },
        showInProduction: true,
      })
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet
      open
      wide
      title={title}
      onClose={onClose}
      foot={
        <Group gap={8}>
          <Button variant="filled" loading={busy} disabled={kept.length === 0 || isStopped} onClick={write}>
            {`${verb} ${kept.length} ${kept.length === 1 ? noun[0] : noun[1]}`}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </Group>
      }
    >
      <Stack gap={16}>
        {children}
        {problem === undefined ? null : (
          <Text role="alert" c="var(--red)">
            {problem}
          </Text>
        )}
        {asked !== undefined && differences === undefined && problem === undefined ? (
          <Text role="status" c="dimmed">
            Comparing…
          </Text>
        ) : null}
        {differences ? (
          <>
            <Text role="status">{countsOf(differences, noun)}</Text>
            {differences.unused_columns.length > 0 ? (
              <Text size="sm" c="dimmed">{`Not read: ${differences.unused_columns.join(', ')}`}</Text>
            ) : null}
            <Refused refused={differences.refused} isStopped={isStopped} />
            <Stack component="ul" gap={0} p={0} m={0} aria-label="Differences" style={{ listStyle: 'none' }}>
              {differences.changes.slice(0, SHOWN_MOST).map(({ key, kind, fields }) => (
                <Stack
                  component="li"
                  key={key}
                  gap={4}
                  py={8}
                  style={{ borderBottom: '1px solid var(--line)' }}
                >
                  <Checkbox
                    checked={!without.has(key)}
                    onChange={(event) => {
                      const next = new Set(without)
                      if (event.currentTarget.checked) next.delete(key)
                      else next.add(key)
                      setWithout(next)
                    }}
                    label={`${KIND_WORDS[kind]} ${key}`}
                  />
                  <FieldChanges changes={fields} labels={labels} words={words} />
                </Stack>
              ))}
            </Stack>
            {differences.changes.length > SHOWN_MOST ? (
              <Text size="sm" c="dimmed">{`and ${differences.changes.length - SHOWN_MOST} more`}</Text>
            ) : null}
          </>
        ) : null}
      </Stack>
    </Sheet>
  )
}

const SHOWN_MOST = 200

function Refused({ refused, isStopped }: { refused: Differences['refused']; isStopped: boolean }) {
  if (refused.length === 0) return null
  return (
    <Stack gap={4}>
      <Text c="var(--red)" fw={700}>
        {isStopped
          ? `${refused.length} ${refused.length === 1 ? 'row' : 'rows'} cannot be read, so nothing can be imported. Correct the file, or leave them out.`
          : `${refused.length} ${refused.length === 1 ? 'row is' : 'rows are'} left out:`}
      </Text>
      <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
        {refused.slice(0, REFUSED_MOST).map(({ line, problems }) => (
          <Text component="li" key={line} size="sm">
            {`Line ${line}: ${problems.map(problemWords).join(' ')}`}
          </Text>
        ))}
      </Stack>
    </Stack>
  )
}

const REFUSED_MOST = 50

const problemWords = ({ column, value, why }: Differences['refused'][number]['problems'][number]): string =>
  `${column === null ? '' : `${column}${value === null ? '' : ` “${value}”`}: `}${why}`

const countsOf = ({ changes, unchanged }: Differences, [one, many]: readonly [string, string]): string => {
  const counted = Object.entries(KIND_WORDS).flatMap(([kind, word]) => {
    const count = changes.filter((change) => change.kind === kind).length
    return count === 0 ? [] : [`${count} ${word.toLowerCase()}`]
  })
  const same = unchanged > 0 ? [`${unchanged} as they are`] : []
  if (changes.length === 0)
    return unchanged === 0
      ? `No ${many} in it.`
      : `Nothing would change: ${unchanged} ${unchanged === 1 ? `${one} is` : `${many} are`} like this already.`
  return `${[...counted, ...same].join(', ')}.`
}
