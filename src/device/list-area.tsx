import { FileButton, Group, Text } from '@mantine/core'
import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ListLines } from '#domain/list-file.ts'
import { countText } from '#domain/plain-text.ts'
import { Button } from '#src/ui/action/button.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'

export type ListAreaProps = {
  label: string
  hint: string
  rows: number
  text: string
  setText: Dispatch<SetStateAction<string>>
  /** Gives a file that the person has chosen elsewhere, once. */
  takeFile?: () => File | undefined
  'data-autofocus'?: boolean
}

/** A list to paste or to take from a file, whose lines are added to the text for the person to check. */
export function ListArea({ text, setText, takeFile, ...field }: ListAreaProps) {
  const [problem, setProblem] = useState<string>()
  const [said, setSaid] = useState('')
  // The same file may be chosen again, once it has been corrected.
  const forget = useRef<() => void>(null)

  const read = async (file: File) => {
    setProblem(undefined)
    setSaid('')
    forget.current?.()
    const name = `“${file.name}”`
    try {
      // Few lists come from a file, so the reader is no part of what pastes one.
      const { readListFile } = await import('./read-list-file.ts')
      const list = await readListFile(file)
      if (list.problem !== undefined) return setProblem(`${name} ${PROBLEMS[list.problem]}`)
      if (list.lines.length === 0) return setProblem(`${name} has no lines with a product and quantity.`)
      setText((before) => [before.trimEnd(), ...list.lines].filter((line) => line !== '').join('\n'))
      setSaid(readText(name, list))
    } catch {
      setProblem(`${name} could not be read. Choose it again.`)
    }
  }
  const readGiven = useEffectEvent(() => {
    const file = takeFile?.()
    if (file) void read(file)
  })
  useEffect(() => readGiven(), [])

  return (
    <>
      <TextArea
        name="lines"
        {...field}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setProblem(undefined)
        }}
        error={problem}
        // A form's own errors are announced by its summary.
        errorProps={problem === undefined ? {} : { role: 'alert' }}
      />
      <Group gap={12}>
        <FileButton
          accept=".csv,.tsv,.txt,.xlsx,text/*,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          resetRef={forget}
          onChange={(file) => file && void read(file)}
        >
          {({ onClick }) => <Button onClick={onClick}>Choose a file</Button>}
        </FileButton>
        <Text role="status" flex="1 1 12rem" style={{ overflowWrap: 'anywhere' }}>
          {said}
        </Text>
      </Group>
    </>
  )
}

const PROBLEMS = {
  tooBig: 'is larger than 1 MB. Choose a smaller file, or paste the lines you need.',
  notText: 'is not an Excel (.xlsx), CSV or text file. Save the list as one of these, then choose that file.',
}

const readText = (name: string, { lines, leftOut }: ListLines): string => {
  const read = `${countText(lines.length, 'line')} read from ${name}.`
  if (leftOut === 0) return read
  return `${read} ${countText(leftOut, 'row')} without a product or quantity left out.`
}
