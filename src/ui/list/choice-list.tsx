import { IconCheck } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './choice-list.module.css'

export type Choice = {
  value: string
  label: string
  detail?: ReactNode
  /** At the right: a count, a time, a badge. */
  aside?: ReactNode
  /** Cannot be chosen; say why in `detail`. */
  disabled?: boolean | undefined
}

export type ChoiceListProps = {
  /** What is chosen: "Delivery day". */
  label: string
  choices: readonly Choice[]
  value?: string | undefined
  onChoose: (value: string) => void
}

/** Things of which one is picked by a press: an account, a delivery day, an address. Arrows move between them. */
export function ChoiceList({ label, choices, value, onChoose }: ChoiceListProps) {
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
          <span className={styles.words}>
            <span className={styles.label}>{choice.label}</span>
            {choice.detail ? <span className={styles.detail}>{choice.detail}</span> : null}
          </span>
          {choice.aside ? <span className={styles.aside}>{choice.aside}</span> : null}
          {choice.value === value ? (
            <IconCheck className={styles.check} size={20} stroke={2} aria-hidden="true" />
          ) : null}
        </button>
      ))}
    </fieldset>
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
