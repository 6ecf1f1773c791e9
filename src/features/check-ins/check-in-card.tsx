import { Stack, Text } from '@mantine/core'
import type { TrackedOrder } from '#contract/orders.ts'
import {
  type CheckInShown,
  CLAIM_STATE_WORDS,
  emptiesText,
  problemText,
  whenText,
} from '#domain/check-ins-shown.ts'
import { moneyText } from '#domain/money.ts'
import { countText } from '#domain/plain-text.ts'
import { Section } from '#src/ui/layout/section.tsx'
import { Badge, LineMark } from '#src/ui/status/badge.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import type { Tone } from '#src/ui/status/tone.tsx'
import { Answer } from './answer.tsx'

const TONES = { open: 'blue', asked: 'red', accepted: 'green', refused: 'plain' } as const satisfies Record<
  string,
  Tone
>

/** A check-in that was made, with what became of its claim. */
export function CheckInCard({ checkIn, order }: { checkIn: CheckInShown; order: TrackedOrder }) {
  const { at, by, signedBy, lines, photos, state, claimNo, isWaiting, said, empties } = checkIn
  const now = new Date(useMinute())
  const nameOf = (position: number) =>
    order.lines.find((line) => line.position === position)?.name ?? 'A line of this order'
  const who = signedBy || by
  return (
    <Section
      title={state === null ? 'Checked in' : claimNo === null ? 'Claim' : `Claim ${claimNo}`}
      action={
        isWaiting ? (
          <LineMark label="On this device" tone="amber" />
        ) : state === null ? undefined : (
          <Badge label={CLAIM_STATE_WORDS[state]} tone={TONES[state]} />
        )
      }
    >
      <Stack gap={8}>
        <Text size="xs" c="dimmed">
          {[
            whenText(new Date(at), now),
            ...(who ? [`received by ${who}`] : []),
            ...(photos.length > 0 ? [countText(photos.length, 'photo')] : []),
            ...empties.map((returned) => `${emptiesText(returned)} returned`),
          ].join(' · ')}
        </Text>
        {lines.length === 0 ? null : (
          <ul aria-label="Problems reported">
            {lines.map((line) => (
              <li key={line.position}>
                {`${nameOf(line.position)}: ${problemText(line)}`}
                {line.reason === '' ? null : <Text span size="xs" c="dimmed">{` · ${line.reason}`}</Text>}
              </li>
            ))}
          </ul>
        )}
        <Credit {...checkIn} />
        {said
          .filter(({ words }) => words !== '')
          .map(({ at: saidAt, kind, words }) => (
            <p key={saidAt}>
              {kind === 'claimed' ? null : <strong>{kind === 'answered' ? 'You: ' : 'Office: '}</strong>}
              {words}
            </p>
          ))}
        {state === 'asked' && !isWaiting ? <Answer checkIn={checkIn} order={order} nameOf={nameOf} /> : null}
      </Stack>
    </Section>
  )
}

function Credit({ creditPence, creditNoteNo, state }: CheckInShown) {
  if (creditPence === null || state === null || state === 'refused') return null
  const amount = moneyText(creditPence)
  if (state !== 'accepted') return <p>{`${amount} credit requested`}</p>
  if (creditNoteNo !== null) return <p>{`${amount} credited, credit note ${creditNoteNo}`}</p>
  return (
    <p>
      {creditPence === 0 ? 'The invoice is right already' : `${amount} will be credited with the invoice`}
    </p>
  )
}
