import { Chip, ChipRow } from '#src/ui/action/chip.tsx'
import styles from './filter-choices.module.css'
import type { FilterGroup } from './filter-groups.ts'
import { type SearchRequest, withFilter } from './search-request.ts'

export type FilterChoicesProps = {
  groups: readonly FilterGroup[]
  filters: SearchRequest['filters']
  onChange: (filters: SearchRequest['filters']) => void
}

/** All filters by group. A press sets one, or takes it away. */
export function FilterChoices({ groups, filters, onChange }: FilterChoicesProps) {
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <Group key={group.name} group={group} filters={filters} onChange={onChange} />
      ))}
    </div>
  )
}

function Group({
  group: { label, choices },
  filters,
  onChange,
}: Omit<FilterChoicesProps, 'groups'> & { group: FilterGroup }) {
  const why = choices.find(({ unavailable }) => unavailable)?.unavailable
  return (
    <div className={styles.group}>
      <p className={styles.label} aria-hidden="true">
        {label}
      </p>
      <ChipRow label={label}>
        {choices.map((choice) => {
          const isOn = filters[choice.name] === choice.value
          return (
            <Chip
              key={`${choice.name} ${choice.value}`}
              selected={isOn}
              // One that is on can always be taken away.
              disabled={!isOn && choice.unavailable !== undefined}
              onClick={() => onChange(withFilter(filters, choice.name, isOn ? undefined : choice.value))}
            >
              {choice.label}
            </Chip>
          )
        })}
      </ChipRow>
      {why ? <p className={styles.why}>{why}</p> : null}
    </div>
  )
}
