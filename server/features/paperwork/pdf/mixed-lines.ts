import bidiFactory from 'bidi-js'
import type { Run } from './faces.ts'

/**
 * Lines of text in several scripts, each as runs from left to right as they are seen. pdfkit breaks lines of one font only and
 * knows no direction of writing; fontkit turns a run of Arabic or Hebrew round by itself.
 */
export type MixedLine = { runs: (Run & { width: number })[]; width: number }

type Measure = { runsOf: (text: string) => Run[]; widthOf: (run: Run) => number }

const bidi = bidiFactory()
/** Says a direction and has no glyph. */
const MARK = /[\u200E\u200F]/u
/** After a space, and beside each character of the scripts that have none. */
const BREAKS = /(?<=\s)|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])(?![\p{P}\s])/u
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

export const mixedLines = (text: string, most: number, { runsOf, widthOf }: Measure): MixedLine[] => {
  const lineOf = (words: string): MixedLine => {
    const runs = visualParts(words.trimEnd())
      .flatMap(({ part, isReversed }) => (isReversed ? runsOf(part).toReversed().map(turned) : runsOf(part)))
      .map((run) => ({ ...run, width: widthOf(run) }))
    return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) }
  }
  const lines: MixedLine[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    const add = (piece: string): void => {
      if (line === '' || lineOf(line + piece).width <= most) line += piece
      else {
        lines.push(lineOf(line))
        line = piece
      }
    }
    for (const piece of paragraph.split(BREAKS)) {
      const isLong = lineOf(piece).width > most
      for (const part of isLong ? [...graphemes.segment(piece)] : [{ segment: piece }]) add(part.segment)
    }
    lines.push(lineOf(line))
  }
  return lines
}

/** fontkit turns letters only: brackets and spaces between them are turned here. */
const turned = (run: Run): Run =>
  /\p{L}/u.test(run.text) ? run : { ...run, text: [...run.text].toReversed().join('') }

/** Parts of one direction, from left to right. The document is English, so lines begin at the left. */
const visualParts = (line: string): { part: string; isReversed: boolean }[] => {
  const embedding = bidi.getEmbeddingLevels(line, 'ltr')
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels)
  const parts: { start: number; level: number; part: string }[] = []
  for (let at = 0; at < line.length; at += 1) {
    const level = embedding.levels[at] ?? 0
    const last = parts.at(-1)
    const character = mirrored.get(at) ?? line.charAt(at)
    if (MARK.test(character)) continue
    if (last?.level === level) last.part += character
    else parts.push({ start: at, level, part: character })
  }
  const order = bidi.getReorderedIndices(line, embedding)
  return parts
    .toSorted((a, b) => order.indexOf(a.start) - order.indexOf(b.start))
    .map(({ level, part }) => ({ part, isReversed: level % 2 === 1 }))
}
