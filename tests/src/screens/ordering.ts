import type { Adverts } from '#contract/product-search.ts'
import type { Product } from '#domain/product.ts'
import type { TrollyHead } from '#domain/trolly.ts'
import { keepChoice } from '#src/store/choice.ts'
import { storeAdverts } from '#src/store/products/search-inputs.ts'
import type { StoredLine } from '#src/store/user-database.ts'
import { putList } from '#tests/src/features/search/list-on-device.ts'
import { aCustomer, aProduct, type TestDevice } from '#tests/support/signed-in.tsx'

/** A product of the account's list, at £10. */
export const aListed = (parts: Partial<Product> = {}): Product => ({
  ...aProduct({ pack: '' }),
  pricePence: 1_000,
  ...parts,
})

/** A line as the server last gave it, added at £10. */
export const aLine = (head: TrollyHead, product_no: string, parts: Partial<StoredLine> = {}): StoredLine => ({
  trollyId: head.id,
  product_no,
  quantity: 1,
  version: 1,
  removed: false,
  seenPricePence: 1_000,
  addedAt: '2026-11-20T09:00:00.000Z',
  ...parts,
})

/** The device of a user who has chosen an account and a trolly. Without `list` there is no product list on it. */
export const putOrdering = async (
  { user: { database } }: TestDevice,
  head: TrollyHead,
  parts: {
    list: readonly Product[]
    lines?: readonly StoredLine[]
    customer?: Parameters<typeof aCustomer>[0]
    through?: string | null
  },
): Promise<void> => {
  await database.trollies.put(head)
  if (parts.list.length > 0) await putList(database, parts.list, { through: parts.through ?? null })
  await database.lines.bulkPut(parts.lines ?? [])
  await keepChoice(database, {
    customer: aCustomer(parts.customer),
    deliveryDay: head.deliveryDay,
    trollyId: head.id,
  })
}

/** The code is the title of one without. */
export const putAdverts = (
  { user: { database } }: TestDevice,
  adverts: readonly (Pick<Advert, 'code' | 'product_nos'> & Partial<Advert>)[],
) =>
  storeAdverts(
    database,
    {
      cursor: 'adverts',
      adverts: adverts.map((advert) => ({
        title: advert.code,
        text: '',
        firstDay: null,
        lastDay: null,
        ...advert,
      })),
    },
    { known: undefined, now: Date.now() },
  )

type Advert = NonNullable<Adverts['adverts']>[number]
