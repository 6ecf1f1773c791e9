/** An element of a list that is known to have it. */
export const itemOf = <T>(all: readonly T[], index: number): T => {
  const item = all[index]
  if (item === undefined) throw new Error(`There is no item ${index} of ${all.length}.`)
  return item
}

export const firstOf = <T>(all: readonly T[]): T => itemOf(all, 0)
