import type { ReactNode } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { countWords } from './list-screen.tsx'
import styles from './selection-bar.module.css'

export type BulkAction<Row> = {
  label: string
  icon?: ReactNode
  onRun: (rows: readonly Row[]) => unknown
}

type SelectionBarProps<Row> = {
  rows: readonly Row[]
  noun: readonly [string, string]
  actions: readonly BulkAction<Row>[]
  onClear: () => void
}

export function SelectionBar<Row>({ rows, noun, actions, onClear }: SelectionBarProps<Row>) {
  return (
    <fieldset className={styles.bar} aria-label="Selected rows">
      <p className={styles.words} role="status">
        {countWords(rows.length, noun)} selected
      </p>
      {actions.map(({ label, icon, onRun }) => (
        <Button
          key={label}
          compact
          icon={icon}
          onClick={async () => {
            await onRun(rows)
            onClear()
          }}
        >
          {label}
        </Button>
      ))}
      <Button variant="subtle" compact onClick={onClear}>
        Clear selection
      </Button>
    </fieldset>
  )
}
