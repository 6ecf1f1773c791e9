import { brandColours, darker, lighter, mixed } from './colours.ts'
import type { DrawnProduct } from './drawn-product.ts'
import { drawFood, type FoodName } from './foods.ts'
import { lookOf } from './looks.ts'
import { type Contents, grouped, PACKS, type PackName } from './packs.ts'
import { FLOOR, type Pen, penOf, placed } from './pen.ts'

/**
 * A made-up product as a photograph would show it, as SVG: its pack, with its brand's label and the food on or in it. No two look alike, and
 * the same product always looks the same. The background is left out, so that it stands on the tint of its storage.
 * @param across its width in pixels
 */
export const drawProduct = (product: DrawnProduct, across = 800): string => {
  const pen = penOf(product.product_no)
  const { food, colour, pack, isCase } = lookOf(product)
  const own = varied(pen, colour)
  const size = /([\d.]+ ?(?:kg|g|l|ml))$/.exec(product.pack)?.[1] ?? ''
  const piece = pieceOf(pen, food, own)
  const contents: Contents = {
    text: { brand: product.brand, name: product.name, size },
    colours: brandColours(product.brand),
    colour: own,
    piece,
    heap: heapOf(pen, piece),
  }
  const count = isCase && GROUPED.has(pack) ? pen.random.pick([2, 3, 3]) : 1
  const [scale, lift] = FRAMES[pack] ?? [1, 0]
  const drawn = grouped(pen, PACKS[pack], contents, count)
  return pen.sheet(placed(drawn, 200 * (1 - scale), FLOOR * (1 - scale) - lift, { scale }), across)
}

/** Low packs stand higher and are drawn larger, to fill the square. */
const FRAMES: Partial<Record<PackName, readonly [scale: number, lift: number]>> = {
  'tray-black': [1.16, 44],
  'tray-white': [1.16, 44],
  'tray-kraft': [1.16, 44],
  'crate-wood': [1.08, 30],
  'crate-card': [1.08, 30],
  'crate-green': [1.08, 30],
  'tin-small': [1.22, 66],
  'pot-small': [1.3, 70],
  'box-flat': [1.06, 76],
  'box-small': [1.22, 30],
  case: [1.04, 46],
  tub: [1.12, 62],
  'tin-catering': [1.06, 36],
  bucket: [1.06, 28],
  loose: [1.14, 58],
  single: [1.1, 34],
  can: [1.1, 12],
}

/** A case is drawn as several of these. */
const GROUPED: ReadonlySet<PackName> = new Set([
  'can',
  'tin-small',
  'tin-catering',
  'beer',
  'cider',
  'wine',
  'white-wine',
  'spirit',
  'bottle',
  'squeezy',
  'water',
  'jerrycan',
  'cleaner',
  'jar',
  'glass-jar',
  'spice',
  'pot-small',
  'tub',
  'gable',
  'pouch',
  'roll',
])

/** Every grower's tomatoes are red in a way of their own. */
const varied = (pen: Pen, colour: string): string => {
  const shade = pen.random.next()
  const toned = shade < 0.5 ? lighter(colour, 0.1 * shade) : darker(colour, 0.12 * (shade - 0.5))
  return mixed(toned, pen.random.pick(['#e8a33c', '#a33c2e', '#7b8c3a']), 0.06)
}

const pieceOf =
  (pen: Pen, food: FoodName, colour: string) =>
  (size: number): string =>
    `<g transform="scale(${(size / 108).toFixed(3)})">${drawFood(pen, food, colour)}</g>`

/** Rows from the back to the front, each lower and nearer than the one before, as things lie in a tray. */
const heapOf =
  (pen: Pen, piece: Contents['piece']): Contents['heap'] =>
  ({ cx, base, width, rows, size }) => {
    const step = size * 0.34
    return Array.from({ length: rows }, (_, row) => {
      const y = base - size * 0.42 - (rows - 1 - row) * step
      const across = width - (rows - 1 - row) * size * 0.22
      const count = Math.max(1, Math.round((across - size * 0.5) / (size * 0.62)))
      const gap = count === 1 ? 0 : (across - size) / (count - 1)
      return Array.from({ length: count }, (_each, at) =>
        placed(
          piece(size * (0.92 + pen.random.next() * 0.16)),
          cx - ((count - 1) * gap) / 2 + at * gap + (pen.random.next() - 0.5) * size * 0.12,
          y + (pen.random.next() - 0.5) * size * 0.1,
          { turn: pen.random.whole(-16, 16) },
        ),
      ).join('')
    }).join('')
  }
