import { SEARCH_TOTAL_MAX } from '#domain/search/match.ts'
import type { FoundForTrolly } from '#src/features/search/engine/find-for-trolly.ts'
import { Button } from '#src/ui/action/button.tsx'
import styles from './result-pager.module.css'

export type ResultPagerProps = { found: FoundForTrolly; onPage: (page: number) => void }

export function ResultPager({ found: { page, pageLength, total }, onPage }: ResultPagerProps) {
  const pages = Math.ceil(total / pageLength)
  if (pages <= 1) return null
  return (
    <nav className={styles.pager} aria-label="Product pages">
      <Button onClick={() => onPage(page - 1)} disabled={page <= 1}>
        Previous
      </Button>
      <p className={styles.words}>
        Page {page} of {pages}
        {page === pages && total >= SEARCH_TOTAL_MAX ? '. Narrow your search to see more' : ''}
      </p>
      <Button onClick={() => onPage(page + 1)} disabled={page >= pages}>
        Next
      </Button>
    </nav>
  )
}
