import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import type { adverts } from '#server/db/schema/adverts.ts'
import type { DemoProduct } from './products.ts'

/** Two of today and one to come. @param made the best-selling first */
export const makeAdverts = (made: readonly DemoProduct[], now: Date): (typeof adverts.$inferInsert)[] => {
  const today = londonDayOf(now)
  const priced = made.filter(({ basePence }) => basePence !== null).map(({ row }) => row)
  return ADVERTS.flatMap(({ categories, days: [from, to], ...advert }, position) => {
    const product_nos = categories.flatMap((category) =>
      priced
        .filter((row) => row.category === category)
        .slice(0, OF_EACH)
        .map(({ product_no }) => product_no),
    )
    const firstDay = dayPlus(today, from)
    const lastDay = to === null ? null : dayPlus(today, to)
    return product_nos.length === 0 ? [] : [{ ...advert, position, firstDay, lastDay, product_nos }]
  })
}

const OF_EACH = 2

type DemoAdvert = {
  code: string
  title: string
  text: string
  /** Its best-selling products are advertised. */
  categories: readonly string[]
  /** Counted from today; null: until it is ended. */
  days: readonly [first: number, last: number | null]
}

const ADVERTS: readonly DemoAdvert[] = [
  {
    code: 'full-breakfast',
    title: 'The full breakfast',
    text: 'Bacon, sausages, eggs and all that goes with them',
    categories: [
      'Bacon & Gammon',
      'Sausages',
      'Eggs',
      'Baked Beans',
      'Black Pudding & Haggis',
      'Potato Shapes',
    ],
    days: [-30, null],
  },
  {
    code: 'pudding-time',
    title: 'Puddings for a full house',
    text: 'Tarts, cakes and ice cream, ready to plate',
    categories: ['Sponges & Crumbles', 'Cheesecakes & Gateaux', 'Tarts & Pies', 'Ice Cream'],
    days: [-7, 42],
  },
  {
    code: 'behind-the-bar',
    title: 'Behind the bar',
    text: 'Mixers, juices and snacks for the weekend',
    categories: ['Mixers', 'Cola & Fizzy Drinks', 'Juice', 'Crisps', 'Nuts & Bar Snacks'],
    days: [14, 42],
  },
]
