import { Button } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import type { UpdateFlow, UpdateState } from './update-flow.ts'
import { useUpdateState } from './use-updates.ts'

type Prompt = { words: string; button?: { label: string; busy?: boolean } }

const PROMPTS: Record<UpdateState, Prompt | undefined> = {
  current: undefined,
  ready: { words: 'A new version is ready.', button: { label: 'Update now' } },
  waiting: { words: 'It will open as soon as your changes are saved and sent.' },
  applying: { words: 'A new version is ready.', button: { label: 'Update now', busy: true } },
  refused: { words: 'The new version couldn’t be opened.', button: { label: 'Try again' } },
}

/** Not dismissible: the build installs itself when nobody would notice. */
export function UpdatePrompt({ updates }: { updates: UpdateFlow }) {
  const prompt = PROMPTS[useUpdateState(updates)]
  if (!prompt) return null
  const { words, button } = prompt
  return (
    <Banner
      tone="blue"
      action={
        button && (
          <Button compact loading={button.busy} onClick={updates.applyNow}>
            {button.label}
          </Button>
        )
      }
    >
      {words}
    </Banner>
  )
}
