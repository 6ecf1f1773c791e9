import type { Product } from '#domain/product.ts'
import { DepartmentTiles } from './department-tiles.tsx'
import type { FilterChoice } from './filter-groups.ts'
import type { ProductRowsFor } from './result-rows.tsx'
import styles from './search-start.module.css'
import { UsualProducts } from './usual-products.tsx'

export type SearchStartProps = ProductRowsFor & {
  usual: readonly Product[]
  departments: readonly FilterChoice[] | undefined
  onDepartment: (department: FilterChoice) => void
  /** Of the usual products; undefined: all. */
  atFirst: number | undefined
}

/** Before anything is typed: the departments, and what this customer usually buys. All products follow. */
export function SearchStart({ usual, departments, onDepartment, ...rows }: SearchStartProps) {
  return (
    <>
      <DepartmentTiles departments={departments} onChoose={onDepartment} />
      {usual.length === 0 ? null : (
        <>
          <h2 className={styles.heading}>You usually buy</h2>
          <UsualProducts {...rows} products={usual} />
        </>
      )}
      <h2 className={styles.heading}>All products</h2>
    </>
  )
}
