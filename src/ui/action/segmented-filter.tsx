import { useId } from 'react'
import styles from './segmented-filter.module.css'

export type SegmentedFilterProps<Value extends string> = {
  /** What is chosen, for screen readers: "Show orders". */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Two to four choices of which one is on. Arrow keys move, as in any group of radio buttons. */
export function SegmentedFilter<Value extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedFilterProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.filter} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
