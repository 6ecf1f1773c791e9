import { Group, Stack, Text } from '@mantine/core'
import { IconMicrophone, IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { type Dictation, dictationOf } from './dictation.ts'

type State = { step: 'off'; problem?: string } | { step: 'asking' } | { step: 'listening'; heard: string }

/** Dictation by the browser. Absent where it has none. */
export function SayIt({ onSaid }: { onSaid: (text: string) => void }) {
  const [state, setState] = useState<State>({ step: 'off' })
  const running = useRef<Dictation>(undefined)
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => () => running.current?.stop(), [])
  const begin = dictationOf(window)
  if (begin === undefined) return null

  const start = () => {
    setState({ step: 'listening', heard: '' })
    running.current = begin({
      onHeard: (heard) => setState({ step: 'listening', heard }),
      onSaid,
      onEnd: (problem) => setState({ step: 'off', ...(problem !== undefined && { problem }) }),
    })
    queueMicrotask(() => next.current?.focus())
  }

  if (state.step === 'asking')
    return (
      <Banner
        tone="amber"
        inset
        action={
          <>
            <Button variant="subtle" onClick={() => setState({ step: 'off' })}>
              Cancel
            </Button>
            <Button autoFocus onClick={start}>
              Start listening
            </Button>
          </>
        }
      >
        What you say leaves this device. Your browser sends the sound to its maker, which turns it into text.
        Trolly gets the text alone.
      </Banner>
    )
  return (
    <Stack gap={8}>
      <Group gap={12}>
        {state.step === 'listening' ? (
          <Button
            ref={next}
            icon={<IconPlayerStop size={18} aria-hidden="true" />}
            onClick={() => running.current?.stop()}
          >
            Stop listening
          </Button>
        ) : (
          <Button
            ref={next}
            icon={<IconMicrophone size={18} aria-hidden="true" />}
            onClick={() => setState({ step: 'asking' })}
          >
            Say it
          </Button>
        )}
        <Text role="status" flex="1 1 12rem" style={{ overflowWrap: 'anywhere' }}>
          {state.step === 'listening' ? state.heard || 'Listening…' : state.problem}
        </Text>
      </Group>
    </Stack>
  )
}
