import type { NameOf } from '#domain/operations/words.ts'
import type { OpenTrolly } from '#src/store/open-trolly.ts'

/** What a product of this trolly is called; its number, where this device knows no more. */
export const nameIn = ({ rows }: OpenTrolly): NameOf => {
  const names = new Map(
    rows.flatMap(({ line, product }) => (product ? [[line.product_no, product.name]] : [])),
  )
  return (product_no) => names.get(product_no) ?? product_no
}
