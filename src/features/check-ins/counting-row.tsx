import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { TrackedOrder } from '#contract/orders.ts'
import { problemText } from '#domain/check-ins-shown.ts'
import { shortOf } from '#domain/shortages.ts'
import type { DraftProblem } from '#src/store/check-in-draft.ts'
import type { Picture } from '#src/store/products/pictures.ts'
import { Button } from '#src/ui/action/button.tsx'
import { ProductPicture } from '#src/ui/list/product-picture.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { type CountedLine, hasUnclaimed, isTooLate } from './counted-lines.ts'
import styles from './counting.module.css'

type CountingRowProps = {
  line: CountedLine
  picture: Picture | undefined
  claimed: number
  order: TrackedOrder
  problem: DraftProblem | undefined
  isChecked: boolean
  onCheck: (isChecked: boolean) => void
  onProblem: () => void
}

export function CountingRow(props: CountingRowProps) {
  const { line, picture, claimed, order, problem, isChecked, onCheck, onProblem } = props
  const { name, pack, quantity, storageType = 'ambient' } = line
  const now = useMinute()
  const isLate = isTooLate(line, order, now)
  const mayClaim = !isLate && hasUnclaimed(line, claimed)
  return (
    <li className={styles.row}>
      <div className={styles.picture}>
        <ProductPicture storage={storageType} {...picture} />
      </div>
      <div className={styles.words}>
        <span>{name}</span>
        <Text size="xs" c="dimmed">
          <strong>{quantity}</strong>
          {pack === '' ? null : ` × ${pack}`}
        </Text>
        <Notes
          notes={[
            ...(problem ? [problemWords(line, problem)] : []),
            ...(shortOf(line) > 0 ? [`${shortOf(line)} short, the office knows`] : []),
            ...(claimed > 0 ? [`${claimed} reported already`] : []),
            ...(isLate ? ['Too late to report'] : []),
          ]}
        />
      </div>
      {mayClaim || problem ? (
        <Button
          variant="subtle"
          compact
          aria-label={`${problem ? 'Edit problem' : 'Problem'} with ${name}`}
          onClick={onProblem}
        >
          {problem ? 'Edit' : 'Problem'}
        </Button>
      ) : (
        <span />
      )}
      {problem ? (
        <span className={styles.mark} data-problem>
          <IconAlertTriangle size={24} stroke={1.75} aria-hidden="true" />
        </span>
      ) : (
        <button
          type="button"
          className={styles.mark}
          aria-pressed={isChecked}
          aria-label={`${name} arrived`}
          onClick={() => onCheck(!isChecked)}
        >
          <IconCheck size={24} stroke={2} aria-hidden="true" />
        </button>
      )}
    </li>
  )
}

function Notes({ notes }: { notes: readonly string[] }) {
  return notes.length === 0 ? null : (
    <Text size="xs" fw={600} c="var(--amber)">
      {notes.join(' · ')}
    </Text>
  )
}

const problemWords = ({ quantity, deliveredQuantity }: CountedLine, problem: DraftProblem): string =>
  problem.problem === 'short'
    ? `${quantity} ordered, ${(deliveredQuantity ?? quantity) - problem.quantity} received`
    : problemText(problem)
