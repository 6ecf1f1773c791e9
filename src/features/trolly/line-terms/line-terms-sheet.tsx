import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Product } from '#domain/product.ts'
import type { Alternative, OriginalProduct } from '#domain/substitution.ts'
import { termsTexts } from '#domain/substitution-words.ts'
import { type OpenTrolly, presentRows, productNamesOf } from '#src/store/trollies/open-trolly.ts'
import { ChoiceList } from '#src/ui/list/choice-list.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { AlternativeList } from './alternative-list.tsx'
import { ConfirmSubstitute } from './confirm-substitute.tsx'
import { IfShort } from './if-short.tsx'
import { LineNote } from './line-note.tsx'
import { type FindInCategory, useAlternatives } from './use-alternatives.ts'

export type LineTermsSheetProps = {
  trolly: OpenTrolly
  /** The line, or a product that is not in the trolly; '' lists the lines; undefined: closed. */
  open: string | undefined
  /** Where the product is not in the trolly. */
  product?: Product | undefined
  onOpen: (product_no: string) => void
  onClose: () => void
  find: FindInCategory
}

/** What is agreed for a line beside its quantity: its note, and what to do if it is short. */
export function LineTermsSheet({ open, onClose, ...props }: LineTermsSheetProps) {
  const { trolly, product } = props
  const name = open && productNamesOf(trolly)(open)
  const title = open === '' ? 'Notes and substitutes' : name === open ? (product?.name ?? open) : name
  return (
    <Sheet open={open !== undefined} onClose={onClose} title={title ?? ''}>
      {open === undefined ? null : open === '' ? (
        <Lines {...props} />
      ) : (
        <OneLine key={open} product_no={open} onClose={onClose} {...props} />
      )}
    </Sheet>
  )
}

type PartProps = Omit<LineTermsSheetProps, 'open' | 'onClose'>

function Lines({ trolly, onOpen }: PartProps) {
  const nameOf = productNamesOf(trolly)
  return (
    <ChoiceList
      label="Lines"
      choices={presentRows(trolly.rows).map(({ line }) => ({
        value: line.product_no,
        label: nameOf(line.product_no),
        detail: termsTexts(line).join(' · ') || 'Nothing agreed',
      }))}
      onChoose={onOpen}
    />
  )
}

function OneLine({
  trolly,
  product_no,
  product,
  onClose,
  find,
}: PartProps & { product_no: string; onClose: () => void }) {
  const { view, rows } = trolly
  const row = presentRows(rows).find(({ line }) => line.product_no === product_no)
  const sold = row?.product ?? product ?? null
  const original: OriginalProduct | null = sold ?? row?.line.known ?? null
  const found = useAlternatives(original, view, find)
  const [chosen, setChosen] = useState<Alternative>()
  if (original && chosen)
    return (
      <ConfirmSubstitute
        trolly={view}
        original={original}
        pricePence={sold?.pricePence ?? null}
        alternative={chosen}
        isInTrolly={row !== undefined}
        isShort={sold === null || sold.stockQuantity < (row?.line.quantity ?? 1)}
        onBack={() => setChosen(undefined)}
        onDone={onClose}
      />
    )
  return (
    <Stack gap={24}>
      {row ? (
        <>
          <LineNote trolly={view} line={row.line} />
          <IfShort trolly={trolly} row={row} />
        </>
      ) : null}
      <Stack gap={8}>
        <Text fw={700}>{row ? 'Take something else' : 'Alternatives'}</Text>
        <AlternativeList
          found={found}
          pricePence={sold?.pricePence ?? null}
          chosen={row?.line.substitution}
          readOnly={view.readOnly}
          onChoose={setChosen}
        />
      </Stack>
    </Stack>
  )
}
