import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { round } from './pen.ts'

/** Text as outlines: the server may have no fonts at all, and drawings are the same everywhere. */

const require = createRequire(import.meta.url)
const FACES = { strong: '800ExtraBold/Roboto_800ExtraBold', plain: '500Medium/Roboto_500Medium' }
export type Face = keyof typeof FACES

const opened = new Map<Face, Font>()
const fontOf = (face: Face): Font => {
  const font =
    opened.get(face) ??
    (create(readFileSync(require.resolve(`@expo-google-fonts/roboto/${FACES[face]}.ttf`))) as Font)
  opened.set(face, font)
  return font
}

export type Lettering = {
  x: number
  /** Of the base line. */
  y: number
  size: number
  /** It is made smaller to fit. */
  width: number
  colour: string
  face?: Face
  spacing?: number
}

/** One line, centred. */
export const letters = (
  text: string,
  { x, y, size, width, colour, face = 'strong', spacing = 0 }: Lettering,
): string => {
  const font = fontOf(face)
  const { glyphs, positions } = font.layout(text)
  const extra = (spacing * font.unitsPerEm) / 10
  const advances = positions.map(({ xAdvance }) => xAdvance + extra)
  const across = advances.reduce((sum, advance) => sum + advance, -extra)
  const scale = Math.min(size, (width / across) * font.unitsPerEm) / font.unitsPerEm
  let at = 0
  const outlines = glyphs.map((glyph, place) => {
    const outline = glyph.path.toSVG()
    const drawn = outline === '' ? '' : `<path transform="translate(${round(at)})" d="${outline}"/>`
    at += advances[place] ?? 0
    return drawn
  })
  const start = x - (across * scale) / 2
  return `<g fill="${colour}" transform="translate(${round(start)} ${round(y)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})">${outlines.join('')}</g>`
}

/** Words in lines of about the same length. */
export const linesOf = (text: string, most: number): string[] => {
  const words = text.split(/\s+/)
  const perLine = Math.max(...words.map((word) => word.length), Math.ceil(text.length / most) + 1)
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && (last.length + word.length < perLine + 1 || lines.length === most))
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
