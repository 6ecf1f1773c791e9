import { createContext, use } from 'react'
import { ButtonLink } from '#src/ui/action/button.tsx'

export type PageLink = { label: string; to: string }

/** The pages that are found from this one. */
export const PageLinksContext = createContext<readonly PageLink[]>([])

export function PageLinks() {
  return use(PageLinksContext).map(({ label, to }) => (
    <ButtonLink key={to} to={to}>
      {label}
    </ButtonLink>
  ))
}
