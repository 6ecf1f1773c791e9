import { IconAlertTriangle, IconCheck, IconX, type Icon as TablerIcon } from '@tabler/icons-react'
import { type AddOutcome, addOutcomeText, isAdded, outcomeRank } from '#domain/add-all.ts'
import { HiddenStatus } from '#src/ui/status/hidden.tsx'
import styles from './add-all.module.css'

export function Outcomes({ outcomes }: { outcomes: readonly AddOutcome[] }) {
  return (
    <>
      <HiddenStatus>{summaryOf(outcomes)}</HiddenStatus>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keys, and holds no button */}
      <ul aria-label="Results" tabIndex={0} data-scrolls>
        {outcomes
          .toSorted((one, other) => outcomeRank(one) - outcomeRank(other))
          .map((outcome) => (
            <Outcome key={outcome.product_no} outcome={outcome} />
          ))}
      </ul>
    </>
  )
}

function Outcome({ outcome }: { outcome: AddOutcome }) {
  const { tone, icon: Icon } = LOOKS[outcomeRank(outcome)]
  return (
    <li className={styles.outcome} data-tone={tone}>
      <Icon size={18} stroke={2} aria-hidden="true" />
      <span className={styles.name}>{outcome.name}</span>
      <span className={styles.words}>{addOutcomeText(outcome)}</span>
    </li>
  )
}

/** What needs a look comes first. */
const LOOKS: Record<ReturnType<typeof outcomeRank>, { tone: 'red' | 'amber' | 'green'; icon: TablerIcon }> = {
  0: { tone: 'red', icon: IconX },
  1: { tone: 'amber', icon: IconAlertTriangle },
  2: { tone: 'green', icon: IconCheck },
}

const summaryOf = (outcomes: readonly AddOutcome[]): string => {
  const toCheck = outcomes.filter((outcome) => outcomeRank(outcome) < 2).length
  const added = `${outcomes.filter(isAdded).length} of ${outcomes.length} added`
  return toCheck === 0 ? added : `${added}. ${toCheck} to check`
}
