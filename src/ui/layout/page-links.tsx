import { createContext, use } from 'react'
import { ButtonLink } from '#src/ui/action/button.tsx'
import styles from './page-links.module.css'

export type PageLink = { label: string; to: string }

/** The pages that are found from this one. */
export const PageLinksContext = createContext<readonly PageLink[]>([])

/** For a desk whose drawer is collapsed to icons. The wide one lists them, and a phone has them under "More". */
export function PageLinks() {
  return (
    <div className={styles.links}>
      {use(PageLinksContext).map(({ label, to }) => (
        <ButtonLink key={to} to={to}>
          {label}
        </ButtonLink>
      ))}
    </div>
  )
}
