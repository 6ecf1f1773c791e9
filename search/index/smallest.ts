/**
 * The first `count` items in order, in a bounded heap: most of the tens of thousands cost one comparison.
 * @param copy what is kept of an offered item, which the caller may change afterwards
 */
export const createSmallest = <Item>(
  count: number,
  compare: (a: Item, b: Item) => number,
  copy: (item: Item) => Item,
) => {
  const heap: Item[] = []
  const get = (place: number): Item => heap[place] as Item
  const swap = (a: number, b: number): void => {
    const item = get(a)
    heap[a] = get(b)
    heap[b] = item
  }
  const rise = (): void => {
    let place = heap.length - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (compare(get(place), get(parent)) <= 0) return
      swap(place, parent)
      place = parent
    }
  }
  const sink = (): void => {
    let place = 0
    for (;;) {
      let largest = place
      for (const child of [2 * place + 1, 2 * place + 2])
        if (child < heap.length && compare(get(child), get(largest)) > 0) largest = child
      if (largest === place) return
      swap(place, largest)
      place = largest
    }
  }
  return {
    offer: (item: Item): void => {
      if (heap.length < count) {
        heap.push(copy(item))
        rise()
      } else if (count > 0 && compare(item, get(0)) < 0) {
        heap[0] = copy(item)
        sink()
      }
    },
    take: (): Item[] => heap.splice(0).sort(compare),
  }
}
