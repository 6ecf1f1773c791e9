import { Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { numberText } from '#domain/plain-text.ts'
import { type SearchRequest, withFilter } from '#src/features/search/request/search-request.ts'
import { Button } from '#src/ui/action/button.tsx'
import styles from './filter-choices.module.css'
import type { FilterChoice, FilterGroup } from './filter-groups.ts'

export type FilterChoicesProps = {
  groups: readonly FilterGroup[]
  filters: SearchRequest['filters']
  onChange: (filters: SearchRequest['filters']) => void
}

/** Each choice shows how many products it leaves; pressing toggles it. */
export function FilterChoices({ groups, filters, onChange }: FilterChoicesProps) {
  return (
    <Stack gap={16}>
      {groups.map((group) => (
        <Group key={group.name} group={group} filters={filters} onChange={onChange} />
      ))}
    </Stack>
  )
}

type GroupProps = Omit<FilterChoicesProps, 'groups'> & { group: FilterGroup }

function Group({ group: { label, choices }, filters, onChange }: GroupProps) {
  const [all, setAll] = useState(false)
  const isOn = ({ name, value }: FilterChoice): boolean => filters[name] === value
  const shown = all ? choices : mainChoices(choices, isOn)
  const whys = new Set(choices.flatMap(({ unavailable }) => unavailable ?? []))
  return (
    <fieldset>
      <Text component="legend" size="xs" c="dimmed" fw={700} pb={4}>
        {label}
      </Text>
      {shown.map((choice) => (
        <Choice
          key={`${choice.name} ${choice.value}`}
          choice={choice}
          isOn={isOn(choice)}
          onToggle={() => onChange(withFilter(filters, choice.name, isOn(choice) ? undefined : choice.value))}
        />
      ))}
      {choices.length > MAIN_CHOICES ? (
        <Button variant="subtle" compact onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${choices.length}`}
        </Button>
      ) : null}
      {[...whys].map((why) => (
        <Text key={why} size="xs" c="dimmed">
          {why}
        </Text>
      ))}
    </fieldset>
  )
}

type ChoiceProps = { choice: FilterChoice; isOn: boolean; onToggle: () => void }

function Choice({ choice: { label, count, unavailable }, isOn, onToggle }: ChoiceProps) {
  // An active filter can always be cleared.
  const isDisabled = !isOn && unavailable !== undefined
  return (
    <button
      type="button"
      className={styles.choice}
      aria-pressed={isOn}
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onToggle()}
    >
      {isOn ? <IconCheck size={16} stroke={2} aria-hidden="true" /> : null}
      <span className={styles.name}>{label}</span>
      {count === undefined ? null : <span className={styles.count}>{numberText(count)}</span>}
    </button>
  )
}

/** A wholesaler has up to a hundred departments. */
const MAIN_CHOICES = 8

/** The choices with the most products, and the active one. */
const mainChoices = (
  choices: readonly FilterChoice[],
  isOn: (choice: FilterChoice) => boolean,
): readonly FilterChoice[] => {
  if (choices.length <= MAIN_CHOICES) return choices
  const rank = (choice: FilterChoice): number =>
    isOn(choice) ? Number.POSITIVE_INFINITY : (choice.count ?? 0)
  return [...choices].sort((a, b) => rank(b) - rank(a)).slice(0, MAIN_CHOICES)
}
