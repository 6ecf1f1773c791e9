import type { NameOf } from '#domain/operations/words.ts'
import { namesApart } from '#domain/product-words.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'

/** Its number if this device does not know the product. */
export const nameIn = ({ rows }: OpenTrolly): NameOf => {
  const names = namesApart(rows.flatMap(({ product }) => product ?? []))
  const before = new Map(rows.map(({ line }) => [line.product_no, line.knownAs]))
  return (product_no) => names.get(product_no) ?? before.get(product_no) ?? product_no
}
