import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

/**
 * The faces that a document is printed in. Roboto prints Latin, Greek and Cyrillic; every other script has a face of Noto's,
 * opened only by a document that needs it. What no face can draw is left out by `printable`, so that nothing prints as a box.
 */
export type Faces = {
  /** For pdfkit. */
  fonts: ReadonlyMap<string, Font>
  /** In the order of the text. */
  runsOf: (text: string) => Run[]
  /** Leaves out the words that no face can draw. */
  printable: (text: string) => string
}

export type Run = { text: string; face: string; weight: number }

export const ROBOTO = { plain: 'plain', strong: 'strong' } as const

/** Each is a package of @fontsource-variable, whose files hold a part of the script each. The last also has kana. */
const SCRIPTS = ['arabic', 'hebrew', 'devanagari', 'bengali', 'gujarati', 'tamil', 'thai', 'kr', 'sc']
const ROBOTO_WEIGHT = 400

type Face = { name: string; font: Font; weight: number }
type Slice = { script: string; file: string; has: (codePoint: number) => boolean }

const require = createRequire(import.meta.url)
/** It has no types, and few documents need it. */
const loadWoff2 = () => require('wawoff2') as { decompress: (woff2: Uint8Array) => Promise<Uint8Array> }
const fontFile = (name: string): Buffer => readFileSync(require.resolve(name))

const opened = new Map<string, Face>()
let slices: Slice[] | undefined

/** @param texts everything that the document may print */
export const facesFor = async (texts: string): Promise<Faces> => {
  const plain = roboto(ROBOTO.plain, '400Regular/Roboto_400Regular')
  const strong = roboto(ROBOTO.strong, '600SemiBold/Roboto_600SemiBold')
  const others = new Set<Face>()
  for (const character of new Set(texts.normalize())) {
    const codePoint = character.codePointAt(0) ?? 0
    if (plain.font.hasGlyphForCodePoint(codePoint)) continue
    for (const slice of slicesWith(codePoint)) others.add(await openSlice(slice))
  }
  const faces = [plain, ...others]
  /** Roboto has no glyph for a joiner or a mark, and needs none. */
  const withoutMarks = (text: string): string => {
    const visible = text.normalize().replaceAll(EVERY_IGNORABLE, '')
    return [...visible].every((character) => /\s/.test(character) || hasGlyph(plain.font, character))
      ? visible
      : text.normalize()
  }
  return {
    fonts: new Map([strong, ...faces].map(({ name, font }) => [name, font])),
    runsOf: (text) => runsOf(faces, text),
    printable: (text) =>
      withoutMarks(text)
        .split(/(\s+)/)
        .map((word) => printableWord(faces, word))
        .join('')
        .replace(/^[^\S\n]+|(?<=\s)[^\S\n]+|[^\S\n]+$/gm, ''),
  }
}

const roboto = (name: string, file: string): Face => {
  const face = opened.get(name) ?? {
    name,
    font: create(fontFile(`@expo-google-fonts/roboto/${file}.ttf`)) as Font,
    weight: ROBOTO_WEIGHT,
  }
  opened.set(name, face)
  return face
}

/** Their ranges say more than their files hold. */
const slicesWith = (codePoint: number): Slice[] => {
  slices ??= SCRIPTS.flatMap((script) =>
    Object.entries<string>(JSON.parse(fontFile(`${packageOf(script)}/unicode.json`).toString())).map(
      ([part, ranges]) => ({
        script,
        file: `noto-sans-${script}-${part.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`,
        has: inRanges(ranges),
      }),
    ),
  )
  return slices.filter(({ has }) => has(codePoint))
}

/** @param ranges `U+600-6FF,U+750` */
const inRanges = (ranges: string): Slice['has'] => {
  const parsed = ranges.split(',').map((range) => {
    const [from = '', to = from] = range.trim().slice(2).split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
  })
  return (codePoint) => parsed.some(([from, to]) => codePoint >= from && codePoint <= to)
}

/** fontkit reads WOFF2, but cannot embed it. Nor can it embed a variation: a face has its default weight. */
const openSlice = async ({ script, file }: Slice): Promise<Face> => {
  const known = opened.get(file)
  if (known !== undefined) return known
  const font = create(
    Buffer.from(await loadWoff2().decompress(fontFile(`${packageOf(script)}/files/${file}`))),
  ) as Font
  const face = { name: file, font, weight: font.variationAxes.wght?.default ?? ROBOTO_WEIGHT }
  opened.set(file, face)
  return face
}

const packageOf = (script: string): string => `@fontsource-variable/noto-sans-${script}`

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Joiners and the like have no glyph of their own. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u
const EVERY_IGNORABLE = new RegExp(IGNORABLE, 'gu')

const faceOf = (faces: readonly Face[], grapheme: string): Face | undefined =>
  faces.find(({ font }) =>
    [...grapheme].every((character) => IGNORABLE.test(character) || hasGlyph(font, character)),
  )

const hasGlyph = (font: Font, character: string): boolean =>
  font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)

/** Spaces and points between words of a script stay in its run, which is shaped as a whole. */
const runsOf = (faces: readonly Face[], text: string): Run[] => {
  const runs: Run[] = []
  for (const { segment } of graphemes.segment(text)) {
    const last = runs.at(-1)
    const lastFace = faces.find(({ name }) => name === last?.face)
    const isNeutral = !/[\p{L}\p{N}]/u.test(segment)
    const face = isNeutral && lastFace && faceOf([lastFace], segment) ? lastFace : faceOf(faces, segment)
    if (face === undefined) continue
    const drawn = face.name === ROBOTO.plain ? segment.replaceAll(EVERY_IGNORABLE, '') : segment
    if (last?.face === face.name) last.text += drawn
    else runs.push({ text: drawn, face: face.name, weight: face.weight })
  }
  return runs
}

/** Part of a word could mislead, so a letter without a glyph takes its word along; a picture goes alone. */
const printableWord = (faces: readonly Face[], word: string): string => {
  const parts = [...graphemes.segment(word)].map(({ segment }) => segment)
  const missing = parts.filter((part) => !/^\s+$/.test(part) && faceOf(faces, part) === undefined)
  if (missing.some((part) => /[\p{L}\p{N}]/u.test(part))) return ''
  const kept = missing.length === 0 ? word : parts.filter((part) => !missing.includes(part)).join('')
  return canShape(faces, kept) ? kept : ''
}

/** fontkit throws on some fonts' marks; a name must not cost the document. */
const canShape = (faces: readonly Face[], word: string): boolean =>
  runsOf(faces, word).every(({ text, face }) => {
    const font = faces.find(({ name }) => name === face)?.font
    if (face === ROBOTO.plain || font === undefined) return true
    try {
      return font.layout(text).glyphs.every(({ id }) => id !== 0)
    } catch {
      return false
    }
  })
