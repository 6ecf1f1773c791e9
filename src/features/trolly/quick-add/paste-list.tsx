import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useUserDevice } from '#src/device/device-context.tsx'
import { ListArea } from '#src/device/list-area.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { Button } from '#src/ui/action/button.tsx'
import type { QuickAddTarget, QuickOutcome } from './quick-add.ts'
import { sharedList } from './shared-list.ts'

export function PasteList({ target }: { target: QuickAddTarget }) {
  const device = useUserDevice()
  const [text, setText] = useState('')
  const [outcomes, setOutcomes] = useState<QuickOutcome[]>([])

  const [failed, setFailed] = useState(false)

  const add = async () => {
    setFailed(false)
    try {
      const { addLines } = await import('./quick-add.ts')
      const done = await addLines(device, target, text)
      setOutcomes(done)
      // Keep only the lines that failed, to be fixed.
      setText(
        done
          .filter(({ added }) => !added)
          .map((outcome) => outcome.text)
          .join('\n'),
      )
    } catch (error) {
      setFailed(true)
      showFailure(error)
    }
  }

  return (
    <Stack gap={16}>
      <ListArea
        label="One product per line"
        hint="A code and a quantity, such as 10234 6"
        rows={8}
        text={text}
        setText={setText}
        takeFile={takeSharedList}
      />
      <Button variant="filled" onClick={add} disabled={text.trim() === ''}>
        Add to trolly
      </Button>
      {failed ? (
        <Text role="alert" c="var(--red)">
          Not all lines were added. Try again.
        </Text>
      ) : null}
      <ul aria-live="polite" aria-label="Results">
        {outcomes.map((outcome) => (
          <Text component="li" key={outcome.at} py={4} c={outcome.added ? 'var(--ink)' : 'var(--red)'}>
            {outcome.added ? outcome.words : `${outcome.text}: ${outcome.words}`}
          </Text>
        ))}
      </ul>
    </Stack>
  )
}

const takeSharedList = (): File | undefined => {
  const shared = sharedList.get()
  sharedList.set(undefined)
  return shared
}
