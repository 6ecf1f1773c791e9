import { Group } from '@mantine/core'
import { IconClipboardText } from '@tabler/icons-react'
import { lazy, type ReactNode, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Product } from '#domain/product.ts'
import { isWellStocked, productWords } from '#domain/product-words.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { Button } from '#src/ui/action/button.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { ChoiceList } from '#src/ui/list/choice-list.tsx'
import { useChoiceKeys } from '#src/ui/list/use-choice-keys.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import type { QuickOutcome } from './quick-add.ts'
import styles from './quick-add-form.module.css'
import { useSuggestions } from './use-suggestions.ts'

const PasteList = lazy(async () => ({ default: (await import('./paste-list.tsx')).PasteList }))

/** Reads codes and quantities in many spellings, which a page that is only read does not need. */
const loadQuickAdd = () => import('./quick-add.ts')

export type QuickAddFormProps = {
  trollyId: string
  suggest?: ((text: string) => Promise<readonly Product[]>) | undefined
  onAdded?: ((product_no: string) => void) | undefined
  /** Beside the field, where it is all of the page's header. */
  actions?: ReactNode
}

export function QuickAddForm({ trollyId, suggest, onAdded, actions }: QuickAddFormProps) {
  const device = useUserDevice()
  const navigate = useNavigate()
  const statusId = useId()
  const [text, setText] = useState('')
  const [said, setSaid] = useState<Pick<QuickOutcome, 'words' | 'added'>>()
  const [pasting, setPasting] = useState(false)
  const products = useSuggestions(text, suggest)

  const tell = (outcome: Pick<QuickOutcome, 'words' | 'added' | 'product_no'>) => {
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
      const outcome = await addTyped(device, trollyId, entered)
      if (outcome) return tell(outcome)
      navigate(`/orders/create/search-${trollyId}?q=${encodeURIComponent(entered.trim())}`)
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
    if (product)
      await loadQuickAdd()
        .then(({ addProduct }) => addProduct(device, trollyId, { product, quantity: 1 }))
        .then(tell, tellFailure)
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
    <div className={styles.form} data-screen-only>
      <SearchField
        label="Add by code, or search by name"
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
      <Group gap={0} wrap="nowrap" className={styles.actions ?? ''}>
        <Button
          variant="subtle"
          title="Paste a list"
          icon={<IconClipboardText size={20} aria-hidden="true" />}
          onClick={() => setPasting(true)}
        >
          <span className={styles.paste}>Paste a list</span>
        </Button>
        {actions}
      </Group>
      {choices.length > 0 ? (
        <div className={styles.suggestions}>
          <ChoiceList label="Suggestions" choices={choices} onChoose={choose} listbox={listbox} />
        </div>
      ) : null}
      <p
        id={statusId}
        className={styles.said}
        role="status"
        data-refused={said?.added === false || undefined}
      >
        {said?.words}
      </p>
      <Sheet open={pasting} onClose={() => setPasting(false)} title="Paste a list">
        <PasteList trollyId={trollyId} />
      </Sheet>
    </div>
  )
}
