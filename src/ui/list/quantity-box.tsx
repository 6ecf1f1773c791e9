import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type SyntheticEvent, useId } from 'react'
import { playOnce, rollFrom } from '#src/ui/motion.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { announce } from '#src/ui/status/announcer.tsx'
import styles from './quantity-box.module.css'
import { type QuantityHandler, useQuantityEntry } from './use-quantity-entry.ts'

export type QuantityBoxProps = {
  /** What it counts, for screen readers: "Quantity of Chopped tomatoes". */
  name: string
  /** The quantity as the owner knows it; 0 is none. */
  value: number
  onChange: QuantityHandler
  /** Smallest quantity above zero. */
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
  disabled?: boolean | undefined
  /** Set by a list, which lets Tab into one row only. */
  tabIndex?: number | undefined
}

/** Enough for any quantity and for seeing what was pasted by mistake: cut off shorter, it could pass for a quantity. */
const MAX_TYPED = 40

/**
 * − and + around a number that can be typed. A tap shows at once and is handed on at once; typed digits are handed on by
 * Enter, by leaving the box, and when the page is hidden. A number that cannot be is shown and said, never handed on.
 * Inside a list, Enter and the arrows go on to the list, which moves to the next row; letters go on to the page's shortcuts.
 */
export const QuantityBox = memo(function QuantityBox({
  name,
  value,
  onChange,
  min = 1,
  max = 9999,
  step = 1,
  disabled,
  tabIndex,
}: QuantityBoxProps) {
  const onLost = (problem: string) =>
    notifications.show({
      message: `Quantity of ${name} not changed. ${problem}.`,
      statusColor: 'warning',
      showInProduction: true,
    })
  const entry = useQuantityEntry({ value, onChange, onLost, min, max, step })
  const problemId = useId()

  function press(direction: 1 | -1, { currentTarget }: SyntheticEvent) {
    playOnce(currentTarget.closest('fieldset')?.querySelector('input'), rollFrom(direction))
    announce(`${entry.step(direction)} of ${name}`)
  }

  function onKeyDown(event: KeyboardEvent) {
    const isTyping = entry.problem !== undefined || entry.shown !== String(entry.standing || '')
    if (event.key === 'Enter' || event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      // A number that cannot be keeps the focus: the list moves on only from keys that were not dealt with.
      if (!entry.commit()) event.preventDefault()
    } else if (event.key === 'Escape' && isTyping) {
      event.stopPropagation()
      entry.revert()
    } else if (event.key === 'z' && (event.ctrlKey || event.metaKey) && isTyping) {
      event.stopPropagation()
    } else if (event.key === '+' || event.key === '-') {
      event.preventDefault()
      press(event.key === '+' ? 1 : -1, event)
    }
  }

  return (
    <fieldset
      className={styles.box}
      aria-label={`Quantity of ${name}`}
      data-chosen={entry.standing > 0 || undefined}
      data-invalid={entry.problem ? true : undefined}
      data-disabled={disabled || undefined}
    >
      <button
        type="button"
        className={styles.step}
        aria-label={`One less of ${name}`}
        aria-disabled={disabled || entry.standing === 0 || undefined}
        tabIndex={tabIndex}
        onClick={(event) => !disabled && entry.standing > 0 && press(-1, event)}
      >
        <IconMinus size={18} stroke={2} aria-hidden="true" />
      </button>
      <input
        className={styles.input}
        type="text"
        inputMode="numeric"
        enterKeyHint="next"
        autoComplete="off"
        placeholder="0"
        maxLength={MAX_TYPED}
        aria-label={`Quantity of ${name}`}
        aria-invalid={entry.problem ? true : undefined}
        aria-describedby={entry.problem ? problemId : undefined}
        data-row-target="quantity"
        data-long={entry.shown.length > 4 || undefined}
        disabled={disabled}
        tabIndex={tabIndex}
        value={entry.shown}
        onChange={(event) => entry.type(event.target.value)}
        ref={watchKeys}
        onFocus={(event) => event.target.select()}
        onBlur={() => entry.commit()}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        className={styles.step}
        aria-label={`One more of ${name}`}
        aria-disabled={disabled || entry.standing >= max || undefined}
        tabIndex={tabIndex}
        onClick={(event) => !disabled && entry.standing < max && press(1, event)}
      >
        <IconPlus size={18} stroke={2} aria-hidden="true" />
      </button>
      {entry.problem ? (
        <span className={styles.problem} id={problemId} role="alert">
          {entry.problem}
        </span>
      ) : null}
    </fieldset>
  )
})

/** React's own onBeforeInput is made from other events, and does not come everywhere. */
const watchKeys = (input: HTMLInputElement) => {
  input.addEventListener('beforeinput', refuseKeys)
  return () => input.removeEventListener('beforeinput', refuseKeys)
}

/**
 * A single letter or `/` is a shortcut and no part of a number. Signs that could be, such as a point, are kept and judged:
 * without its point 1.5 would become 15. Text that comes as a whole (pasted, dictated) is shown as it is.
 */
function refuseKeys(event: InputEvent): void {
  if (/^[\p{L}/?]$/u.test(event.data ?? '')) event.preventDefault()
}
