import { termsTexts } from '#domain/substitution-words.ts'
import type { LineView } from '#domain/trollies/line-view.ts'
import { Button } from '#src/ui/action/button.tsx'
import styles from './line-terms.module.css'

export type LineBandProps = {
  line: LineView
  name: string
  isShort: boolean
  onOpen: (product_no: string) => void
}

/** Under a line: what is agreed for it, and the way to its alternatives. */
export function LineBand({ line, name, isShort, onOpen }: LineBandProps) {
  const label = isShort ? 'See alternatives' : 'Edit'
  return (
    <div className={styles.band}>
      <p className={styles.terms}>{termsTexts(line).join(' · ')}</p>
      <Button
        variant={isShort ? 'light' : 'subtle'}
        compact
        data-screen-only
        aria-label={`${label}: ${name}`}
        onClick={() => onOpen(line.product_no)}
      >
        {label}
      </Button>
    </div>
  )
}
