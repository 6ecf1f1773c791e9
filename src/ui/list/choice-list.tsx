import { IconCheck } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './choice-list.module.css'
import { optionId } from './use-choice-keys.ts'

export type Choice = {
  value: string
  label: string
  detail?: ReactNode
  aside?: ReactNode
  /** Say why in `detail`. */
  disabled?: boolean | undefined
}

export type ChoiceListProps = {
  label: string
  choices: readonly Choice[]
  value?: string | undefined
  onChoose: (value: string) => void
  /** For a field above the list that keeps the focus: see `useChoiceKeys`. */
  listbox?: { id: string; activeValue: string | undefined } | undefined
}

/** The options of a combobox: the focus stays in the field, and `aria-activedescendant` names the active one. */
export function ChoiceList({ label, choices, value, onChoose, listbox }: ChoiceListProps) {
  const options = choices.map((choice) => {
    const isChosen = choice.value === value
    const role = listbox
      ? {
          id: optionId(listbox.id, choice.value),
          role: 'option',
          tabIndex: -1,
          'aria-selected': isChosen,
          'data-active': choice.value === listbox.activeValue || undefined,
        }
      : { 'aria-pressed': isChosen }
    return (
      <button
        key={choice.value}
        type="button"
        className={styles.choice}
        {...role}
        aria-disabled={choice.disabled || undefined}
        onClick={() => !choice.disabled && onChoose(choice.value)}
      >
        <Words choice={choice} isChosen={isChosen} />
      </button>
    )
  })
  return listbox ? (
    <div id={listbox.id} role="listbox" aria-label={label}>
      {options}
    </div>
  ) : (
    <fieldset aria-label={label} onKeyDown={moveByArrows}>
      {options}
    </fieldset>
  )
}

function Words({ choice: { label, detail, aside }, isChosen }: { choice: Choice; isChosen: boolean }) {
  return (
    <>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {detail ? <span className={styles.detail}>{detail}</span> : null}
      </span>
      {aside ? <span className={styles.aside}>{aside}</span> : null}
      {isChosen ? <IconCheck className={styles.check} size={20} stroke={2} aria-hidden="true" /> : null}
    </>
  )
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
