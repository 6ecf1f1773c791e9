import { type KeyboardEvent, memo, type SyntheticEvent, useId } from 'react'
import { OPEN, playOnce, rollFrom } from '#src/ui/motion.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { announce } from '#src/ui/status/announcer.tsx'
import styles from './quantity-box.module.css'
import icons from './row-icon.module.css'
import { type QuantityHandler, useQuantityEntry } from './use-quantity-entry.ts'

export type QuantityBoxProps = {
  name: string
  /** What the number is. */
  label?: string | undefined
  /** The owner's quantity; 0 is none. */
  value: number
  onChange: QuantityHandler
  max?: number | undefined
  /** What the first tap adds, if not one: "+ Add 4". */
  addQuantity?: number | undefined
  disabled?: boolean | undefined
  tabIndex?: number | undefined
}

/** Long enough to show a wrong paste: truncated, it could pass for a quantity. */
const MAX_TYPED = 40

/**
 * Steps are handed on at once; typed digits on Enter, on leaving the box and when the page is hidden. Invalid numbers
 * are never handed on. In a list, Enter and the arrows reach the list and letters the page's shortcuts.
 */
export const QuantityBox = memo(function QuantityBox(props: QuantityBoxProps) {
  const { name, label = 'Quantity', value, onChange, max = 9999, addQuantity, disabled, tabIndex } = props
  const onLost = (problem: string) =>
    notifications.show({
      message: `${label} of ${name} not changed. ${problem}.`,
      statusColor: 'warning',
      showInProduction: true,
    })
  const entry = useQuantityEntry({ value, max, onChange, onLost })
  const problemId = useId()

  const isAdding = addQuantity !== undefined && entry.standing === 0 && entry.shown === ''

  function press(by: number, { currentTarget }: SyntheticEvent) {
    const box = currentTarget.closest('fieldset')
    playOnce(box?.querySelector('input'), rollFrom(by > 0 ? 1 : -1))
    if (entry.standing === 0) playOnce(box?.querySelector('button'), OPEN)
    announce(`${entry.step(by)} of ${name}`)
  }

  function onKeyDown(event: KeyboardEvent) {
    const isTyping = entry.problem !== undefined || entry.shown !== String(entry.standing || '')
    if (event.key === 'Enter' || event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      // An invalid number keeps the focus: the list ignores prevented keys.
      if (entry.commit() !== undefined) event.preventDefault()
    } else if (event.key === 'Escape' && isTyping) {
      event.stopPropagation()
      entry.type(undefined)
    } else if (event.key === 'z' && (event.ctrlKey || event.metaKey) && isTyping) {
      event.stopPropagation()
    } else if (event.key === '+' || event.key === '-') {
      event.preventDefault()
      press(event.key === '+' ? 1 : -1, event)
    }
  }

  const stepButton = (word: 'less' | 'more', isEnd: boolean) => {
    const adding = word === 'more' && isAdding ? addQuantity : undefined
    return (
      <button
        type="button"
        className={`${styles.step} ${word === 'more' ? icons.plus : icons.minus}`}
        aria-label={adding === undefined ? `One ${word} of ${name}` : `Add ${adding} of ${name}`}
        aria-disabled={disabled || isEnd || undefined}
        tabIndex={tabIndex}
        onClick={(event) => !disabled && !isEnd && press(adding ?? (word === 'more' ? 1 : -1), event)}
      >
        {adding === undefined ? null : `Add ${adding}`}
      </button>
    )
  }

  return (
    <fieldset
      className={styles.box}
      aria-label={`${label} of ${name}`}
      data-chosen={entry.standing > 0 || undefined}
      data-adding={isAdding || undefined}
      data-invalid={entry.problem ? true : undefined}
    >
      {stepButton('less', entry.standing === 0)}
      <input
        className={styles.input}
        type="text"
        inputMode="numeric"
        enterKeyHint="next"
        autoComplete="off"
        placeholder="0"
        maxLength={MAX_TYPED}
        aria-label={`${label} of ${name}`}
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
      {stepButton('more', entry.standing >= max)}
      {entry.problem ? (
        <span className={styles.problem} id={problemId} role="alert">
          {entry.problem}
        </span>
      ) : null}
    </fieldset>
  )
})

/** React's own onBeforeInput is synthesised from other events and sometimes missing. */
const watchKeys = (input: HTMLInputElement) => {
  input.addEventListener('beforeinput', refuseKeys)
  return () => input.removeEventListener('beforeinput', refuseKeys)
}

/** Letters and `/` are shortcuts. A point stays, to be rejected later: without it 1.5 would become 15. */
function refuseKeys(event: InputEvent): void {
  if (/^[\p{L}/?]$/u.test(event.data ?? '')) event.preventDefault()
}
