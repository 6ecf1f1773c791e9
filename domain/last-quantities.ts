/** How many of each product were last ordered. @param orders the last placed first */
export const lastQuantitiesOf = (
  orders: readonly { lines: readonly { product_no: string; quantity: number }[] }[],
): ReadonlyMap<string, number> =>
  new Map(
    orders
      .toReversed()
      .flatMap(({ lines }) =>
        lines.map(({ product_no, quantity }): [string, number] => [product_no, quantity]),
      ),
  )
