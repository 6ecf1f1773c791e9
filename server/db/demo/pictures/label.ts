import { type BrandColours, darker, lighter } from './colours.ts'
import { letters, linesOf } from './lettering.ts'
import { ellipse, type Pen, path, rect, round } from './pen.ts'

export type LabelText = { brand: string; name: string; size: string }

export type Area = { x: number; y: number; width: number; height: number }

export type LabelParts = Area & {
  text: LabelText
  colours: BrandColours
  /** How far its middle hangs below its corners, around something round. */
  curve?: number
  /** A picture of what is inside, drawn around its middle with this size. */
  motif?: (size: number) => string
}

/** What a brand prints on everything: its colours and its way of putting name and picture together. */
export const label = (
  pen: Pen,
  { x, y, width, height, curve = 0, text, colours, motif }: LabelParts,
): string => {
  const { main, deep, accent, style } = colours
  const outline = `M${round(x)} ${round(y)}Q${round(x + width / 2)} ${round(y + 2 * curve)} ${round(x + width)} ${round(y)}V${round(y + height)}Q${round(x + width / 2)} ${round(y + height + 2 * curve)} ${round(x)} ${round(y + height)}Z`
  const middle = x + width / 2
  const paper = '#fbf7ee'
  const isPale = style === 'plain' || style === 'band'
  const ground = isPale ? paper : main
  const ink = isPale ? deep : '#ffffff'
  const tall = height > width * 0.62 && motif !== undefined
  if (!tall && motif !== undefined && width > 180) {
    const left = { x, y, width: width * 0.6, height, text, colours }
    return pen.within(
      outline,
      path(outline, ground) +
        label(pen, left) +
        path(
          `M${x + width * 0.6} ${y}H${x + width}V${y + height}H${x + width * 0.54}Z`,
          lighter(accent, 0.25),
        ) +
        `<g transform="translate(${round(x + width * 0.79)} ${round(y + height / 2)})">${motif(Math.min(height * 0.86, width * 0.36))}</g>`,
    )
  }
  const head = tall ? height * 0.3 : height * 0.34
  const ornaments = {
    solid: rect(x, y + height - height * 0.09 + curve, width, height * 0.05, accent),
    band: rect(x, y, width, head + curve, main),
    medal: ellipse(middle, y + head * 0.52 + curve, width * 0.47, head * 0.46, deep),
    plain:
      rect(x, y + curve * 0.6, width, height * 0.045, main) +
      rect(x, y + height - height * 0.07 + curve, width, height * 0.07, main),
    slant: path(
      `M${x} ${y + height * 0.62}L${x + width} ${y + height * 0.42}V${y + height + 2 * curve}H${x}Z`,
      lighter(main, 0.14),
    ),
  }
  const brandInk = style === 'band' || style === 'medal' ? accent : ink
  const brand = text.brand || 'Kitchen Range'
  const drawnBrand = letters(brand, {
    x: middle,
    y: y + head * 0.66 + curve,
    size: Math.min(head * 0.5, width * 0.2),
    width: width * (style === 'medal' ? 0.76 : 0.86),
    colour: brandInk,
  })
  const lines = linesOf(text.name, tall ? 2 : 3)
  const nameTop = tall ? y + height * 0.7 : y + head
  const room = y + height * (text.size === '' ? 0.94 : 0.86) - nameTop
  const size = Math.min(room / lines.length / 1.12, width * 0.15)
  const names = lines.map((line, at) =>
    letters(line, {
      x: middle,
      y: nameTop + curve + size * (0.95 + at * 1.12),
      size,
      width: width * 0.88,
      colour: ink,
      face: 'plain',
    }),
  )
  const pack =
    text.size === '' || height < 60
      ? ''
      : letters(text.size, {
          x: middle,
          y: y + height - height * 0.035 + curve,
          size: Math.min(height * 0.07, 13),
          width: width * 0.5,
          colour: style === 'plain' ? '#ffffff' : style === 'band' ? darker(main, 0.1) : accent,
          face: 'plain',
        })
  const picture = tall
    ? `<g transform="translate(${round(middle)} ${round(y + height * 0.49 + curve)})">${motif(height * 0.36)}</g>`
    : ''
  return pen.within(
    outline,
    path(outline, ground) + ornaments[style] + picture + drawnBrand + names.join('') + pack,
  )
}
