import { useState } from 'react'
import type { Product } from '#domain/product.ts'
import { useSuggestions } from '#src/features/trolly/quick-add/use-suggestions.ts'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { ChoiceList } from '#src/ui/list/choice-list.tsx'
import { useChoiceKeys } from '#src/ui/list/use-choice-keys.ts'
import { choiceOf } from './said-line-row.tsx'
import styles from './said-order.module.css'

export type OtherProductProps = {
  /** The line as written. */
  text: string
  suggest: ((text: string) => Promise<readonly Product[]>) | undefined
  onChoose: (product: Product) => void
}

/** Any product of the list, where none of those offered is right. */
export function OtherProduct({ text, suggest, onChoose }: OtherProductProps) {
  const [typed, setTyped] = useState('')
  const found = useSuggestions(typed, suggest)
  const choices = found.map(choiceOf)
  const choose = (product_no: string) => {
    const product = found.find((each) => each.product_no === product_no)
    if (product) onChoose(product)
  }
  const { listbox, suggestions, onKeyDown } = useChoiceKeys(choices, choose)
  return (
    <div className={styles.search}>
      <SearchField
        label={`Search for another product for “${text}”`}
        placeholder="Search for another"
        value={typed}
        onChange={setTyped}
        suggestions={{ ...suggestions, expanded: choices.length > 0 }}
        onKeyDown={onKeyDown}
      />
      {choices.length > 0 ? (
        <ChoiceList label="Suggestions" choices={choices} onChoose={choose} listbox={listbox} />
      ) : null}
    </div>
  )
}
