import { createContext } from 'react'

/** What the tab is called on a page with this heading. */
export const PageTitleContext = createContext((heading: string): string => `${heading} · Trolly`)
