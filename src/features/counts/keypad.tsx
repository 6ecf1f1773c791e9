import { IconBackspace } from '@tabler/icons-react'
import styles from './keypad.module.css'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

export type KeypadProps = {
  onKey: (key: string) => void
  onBackspace: () => void
}

/** Keys for a wet thumb. They leave the focus in the field, so that a keyboard goes on typing there. */
export function Keypad({ onKey, onBackspace }: KeypadProps) {
  const key = (text: string, label?: string) => (
    <button
      key={text}
      type="button"
      className={styles.key}
      aria-label={label}
      data-quiet={label ? true : undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onKey(text)}
    >
      {text}
    </button>
  )
  return (
    <fieldset className={styles.pad} aria-label="Keypad">
      {DIGITS.map((digit) => key(digit))}
      {key('½', 'And a half')}
      {key('0')}
      <button
        type="button"
        className={styles.key}
        aria-label="Delete last digit"
        data-quiet
        onPointerDown={(event) => event.preventDefault()}
        onClick={onBackspace}
      >
        <IconBackspace size={26} stroke={1.75} aria-hidden="true" />
      </button>
    </fieldset>
  )
}
