import type { NameOf } from '#domain/operations/words.ts'
import { namesApart } from '#domain/product-words.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'

/** Its number if this device does not know the product. */
export const nameIn = ({ rows, products }: Pick<OpenTrolly, 'rows' | 'products'>): NameOf => {
  let names: Map<string, string> | undefined
  return (product_no) => {
    // A trolly's page asks only if something is wrong with a line.
    names ??= namesApart([...products.values()])
    const knownAs = () => rows.find(({ line }) => line.product_no === product_no)?.line.knownAs
    return names.get(product_no) ?? knownAs() ?? product_no
  }
}
