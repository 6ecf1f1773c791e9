import { Skeleton } from '@mantine/core'
import { Link } from 'react-router-dom'
import { numberText } from '#domain/plain-text.ts'
import { useUser } from '#src/device/device-context.tsx'
import { ProductPicture } from '#src/ui/list/product-picture.tsx'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { pictureOf } from './department-pictures.ts'
import styles from './department-tiles.module.css'
import type { FilterChoice } from './filter-groups.ts'

export type DepartmentTilesProps = {
  /** undefined while counting, with space reserved. */
  departments: readonly FilterChoice[] | undefined
  onChoose: (department: FilterChoice) => void
}

const MEMBER_CATALOGUE = '/other/product-catalogue'

/** A wholesaler may have a hundred; the catalogue and the filters list them all. */
const MOST = 8

export function DepartmentTiles({ departments, onChoose }: DepartmentTilesProps) {
  const { acl_routes_available: allowed } = useUser()
  if (departments?.length === 0) return null
  const largest = [...(departments ?? [])].sort((a, b) => (b.count ?? 0) - (a.count ?? 0)).slice(0, MOST)
  return (
    <nav data-screen-only aria-label="Departments" aria-busy={departments === undefined}>
      <ul className={styles.tiles}>
        {departments === undefined
          ? SKELETONS.map((key) => (
              <li key={key} className={styles.waiting}>
                <Skeleton height="100%" />
              </li>
            ))
          : largest.map((department) => (
              <li key={department.value}>
                <button type="button" className={styles.tile} onClick={() => onChoose(department)}>
                  <span className={styles.picture}>
                    <ProductPicture {...pictureOf(department.label)} />
                  </span>
                  <span className={styles.name}>{department.label}</span>
                  {department.count === undefined ? null : <Hidden>{numberText(department.count)}</Hidden>}
                </button>
              </li>
            ))}
        {departments === undefined || !allowed.includes(MEMBER_CATALOGUE) ? null : (
          <li>
            <Link className={styles.tile} to={MEMBER_CATALOGUE}>
              <span className={styles.picture}>
                <ProductPicture mark="box" />
              </span>
              <span className={styles.name}>All departments</span>
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}

const SKELETONS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
