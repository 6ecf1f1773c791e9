import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { ProductSuggestion } from '#contract/product-suggestions.ts'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { focusRow } from '#src/ui/list/row-focus.ts'
import { useChoiceKeys } from '#src/ui/list/use-choice-keys.ts'
import { TEXT_LENGTH_MAX } from './request/search-request.ts'
import styles from './search-box.module.css'
import { SuggestionList, suggestionValue } from './suggestions/suggestion-list.tsx'
import { type SuggestingFor, useSuggestions } from './suggestions/use-suggestions.ts'

export type SearchBoxProps = {
  text: string
  onType: (text: string) => void
  onEnter: (text: string) => void
  /** A term is typed by the box itself. */
  onSuggestion: (suggestion: ProductSuggestion) => void
  suggestingFor: SuggestingFor
  field: RefObject<HTMLInputElement | null>
  rows: RefObject<HTMLElement | null>
  autoFocus: boolean
}

export function SearchBox(props: SearchBoxProps) {
  const { text, onType, onEnter, onSuggestion, suggestingFor, field, rows, autoFocus } = props
  // From the first letter until something is chosen, entered or left.
  const [isTyping, setTyping] = useState(false)
  const suggested = useSuggestions(text, { ...suggestingFor, isWanted: isTyping })
  // The products lie right under the line.
  const suggestions = [...suggested].sort((a, b) => ORDER[a.kind] - ORDER[b.kind])
  const isOpen = suggestions.length > 0
  const choose = (suggestion: ProductSuggestion): void => {
    setTyping(false)
    if (suggestion.kind === 'term') onType(suggestion.text)
    else onSuggestion(suggestion)
  }
  const {
    listbox,
    suggestions: combobox,
    onKeyDown,
  } = useChoiceKeys(
    suggestions.map((suggestion) => ({ value: suggestionValue(suggestion) })),
    (value) => {
      const chosen = suggestions.find((suggestion) => suggestionValue(suggestion) === value)
      if (chosen) choose(chosen)
    },
  )
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    onKeyDown(event)
    if (event.defaultPrevented) return
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      setTyping(false)
    } else if (event.key === 'ArrowDown') {
      const first = rows.current?.querySelector('[data-row="0"]')
      if (!first) return
      event.preventDefault()
      focusRow(first)
    }
  }
  return (
    <div className={styles.box}>
      <SearchField
        label="Search products"
        placeholder="Name or code"
        value={text}
        onChange={(next) => {
          setTyping(true)
          onType(next.slice(0, TEXT_LENGTH_MAX))
        }}
        onSubmit={(entered) => {
          setTyping(false)
          onEnter(entered)
        }}
        onKeyDown={press}
        onBlur={() => setTyping(false)}
        suggestions={{ ...combobox, expanded: isOpen }}
        autoFocus={autoFocus}
        ref={field}
      />
      {isOpen ? <SuggestionList suggestions={suggestions} listbox={listbox} onChoose={choose} /> : null}
    </div>
  )
}

const ORDER = { term: 0, category: 1, product: 2 }
