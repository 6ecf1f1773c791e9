import { IconCategory, IconPackage, IconSearch } from '@tabler/icons-react'
import type { ProductSuggestion } from '#contract/product-suggestions.ts'
import { optionId } from '#src/ui/list/use-choice-keys.ts'
import styles from './suggestion-list.module.css'

export const suggestionValue = ({ kind, text, product_no }: ProductSuggestion): string =>
  `${kind} ${product_no ?? text}`

type SuggestionListProps = {
  suggestions: readonly ProductSuggestion[]
  listbox: { id: string; activeValue: string | undefined }
  onChoose: (suggestion: ProductSuggestion) => void
}

/**
 * The options of the field's combobox: a line of chips under the field, over the line of filters on a phone and of the count
 * on a desk, so that it neither moves nor covers what was found.
 */
export function SuggestionList({ suggestions, listbox, onChoose }: SuggestionListProps) {
  return (
    <div
      id={listbox.id}
      role="listbox"
      aria-label="Suggestions"
      className={styles.list}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.map((suggestion) => {
        const { kind, text, detail } = suggestion
        const value = suggestionValue(suggestion)
        const { Icon, said } = KINDS[kind]
        return (
          <button
            key={value}
            id={optionId(listbox.id, value)}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={value === listbox.activeValue}
            className={styles.option}
            onClick={() => onChoose(suggestion)}
          >
            <span className={styles.words} data-kind={kind}>
              <Icon className={styles.icon} size={18} stroke={1.75} aria-hidden="true" />
              <span className={styles.text}>{text}</span>
              {said === undefined ? null : <span className={styles.kind}> {said}</span>}
              {detail === undefined ? null : <span className={styles.detail}> {detail}</span>}
            </span>
          </button>
        )
      })}
    </div>
  )
}

const KINDS = {
  term: { Icon: IconSearch, said: undefined },
  category: { Icon: IconCategory, said: 'Category' },
  product: { Icon: IconPackage, said: undefined },
} as const
