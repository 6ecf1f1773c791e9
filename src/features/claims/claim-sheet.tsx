import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Claim } from '#contract/claims.ts'
import { momentText } from '#domain/as-of.ts'
import { emptiesText, OFFICE_STATE_WORDS, problemText } from '#domain/check-ins-shown.ts'
import { isDecided, type SaidKind } from '#domain/claims.ts'
import { moneyText } from '#domain/money.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { type Detail, RecordDetail } from '#src/ui/kit/record/record-detail.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { ClaimPhoto } from './claim-photo.tsx'
import styles from './claim-sheet.module.css'
import { type ClaimDecision, useClaimDecisions } from './use-claims.ts'

const SAID_WORDS: Record<SaidKind, string> = {
  claimed: 'Claimed',
  asked: 'Asked',
  answered: 'Answered',
  accepted: 'Accepted',
  refused: 'Refused',
}

type Wording = { title: string; label: string; submit: string; missing: string }

const WORDINGS: Record<Exclude<ClaimDecision, 'accept'>, Wording> = {
  refuse: {
    title: 'Refuse claim',
    label: 'Why, for the customer',
    submit: 'Refuse claim',
    missing: 'Say why',
  },
  ask: {
    title: 'Ask the customer',
    label: 'Your question',
    submit: 'Send question',
    missing: 'Enter a question',
  },
}

export function ClaimSheet({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const decide = useClaimDecisions()
  const [writing, setWriting] = useState<Exclude<ClaimDecision, 'accept'>>()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const accept = async (): Promise<void> => {
    setBusy(true)
    const problems = await decide(claim, 'accept', '')
    setBusy(false)
    if (problems) setRefused(Object.values(problems)[0])
    else onClose()
  }
  return (
    <Sheet
      open
      wide
      title={`Claim ${claim.claimNo}`}
      onClose={onClose}
      foot={
        isDecided(claim.state) || writing ? undefined : (
          <Group gap={8} w="100%">
            <Button variant="filled" loading={busy} onClick={() => void accept()}>
              {claim.creditPence === null ? 'Accept' : `Accept, credit ${moneyText(claim.creditPence)}`}
            </Button>
            <Button disabled={busy} onClick={() => setWriting('ask')}>
              Ask
            </Button>
            <Button variant="danger" disabled={busy} onClick={() => setWriting('refuse')}>
              Refuse
            </Button>
          </Group>
        )
      }
    >
      <Stack gap={16}>
        {refused ? (
          <Banner tone="red" inset>
            {refused}
          </Banner>
        ) : null}
        {claim.sentLate ? (
          <Banner tone="amber" inset>
            Made within the time for claims, but sent after it
          </Banner>
        ) : null}
        {writing ? (
          <Writing
            wording={WORDINGS[writing]}
            onSend={(words) => decide(claim, writing, words)}
            onDone={onClose}
            onCancel={() => setWriting(undefined)}
          />
        ) : null}
        <RecordDetail details={detailsOf(claim)} />
        {claim.lines.map((line) => (
          <Stack key={line.position} gap={8} component="section" aria-label={line.name}>
            <Text fw={700}>{`${line.name}: ${problemText(line)}`}</Text>
            <Text size="xs" c="dimmed">
              {[line.product_no, line.reason].filter(Boolean).join(' · ')}
            </Text>
            <div className={styles.photos}>
              {claim.photos
                .filter(({ position }) => position === line.position)
                .map(({ id }) => (
                  <ClaimPhoto key={id} id={id} name={line.name} />
                ))}
            </div>
          </Stack>
        ))}
        {claim.signature === '' ? null : (
          <svg
            className={styles.signature}
            viewBox="0 0 320 140"
            role="img"
            aria-label="The driver’s signature"
          >
            <path d={claim.signature} />
          </svg>
        )}
        <ol className={styles.said} aria-label="What was done">
          {claim.said.map(({ at, kind, by, words }) => (
            <li key={`${at} ${kind}`}>
              <Text size="xs" c="dimmed">
                {[SAID_WORDS[kind], by, momentText(new Date(at), new Date())].filter(Boolean).join(' · ')}
              </Text>
              {words}
            </li>
          ))}
        </ol>
      </Stack>
    </Sheet>
  )
}

type WritingProps = {
  wording: Wording
  onSend: (words: string) => Promise<Record<string, string> | undefined>
  onDone: () => void
  onCancel: () => void
}

function Writing({ wording, onSend, onDone, onCancel }: WritingProps) {
  return (
    <Form
      label={wording.title}
      validate={({ words = '' }) => (words.trim() === '' ? { words: wording.missing } : {})}
      onSubmit={async ({ words = '' }) => {
        const problems = await onSend(words.trim())
        if (problems === undefined) onDone()
        return problems
      }}
    >
      <TextArea name="words" label={wording.label} maxLength={2_000} data-autofocus />
      <Group gap={8}>
        <SubmitButton>{wording.submit}</SubmitButton>
        <Button onClick={onCancel}>Cancel</Button>
      </Group>
    </Form>
  )
}

const detailsOf = (claim: Claim): Detail[] => [
  { label: 'State', value: claim.state === null ? '' : OFFICE_STATE_WORDS[claim.state] },
  { label: 'Account', value: `${claim.customerName} · ${claim.customerId}` },
  { label: 'Order', value: <Link to={`/orders/history-${claim.orderId}`}>{claim.orderNo}</Link> },
  ...(claim.creditPence === null ? [] : [{ label: 'Credit', value: moneyText(claim.creditPence) }]),
  ...(claim.creditNoteNo === null ? [] : [{ label: 'Credit note', value: claim.creditNoteNo }]),
  { label: 'Checked in', value: momentText(new Date(claim.at), new Date()) },
  ...(claim.signedBy === '' ? [] : [{ label: 'Received by', value: claim.signedBy }]),
  ...(claim.driverPin === '' ? [] : [{ label: 'Driver’s PIN, as entered', value: claim.driverPin }]),
  ...(claim.empties.length === 0
    ? []
    : [
        {
          label: 'Empties returned',
          value: claim.empties.map(emptiesText).join(', '),
        },
      ]),
]
