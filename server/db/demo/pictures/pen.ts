import { type Random, randomOf } from '#server/db/demo/random.ts'

/** Draws on a square of 400, whose floor is at FLOOR. Everything that a drawing varies comes from its product's code. */
export type Pen = {
  random: Random
  /** From the left to the right, or from the top; a stop is its place, its colour and how opaque it is. */
  linear: (stops: readonly Stop[], direction?: 'across' | 'down') => string
  /** A ball lit from the upper left: stops from its light to its edge. */
  radial: (stops: readonly Stop[], light?: { x: number; y: number }) => string
  /** Drawn within the outline alone. */
  within: (outline: string, content: string) => string
  /** Once everything is drawn. */
  sheet: (content: string, across: number) => string
}

type Stop = readonly [at: number, colour: string, opacity?: number]

export const FLOOR = 366

export const penOf = (name: string): Pen => {
  const defs: string[] = []
  const define = (element: (id: string) => string): string => {
    const id = `d${defs.length}`
    defs.push(element(id))
    return `url(#${id})`
  }
  const stopsOf = (stops: readonly Stop[]): string =>
    stops
      .map(
        ([at, colour, opacity = 1]) =>
          `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
      )
      .join('')
  return {
    random: randomOf(1, `picture ${name}`),
    linear: (stops, direction = 'across') =>
      define(
        (id) =>
          `<linearGradient id="${id}" x2="${direction === 'across' ? 1 : 0}" y2="${direction === 'down' ? 1 : 0}">${stopsOf(stops)}</linearGradient>`,
      ),
    radial: (stops, { x, y } = { x: 0.36, y: 0.3 }) =>
      define(
        (id) =>
          `<radialGradient id="${id}" cx="0.5" cy="0.5" r="0.62" fx="${x}" fy="${y}">${stopsOf(stops)}</radialGradient>`,
      ),
    within: (outline, content) => {
      const clip = define((id) => `<clipPath id="${id}"><path d="${outline}"/></clipPath>`)
      return `<g clip-path="${clip}">${content}</g>`
    },
    sheet: (content, across) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${across}" viewBox="0 0 400 400"><defs>${defs.join('')}</defs>${content}</svg>`,
  }
}

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}"${more}/>`

export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${round(cx)}" cy="${round(cy)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}"${more}/>`

export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}" fill="${fill}"/>`

export const placed = (content: string, x: number, y: number, { turn = 0, scale = 1 } = {}): string =>
  `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${round(scale)})">${content}</g>`

export const round = (value: number): number => Math.round(value * 100) / 100

/** What stands on the floor, on any background. */
export const shadow = (pen: Pen, cx: number, halfWidth: number, y = FLOOR): string =>
  ellipse(
    cx,
    y,
    halfWidth * 1.18,
    Math.max(9, halfWidth * 0.13),
    pen.radial(
      [
        [0, '#1b120a', 0.5],
        [0.45, '#1b120a', 0.22],
        [0.8, '#1b120a', 0],
      ],
      { x: 0.5, y: 0.5 },
    ),
  )

/** Round things: a bright band left of the middle, and dark edges. */
export const roundLight = (pen: Pen, strength = 1): string =>
  pen.linear([
    [0, '#000', 0.34 * strength],
    [0.14, '#000', 0.06 * strength],
    [0.26, '#fff', 0.42 * strength],
    [0.4, '#fff', 0.06 * strength],
    [0.66, '#000', 0.05 * strength],
    [1, '#000', 0.42 * strength],
  ])

/** The outline of something turned on a lathe: half its width at heights from the top down. */
export const turned = (cx: number, points: readonly (readonly [half: number, y: number])[]): string => {
  const [first] = points
  if (first === undefined) return ''
  const side = (sign: 1 | -1, list: typeof points): string =>
    list
      .slice(1)
      .map(([half, y], at) => {
        const [halfBefore, yBefore] = list[at] ?? [half, y]
        const middle = (yBefore + y) / 2
        return `C${round(cx + sign * halfBefore)} ${round(middle)} ${round(cx + sign * half)} ${round(middle)} ${round(cx + sign * half)} ${round(y)}`
      })
      .join('')
  const back = points.toReversed()
  const [last] = back
  return `M${round(cx - first[0])} ${round(first[1])}L${round(cx + first[0])} ${round(first[1])}${side(1, points)}Q${cx} ${round((last?.[1] ?? 0) + (last?.[0] ?? 0) * 0.16)} ${round(cx - (last?.[0] ?? 0))} ${round(last?.[1] ?? 0)}${side(-1, back)}Z`
}
