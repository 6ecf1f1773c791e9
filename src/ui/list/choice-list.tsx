import { IconCheck } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './choice-list.module.css'

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

export function ChoiceList({ label, choices, value, onChoose, listbox }: ChoiceListProps) {
  if (listbox) return <Options {...{ label, choices, value, onChoose }} {...listbox} />
  return (
    <fieldset className={styles.list} aria-label={label} onKeyDown={moveByArrows}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className={styles.choice}
          aria-pressed={choice.value === value}
          aria-disabled={choice.disabled || undefined}
          onClick={() => !choice.disabled && onChoose(choice.value)}
        >
          <Words choice={choice} isChosen={choice.value === value} />
        </button>
      ))}
    </fieldset>
  )
}

type OptionsProps = Omit<ChoiceListProps, 'listbox'> & NonNullable<ChoiceListProps['listbox']>

/** As a combobox's options: the focus stays in the field, `aria-activedescendant` names the active one. */
function Options({ label, choices, value, onChoose, id, activeValue }: OptionsProps) {
  return (
    <div className={styles.list} id={id} role="listbox" aria-label={label}>
      {choices.map((choice) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys
        <div
          key={choice.value}
          id={optionId(id, choice.value)}
          className={styles.choice}
          role="option"
          tabIndex={-1}
          aria-selected={choice.value === value}
          aria-disabled={choice.disabled || undefined}
          data-active={choice.value === activeValue || undefined}
          onClick={() => !choice.disabled && onChoose(choice.value)}
        >
          <Words choice={choice} isChosen={choice.value === value} />
        </div>
      ))}
    </div>
  )
}

export const optionId = (listId: string, value: string): string => `${listId}-${value}`

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
