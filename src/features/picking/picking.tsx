import { Group, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import { replacedQuantity } from '#domain/as-placed.ts'
import { allowedText, substituteProblemText } from '#domain/picking-words.ts'
import { countText } from '#domain/plain-text.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { StickyFoot } from '#src/ui/layout/totals-foot.tsx'
import { QuantityBox } from '#src/ui/list/quantity-box.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import styles from './picking.module.css'
import { type OrderLine, type Picked, type Picks, type SubstituteProblem, usePick } from './use-pick.ts'

export type PickingProps = {
  order: TrackedOrder
  /** What had been entered when it was cancelled. */
  initial: Picks
  onClose: () => void
  onRestore: (picks: Picks) => void
}

/** How many of each line are missing, and what its agreement then allows. */
export function Picking({ order, initial, onClose, onRestore }: PickingProps) {
  const { lines, pickOf, setPick, problemOf, changedCount, busy, entered, save } = usePick({
    order,
    initial,
    onSaved: onClose,
  })
  const cancel = async (): Promise<void> => {
    const picks = await entered()
    onClose()
    if (picks === undefined) return
    notifications.show({
      message: `Picking of order ${order.orderNo} discarded`,
      statusColor: 'success',
      restoreButton: { onRestore: () => onRestore(picks) },
      ofPage: true,
      showInProduction: true,
    })
  }
  return (
    <>
      <Section
        title="Pick"
        flush
        action={
          <Button variant="subtle" compact onClick={() => void cancel()}>
            Cancel
          </Button>
        }
      >
        <ul className={styles.rows} aria-label="Lines to pick">
          {lines.map((line) => (
            <PickRow
              key={line.position}
              line={line}
              pick={pickOf(line)}
              problem={problemOf(line)}
              onPick={(pick) => setPick(line, pick)}
            />
          ))}
        </ul>
      </Section>
      <StickyFoot>
        <Group justify="space-between" gap="8px 16px">
          <strong role="status">
            {changedCount === 0 ? 'Nothing changed' : `${countText(changedCount, 'line')} changed`}
          </strong>
          <Button variant="filled" loading={busy} onClick={() => void save()}>
            Save picking
          </Button>
        </Group>
      </StickyFoot>
    </>
  )
}

type PickRowProps = {
  line: OrderLine
  pick: Picked
  problem: SubstituteProblem | undefined
  onPick: (pick: Picked) => void
}

function PickRow({ line, pick, problem, onPick }: PickRowProps) {
  const { name, pack, quantity, note = '', substitution } = line
  const ordered = quantity + replacedQuantity(line)
  const { short, replaced } = pick
  const agreed = substitution?.kind === 'take' ? substitution : undefined
  const row = useRef<HTMLLIElement>(null)
  // The button that was pressed may be screens away from the line that the server refused.
  useEffect(() => {
    if (!problem) return
    row.current?.scrollIntoView({ block: 'center' })
    ;[...(row.current?.querySelectorAll('input') ?? [])].at(-1)?.focus({ preventScroll: true })
  }, [problem])
  return (
    <li className={styles.row} ref={row}>
      <div className={styles.words}>
        <span>{name}</span>
        <Text size="xs" c="dimmed">
          <strong>{ordered}</strong>
          {pack === '' ? null : ` × ${pack}`}
          {note === '' ? null : ` · “${note}”`}
        </Text>
      </div>
      <Entry words="Missing">
        <QuantityBox
          name={`${name} missing`}
          value={short}
          max={ordered}
          onChange={({ quantity: missing }) =>
            // The agreed product replaces all that is missing, unless less of it is said to come.
            onPick({
              short: missing,
              replaced: agreed && replaced === short ? missing : Math.min(replaced, missing),
            })
          }
        />
      </Entry>
      {short > 0 && agreed ? (
        <Entry words={`${agreed.seen.name} instead`}>
          <QuantityBox
            name={`${agreed.seen.name} to send instead`}
            value={replaced}
            max={short}
            onChange={({ quantity: instead }) => onPick({ short, replaced: instead })}
          />
        </Entry>
      ) : null}
      {short > 0 ? (
        <Text size="xs" c={problem ? 'var(--red)' : 'dimmed'} role="status">
          {problem && agreed
            ? substituteProblemText(problem, agreed.seen.name)
            : allowedText(substitution ?? null, short - replaced, replaced)}
        </Text>
      ) : null}
    </li>
  )
}

function Entry({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className={styles.entry}>
      <Text size="xs" c="dimmed">
        {words}
      </Text>
      {children}
    </div>
  )
}
