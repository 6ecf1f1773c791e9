import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { Button } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { useStore } from '#src/ui/store.ts'
import type { UpdateState, Updates } from './updates.ts'

type Prompt = { words: string; button?: { label: string; busy?: boolean } }

const PROMPTS: Record<UpdateState, Prompt | undefined> = {
  current: undefined,
  outdated: {
    words:
      'This version of Trolly is out of date. Changes stay on this device and will send after you update.',
    button: { label: 'Update now' },
  },
  noNewer: {
    words:
      'This version of Trolly is out of date, and the new one isn’t available yet. Changes stay on this device. Try again in a few minutes.',
    button: { label: 'Try again' },
  },
  ready: { words: 'A new version is ready.', button: { label: 'Update now' } },
  waiting: { words: 'It will open as soon as your changes are saved and sent.' },
  applying: { words: 'A new version is ready.', button: { label: 'Update now', busy: true } },
  refused: { words: 'The new version couldn’t be opened.', button: { label: 'Try again' } },
}

/** Not dismissible: the build installs itself when nobody would notice, such as on navigation, when the page changes anyway. */
export function UpdatePrompt({ updates }: { updates: Updates }) {
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    updates.applyQuietly()
  }, [updates, pathname])

  const prompt = PROMPTS[useStore(updates)]
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
