import type { Product } from '#domain/product.ts'
import { namesApart } from '#domain/product-words.ts'
import { parOn } from '#domain/templates/pars.ts'
import type { TemplateItem } from '#domain/templates/template.ts'
import type { CountEntry } from './count.ts'
import { quantityMissing } from './quantity.ts'

export type CountLine = {
  product_no: string
  name: string
  product: Product | undefined
  /** '' for none. */
  shelf: string
  par: number | null
  lastQuantity: number | null
  /** undefined: not reached yet. */
  entry: CountEntry | undefined
  inTrolly: number
  order: number
}

export type CountLineParts = {
  /** In shelf order. */
  items: readonly TemplateItem[]
  products: ReadonlyMap<string, Product>
  entries: readonly CountEntry[]
  deliveryDay: string | null
  /** Quantities by product number. */
  inTrolly: ReadonlyMap<string, number>
}

/** The lines of a count in the order in which one walks along the shelves. */
export const countLines = ({
  items,
  products,
  entries,
  deliveryDay,
  inTrolly,
}: CountLineParts): CountLine[] => {
  const names = namesApart([...products.values()])
  const entered = new Map(entries.map((entry) => [entry.product_no, entry]))
  return shelfByShelf(items).map((item) => {
    const { product_no, lastQuantity } = item
    const par = parOn(item, deliveryDay)
    const entry = entered.get(product_no)
    const present = inTrolly.get(product_no) ?? 0
    return {
      product_no,
      name: names.get(product_no) ?? `Product ${product_no}`,
      product: products.get(product_no),
      shelf: item.shelf ?? '',
      par,
      lastQuantity,
      entry,
      inTrolly: present,
      order: quantityMissing({ par, halves: entry?.halves ?? null, inTrolly: present }),
    }
  })
}

/** Shelves in the order of their first products, each with all of its products. */
export const shelfByShelf = <Item extends Pick<TemplateItem, 'shelf'>>(items: readonly Item[]): Item[] => {
  const shelves = new Map<string, Item[]>()
  for (const item of items) {
    const shelf = item.shelf ?? ''
    const known = shelves.get(shelf)
    if (known) known.push(item)
    else shelves.set(shelf, [item])
  }
  return [...shelves.values()].flat()
}

/** Where to go on: the first line without an entry; undefined if there is none. */
export const nextLineOf = (lines: readonly CountLine[]): number | undefined => {
  const at = lines.findIndex(({ entry }) => entry === undefined)
  return at === -1 ? undefined : at
}
