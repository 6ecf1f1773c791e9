import { Link } from 'react-router-dom'
import { LEVELS, type Level } from '#search/public-filters.ts'
import styles from './catalogue-path.module.css'

export type CataloguePathProps = {
  filters: Partial<Record<Level, string | undefined>>
  pathOf: (place: Partial<Record<Level, string>>) => string
  /** The page's own name, if it is no level itself. */
  last?: string
}

/** Where the page is: "Catalogue › Dairy › Cheese". Nothing at its start. */
export function CataloguePath({ filters, pathOf, last }: CataloguePathProps) {
  const above: { label: string; to: string }[] = [{ label: 'Catalogue', to: pathOf({}) }]
  const within: Partial<Record<Level, string>> = {}
  for (const level of LEVELS) {
    const value = filters[level]
    if (value === undefined || value === '') continue
    within[level] = value
    above.push({ label: value, to: pathOf({ ...within }) })
  }
  const current = last ?? above.pop()?.label
  if (above.length === 0) return null
  return (
    <nav className={styles.path} aria-label="Catalogue path" data-screen-only>
      <ol>
        {above.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  )
}
