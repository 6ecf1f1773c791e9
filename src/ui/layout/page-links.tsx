import { createContext, type FocusEvent, use } from 'react'
import { ButtonLink } from '#src/ui/action/button.tsx'
import styles from './page-links.module.css'

export type PageLink = { label: string; to: string }

/** The pages that are found from this one. */
export const PageLinksContext = createContext<readonly PageLink[]>([])

/** Among a page's actions; a phone shows them on a line of their own that scrolls sideways. */
export function PageLinks() {
  return (
    <div className={styles.links}>
      {use(PageLinksContext).map(({ label, to }) => (
        <ButtonLink key={to} to={to} onFocus={showWhole}>
          {label}
        </ButtonLink>
      ))}
    </div>
  )
}

/** Browsers do not scroll to a focused link that is already partly visible. */
const showWhole = ({ target }: FocusEvent): void =>
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
