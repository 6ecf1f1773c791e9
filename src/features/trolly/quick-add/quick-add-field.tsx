import { Group } from '@mantine/core'
import { IconClipboardText } from '@tabler/icons-react'
import { lazy, type ReactNode, useState } from 'react'
import type { Product } from '#domain/product.ts'
import { isWellStocked, productWords } from '#domain/product-words.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { Button } from '#src/ui/action/button.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { useChoiceKeys } from '#src/ui/list/use-choice-keys.ts'
import { Late } from '#src/ui/surface/late.tsx'
import type { QuickAddTarget } from './quick-add.ts'
import styles from './quick-add-field.module.css'
import { useSuggestions } from './use-suggestions.ts'

/** Nothing is suggested before the first letter. */
const ChoiceList = lazy(async () => ({ default: (await import('#src/ui/list/choice-list.tsx')).ChoiceList }))

/** Reads codes and quantities in many spellings, which a page that is only read does not need. */
const loadQuickAdd = () => import('./quick-add.ts')

/** Several lines, or a message of several parts: the field would run them together. */
const LIST = /\n|,.*,|.{80}/s

export type QuickAddFieldProps = {
  target: QuickAddTarget
  label: string
  suggest?: ((text: string) => Promise<readonly Product[]>) | undefined
  /** Enter on a name that was not chosen from the suggestions. @returns what to say, if the page stays */
  onName: (name: string) => string | undefined | Promise<string>
  /** Brings the product's row into view, which then says that it was added. */
  onAdded?: ((product_no: string) => void) | undefined
  onPaste: () => void
  /** Several lines were pasted into the field itself. */
  onList?: ((list: string) => void) | undefined
  /** These stand beside the field, which on a phone is the page's whole header. */
  actions?: ReactNode
}

/** One product by code, with its quantity, or by name from the suggestions. */
export function QuickAddField(props: QuickAddFieldProps) {
  const { target, label, suggest, onName, onAdded, onPaste, onList, actions } = props
  const device = useUserDevice()
  const [text, setText] = useState('')
  const [said, setSaid] = useState<{ words: string; added: boolean }>()
  const products = useSuggestions(text, suggest)

  const tell = (outcome: { words: string; added: boolean; product_no?: string }) => {
    setSaid(outcome)
    // An invalid quantity or unknown code stays to be fixed.
    if (!outcome.added) return
    setText('')
    if (outcome.product_no !== undefined) onAdded?.(outcome.product_no)
  }
  const submit = async (entered: string) => {
    if (entered.trim() === '') return
    try {
      const { addTyped } = await loadQuickAdd()
      const outcome = await addTyped(device, target, entered)
      if (outcome) return tell(outcome)
      const words = await onName(entered.trim())
      if (words !== undefined) tell({ words, added: false })
    } catch (error) {
      tellFailure(error)
    }
  }
  const tellFailure = (error: unknown) => {
    setSaid({ words: 'Not added. Try again.', added: false })
    showFailure(error)
  }
  const choose = async (product_no: string) => {
    const product = products.find((each) => each.product_no === product_no)
    if (product) await target.add({ product }).then(tell, tellFailure)
  }
  const choices = products.map((product) => {
    const { name, brand, pack, code, priceText, badges } = productWords(product, true)
    const stock = isWellStocked(product) ? undefined : badges[0]?.label
    return {
      value: product.product_no,
      label: name,
      detail: [brand, pack, code, stock].filter(Boolean).join(' · '),
      aside: priceText,
    }
  })
  const { listbox, suggestions, onKeyDown } = useChoiceKeys(choices, choose)

  return (
    <div
      className={styles.form}
      data-screen-only
      onPaste={(event) => {
        const list = event.clipboardData.getData('text').trim()
        if (!onList || !LIST.test(list)) return
        event.preventDefault()
        onList(list)
      }}
    >
      <SearchField
        label={label}
        placeholder="Name or code"
        value={text}
        onChange={(typed) => {
          setText(typed)
          if (said?.added === false) setSaid(undefined)
        }}
        onSubmit={submit}
        suggestions={{ ...suggestions, expanded: choices.length > 0 }}
        onKeyDown={onKeyDown}
      />
      <Group gap={0} className={styles.actions ?? ''}>
        <Button
          variant="subtle"
          title="Paste a list"
          icon={<IconClipboardText size={20} aria-hidden="true" />}
          onClick={onPaste}
        >
          <span className={styles.paste}>Paste a list</span>
        </Button>
        {actions}
      </Group>
      {choices.length > 0 ? (
        <div className={styles.suggestions}>
          <Late waiting={null}>
            <ChoiceList label="Suggestions" choices={choices} onChoose={choose} listbox={listbox} />
          </Late>
        </div>
      ) : null}
      <p
        className={styles.said}
        role="status"
        data-refused={said?.added === false || undefined}
        data-row-says={onAdded !== undefined || undefined}
      >
        {said?.words}
      </p>
    </div>
  )
}
