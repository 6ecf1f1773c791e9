import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import { type CheckInShown, claimedOf } from '#domain/check-ins-shown.ts'
import { asInvoiced, claimCredits } from '#domain/claims.ts'
import { moneyText } from '#domain/money.ts'
import { countText } from '#domain/plain-text.ts'
import { useLive } from '#src/device/use-live.ts'
import type { CheckInDraft } from '#src/store/check-in-draft.ts'
import { productPicturesQuery } from '#src/store/products/pictures.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { StickyFoot } from '#src/ui/layout/totals-foot.tsx'
import { ProgressBar } from '#src/ui/status/progress-bar.tsx'
import { type CountedLine, countedLines } from './counted-lines.ts'
import styles from './counting.module.css'
import { CountingRow } from './counting-row.tsx'
import { FinishSheet } from './finish-sheet.tsx'
import { ProblemSheet } from './problem-sheet.tsx'
import { finishOf } from './send-draft.ts'
import type { useCheckInDraft } from './use-check-in-draft.ts'

type CountingProps = {
  order: TrackedOrder
  made: readonly CheckInShown[]
  counting: ReturnType<typeof useCheckInDraft>
  draft: CheckInDraft
  onSheet: (isOpen: boolean) => void
}

/** Each line is ticked or has a problem. Everything is kept with each tap. */
export function Counting({ order, made, counting, draft, onSheet }: CountingProps) {
  const [asked, setAsked] = useState<CountedLine>()
  const [finishing, setFinishing] = useState(false)
  const hasSheet = asked !== undefined || finishing
  useEffect(() => {
    onSheet(hasSheet)
    return () => onSheet(false)
  }, [hasSheet, onSheet])
  // The draft follows a moment later.
  const [entered, setEntered] = useState(finishOf(draft))
  const lines = countedLines(order)
  const pictures = useLive(productPicturesQuery(lines.map(({ product_no }) => product_no))).value
  const claimed = claimedOf(made, order.id)
  const isDone = ({ position }: CountedLine) =>
    draft.checked.includes(position) || draft.problems[position] !== undefined
  const left = lines.filter((line) => !isDone(line))
  const doneCount = lines.length - left.length
  const problemCount = Object.keys(draft.problems).length
  const progressWords = `${doneCount} of ${lines.length} checked`
  return (
    <>
      <Section
        title="Check-in"
        flush
        action={
          <Button variant="subtle" compact onClick={counting.pause}>
            Finish later
          </Button>
        }
      >
        <div className={styles.progress}>
          <Text size="xs" c="dimmed">
            {progressWords}
          </Text>
          <ProgressBar share={doneCount / Math.max(1, lines.length)} words={progressWords} tone="green" />
        </div>
        <ul className={styles.rows} aria-label="Lines to check">
          {lines.map((line) => (
            <CountingRow
              key={line.position}
              line={line}
              picture={pictures?.[line.product_no]}
              claimed={claimed.get(line.position) ?? 0}
              order={order}
              problem={draft.problems[line.position]}
              isChecked={draft.checked.includes(line.position)}
              onCheck={(isChecked) => counting.check([line.position], isChecked)}
              onProblem={() => setAsked(line)}
            />
          ))}
        </ul>
      </Section>
      <StickyFoot>
        <div className={styles.foot}>
          <div role="status">
            <strong>{problemCount === 0 ? progressWords : countText(problemCount, 'problem')}</strong>
            {problemCount === 0 ? null : (
              <Text
                size="xs"
                c="dimmed"
              >{`${moneyText(creditOf(lines, order, made, draft))} credit requested`}</Text>
            )}
          </div>
          {left.length > 0 ? (
            <Button
              variant="filled"
              onClick={() =>
                counting.check(
                  left.map(({ position }) => position),
                  true,
                )
              }
            >
              {doneCount === 0 ? 'Everything arrived' : 'All others arrived'}
            </Button>
          ) : (
            <Button variant="filled" loading={counting.isReading} onClick={() => setFinishing(true)}>
              Finish
            </Button>
          )}
        </div>
      </StickyFoot>
      {asked ? (
        <ProblemSheet
          line={asked}
          claimed={claimed.get(asked.position) ?? 0}
          problem={draft.problems[asked.position]}
          isReading={counting.isReading}
          onReading={counting.onReading}
          submitLabel="Save problem"
          onKeep={(change) => counting.changeProblem({ position: asked.position, change })}
          onSubmit={(change) => {
            counting.changeProblem({ position: asked.position, change })
            setAsked(undefined)
          }}
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
      {finishing ? (
        <FinishSheet
          problemCount={problemCount}
          kept={entered}
          onKeep={(finish) => {
            setEntered(finish)
            counting.keepFinish(finish)
          }}
          onSend={counting.send}
          onClose={() => setFinishing(false)}
        />
      ) : null}
    </>
  )
}

/** With VAT. What was claimed before is credited first. */
const creditOf = (
  lines: readonly CountedLine[],
  { totals }: TrackedOrder,
  made: readonly CheckInShown[],
  { problems }: CheckInDraft,
): number => {
  const { deliveryChargePence = 0, deliveryVatBasisPoints = null } = totals
  const deliveredOf = (position: number) => {
    const line = lines.find((each) => each.position === position)
    return line?.deliveredQuantity ?? line?.quantity ?? 0
  }
  const withDelivered = <Line extends { position: number }>(line: Line) => ({
    ...line,
    deliveredQuantity: deliveredOf(line.position),
  })
  const earlier = made
    .filter(({ state }) => state !== null && state !== 'refused')
    .reverse()
    .map((checkIn) => checkIn.lines.map(withDelivered))
  const now = Object.entries(problems).map(([position, problem]) =>
    withDelivered({ ...problem, position: Number(position) }),
  )
  const billed = asInvoiced({ deliveryChargePence, deliveryVatBasisPoints, lines })
  return claimCredits(billed, [...earlier, now]).at(-1)?.totalPence ?? 0
}
