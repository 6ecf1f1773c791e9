/** One past line of a product, of one customer. */
export type Bought = {
  /** The day of delivery: YYYY-MM-DD in Europe/London. */
  day: string
  quantity: number
  /** Before discounts. Catch weight is priced by the kilogram. */
  unitPricePence: number
}

export const BOUGHT_MONTHS = 24
export const BOUGHT_MAX = 200

export type PaidPrice = { unitPricePence: number; from: string }

/** @param bought the latest first. @returns the prices paid, the latest first, each from the first day that it was paid */
export const pricesPaid = (bought: readonly Bought[]): PaidPrice[] => {
  const prices: PaidPrice[] = []
  for (const { day, unitPricePence } of bought) {
    const later = prices.at(-1)
    if (later?.unitPricePence === unitPricePence) later.from = day
    else prices.push({ unitPricePence, from: day })
  }
  return prices
}
