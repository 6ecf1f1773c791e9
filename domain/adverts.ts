/** A wholesaler's advert: a banner on home and search that leads to its products. Days are London's; null: no limit. */
export type Advert = {
  code: string
  title: string
  text: string
  firstDay: string | null
  lastDay: string | null
  product_nos: string[]
}

export const isShownOn = (
  { firstDay, lastDay }: Pick<Advert, 'firstDay' | 'lastDay'>,
  day: string,
): boolean => (firstDay ?? day) <= day && day <= (lastDay ?? day)
