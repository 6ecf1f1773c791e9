import { Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import { type CheckInShown, claimedOf, problemText } from '#domain/check-ins-shown.ts'
import { countText } from '#domain/plain-text.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useLive } from '#src/device/use-live.ts'
import type { CheckInDraft, Finish } from '#src/store/check-in-draft.ts'
import { productPicturesQuery } from '#src/store/products/pictures.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { ProductPicture } from '#src/ui/list/product-picture.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { type CountedLine, countedLines, hasUnclaimed, isTooLate } from './counted-lines.ts'
import styles from './further-report.module.css'
import { ProblemSheet } from './problem-sheet.tsx'
import { type EnteredProblem, finishOf } from './send-draft.ts'
import type { useCheckInDraft } from './use-check-in-draft.ts'

type FurtherReportProps = {
  order: TrackedOrder
  made: readonly CheckInShown[]
  counting: ReturnType<typeof useCheckInDraft>
  /** Until when goods may be claimed. */
  windowWords: string
  onDiscard: () => void
}

/** A problem found after the delivery was checked in: its line, what is wrong with it, and nothing else is counted again. */
export function FurtherReport({ order, made, counting, windowWords, onDiscard }: FurtherReportProps) {
  const [choosing, setChoosing] = useState(false)
  const [asked, setAsked] = useState<CountedLine>()
  const now = useMinute()
  const claimed = claimedOf(made, order.id)
  const claimedOfLine = ({ position }: CountedLine) => claimed.get(position) ?? 0
  const lines = countedLines(order)
  const { draft } = counting
  const reported = lines.filter(({ position }) => draft?.problems[position])
  const unclaimed = lines.filter((line) => hasUnclaimed(line, claimedOfLine(line)))
  const claimable = unclaimed.filter((line) => !isTooLate(line, order, now))

  const open = (line: CountedLine): void => {
    counting.begin()
    setChoosing(false)
    setAsked(line)
  }
  const send = async (entered?: EnteredProblem): Promise<void> => {
    let isSent: boolean
    try {
      isSent = await counting.send((draft && finishOf(draft)) ?? UNSIGNED, entered)
    } catch (error) {
      // Such as a full disk: the report is still here.
      showFailure(error)
      return
    }
    setAsked(undefined)
    if (isSent)
      notifications.show({ message: 'Problem reported', statusColor: 'success', showInProduction: true })
  }
  return (
    <>
      {reported.length === 0 ? (
        <Section title="Found something else?">
          {claimable.length > 0 ? (
            <Stack gap={12} align="flex-start">
              <Text
                size="xs"
                c="dimmed"
              >{`Report what is short, damaged, wrong or warm. ${windowWords}`}</Text>
              <Button
                icon={<IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />}
                onClick={() => setChoosing(true)}
              >
                Report another problem
              </Button>
            </Stack>
          ) : (
            <Text size="xs" c="dimmed">
              {unclaimed.length === 0
                ? 'Everything in this delivery has been reported.'
                : `The time to report the rest is over. ${windowWords}`}
            </Text>
          )}
        </Section>
      ) : (
        <Unsent draft={draft} reported={reported} onEdit={setAsked}>
          <Button variant="filled" loading={counting.isReading} onClick={() => void send()}>
            Send report
          </Button>
          {claimable.length > 0 ? <Button onClick={() => setChoosing(true)}>Add a line</Button> : null}
          <Button variant="subtle" onClick={onDiscard}>
            Discard
          </Button>
        </Unsent>
      )}
      <LineChoice open={choosing} lines={claimable} onChoose={open} onClose={() => setChoosing(false)} />
      {asked && draft ? (
        <ProblemSheet
          line={asked}
          claimed={claimedOfLine(asked)}
          problem={draft.problems[asked.position]}
          isReading={counting.isReading}
          onReading={counting.onReading}
          keepsAll
          submitLabel="Send report"
          onKeep={(change) => counting.changeProblem({ position: asked.position, change })}
          onSubmit={(change) => void send({ position: asked.position, change })}
          onRemove={
            draft.problems[asked.position] &&
            (() => {
              counting.changeProblem({ position: asked.position, change: () => undefined })
              setAsked(undefined)
            })
          }
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  )
}

const UNSIGNED: Finish = { signedBy: '', signature: '', driverPin: '', empties: [] }

type UnsentProps = {
  draft: CheckInDraft | undefined
  reported: readonly CountedLine[]
  onEdit: (line: CountedLine) => void
  children: ReactNode
}

function Unsent({ draft, reported, onEdit, children }: UnsentProps) {
  return (
    <Section title="Report not sent yet">
      <Stack gap={12}>
        <ul aria-label="Problems to report">
          {reported.map((line) => {
            const problem = draft?.problems[line.position]
            const photos = problem?.photos.length ?? 0
            return problem ? (
              <Group key={line.position} component="li" justify="space-between" wrap="nowrap" gap={8}>
                <Text>
                  {[
                    `${line.name}: ${problemText(problem)}`,
                    ...(photos === 0 ? [] : [countText(photos, 'photo')]),
                  ].join(' · ')}
                </Text>
                <Button
                  variant="subtle"
                  compact
                  aria-label={`Edit problem with ${line.name}`}
                  onClick={() => onEdit(line)}
                >
                  Edit
                </Button>
              </Group>
            ) : null
          })}
        </ul>
        <Group gap={8}>{children}</Group>
      </Stack>
    </Section>
  )
}

type LineChoiceProps = {
  open: boolean
  lines: readonly CountedLine[]
  onChoose: (line: CountedLine) => void
  onClose: () => void
}

function LineChoice({ open, lines, onChoose, onClose }: LineChoiceProps) {
  const pictures = useLive(productPicturesQuery(lines.map(({ product_no }) => product_no))).value
  return (
    <Sheet open={open} flush title="What is it about?" onClose={onClose}>
      <ul aria-label="Lines of the order">
        {lines.map((line) => (
          <li key={line.position}>
            <button type="button" className={styles.choice} onClick={() => onChoose(line)}>
              <span className={styles.picture}>
                <ProductPicture storage={line.storageType ?? 'ambient'} {...pictures?.[line.product_no]} />
              </span>
              <span className={styles.words}>
                <span>{line.name}</span>
                <Text span size="xs" c="dimmed">
                  {[String(line.deliveredQuantity ?? line.quantity), line.pack].filter(Boolean).join(' × ')}
                </Text>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
