import { Link } from 'react-router-dom'
import { numberText } from '#domain/plain-text.ts'
import type { Level } from '#search/public-filters.ts'
import { pictureOf } from '#src/features/search/filters/department-pictures.ts'
import { ChipLink, ChipNav } from '#src/ui/action/chip.tsx'
import { ProductPicture } from '#src/ui/list/product-picture.tsx'
import styles from './level-tiles.module.css'

export type LevelChoice = { label: string; count: number | undefined; to: string }

type LevelTilesProps = { level: Level; choices: readonly LevelChoice[]; withDrawings: boolean }

const LABELS: Record<Level, string> = { department: 'Departments', group: 'Groups', category: 'Categories' }

/** Where a catalogue's page leads, with the number of products there. */
export function LevelTiles({ level, choices, withDrawings }: LevelTilesProps) {
  if (choices.length === 0) return null
  if (!withDrawings)
    return (
      <ChipNav label={LABELS[level]}>
        {choices.map(({ label, count, to }) => (
          <ChipLink key={label} to={to} count={count === undefined ? undefined : numberText(count)}>
            {label}
          </ChipLink>
        ))}
      </ChipNav>
    )
  return (
    <nav aria-label={LABELS[level]} data-screen-only>
      <ul className={styles.tiles}>
        {choices.map(({ label, count, to }) => (
          <li key={label} className={styles.tile}>
            <span className={styles.picture}>
              <ProductPicture {...pictureOf(label)} />
            </span>
            <span className={styles.words}>
              <Link className={styles.link} to={to}>
                {label}
              </Link>
              {count === undefined ? null : (
                <span className={styles.count}>{`${numberText(count)} products`}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </nav>
  )
}
