import PDFDocument from 'pdfkit'
import { type Faces, ROBOTO, type Run } from './faces.ts'
import { type MixedLine, mixedLines } from './mixed-lines.ts'

/**
 * A tagged PDF on A4 (PDF/UA-1), whose headings, paragraphs and tables a screen reader tells apart. Its fonts are embedded,
 * as PDF/UA asks. `y` is where the next thing goes.
 *
 * Roboto's figures all have one width, so amounts stand under each other without an OpenType feature. Naming features turns
 * off pdfkit's cache of words, and a face with contextual alternates takes five times as long to lay out.
 */
export type Sheet = {
  root: Tag
  y: number
  tag: (parent: Tag, name: string) => Tag
  text: (parent: Tag | undefined, name: string, text: string, place: Place, style?: Style) => void
  heightOf: (text: string, width: number, style?: Style) => number
  rule: (colour?: string, width?: number) => void
  /** Whether so much still fits; a new page otherwise. */
  turnFor: (height: number) => boolean
  end: (foot: { left: string; right: string }) => Promise<Buffer>
}

export type Tag = PDFKit.PDFStructureElement
export type Place = {
  x: number
  width: number
  align?: 'right' | undefined
  scope?: 'Row' | 'Column' | undefined
}
export type Style = { font?: 'plain' | 'strong'; size?: number; colour?: string }

export const QUIET = '#52606d'
export const LEFT = 48
export const RIGHT = 547

const INK = '#16202a'
const RULE = '#d3dae1'
const BODY_SIZE = 9
const PAGE = { width: 595.28, height: 841.89 }
/** A share of the text's size. Every script stands on Roboto's baseline, level with the figures beside it. */
const ROBOTO_ASCENT = 0.927
/** Other scripts are taller. */
const MIXED_LEADING = 1.2
const BOTTOM = PAGE.height - 64
const FOOT = PAGE.height - 40

/** A stroke as wide as this share of the text's size makes a face heavier by one unit of weight. */
const STROKE_OF_WEIGHT = 0.000_15
const WEIGHTS = { plain: 400, strong: 600 }

export type SheetParts = { author: string; colour: string; faces: Faces }

export const sheetOf = (title: string, { author, colour, faces }: SheetParts): Sheet => {
  const doc = new PDFDocument({
    size: 'A4',
    margin: LEFT,
    bufferPages: true,
    pdfVersion: '1.7',
    // @types/pdfkit knows only PDF/A.
    subset: 'PDF/UA' as never,
    tagged: true,
    displayTitle: true,
    lang: 'en-GB',
    info: { Title: title, Author: author },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  // pdfkit takes fontkit's fonts, which @types/pdfkit does not know.
  for (const [name, font] of faces.fonts) doc.registerFont(name, font as never)
  const root = doc.struct('Document')
  doc.addStructure(root)

  const styled = ({ font = 'plain', size = BODY_SIZE, colour: ink = INK }: Style = {}) =>
    doc.font(font).fontSize(size).fillColor(ink)
  const isMixed = (text: string): boolean => faces.runsOf(text).some(({ face }) => face !== ROBOTO.plain)
  const inFace = ({ face }: Run, style: Style = {}) =>
    doc.font(face === ROBOTO.plain ? (style.font ?? ROBOTO.plain) : face).fontSize(style.size ?? BODY_SIZE)
  /** Naming no feature makes pdfkit shape the run as a whole, not word by word. */
  const AS_A_WHOLE = { features: [] }
  const linesOf = (text: string, width: number, style?: Style): MixedLine[] =>
    mixedLines(text, width, {
      runsOf: faces.runsOf,
      widthOf: (run) => inFace(run, style).widthOfString(run.text, AS_A_WHOLE),
    })
  const lineHeight = (style?: Style): number => styled(style).currentLineHeight() * MIXED_LEADING
  const writeMixed = (text: string, { x, width, align }: Place, y: number, style?: Style): void => {
    let top = y
    for (const line of linesOf(text, width, style)) {
      const height = lineHeight(style)
      let left = align === 'right' ? x + width - line.width : x
      for (const run of line.runs) {
        styled(style)
        inFace(run, style)
        const lacking = run.face === ROBOTO.plain ? 0 : WEIGHTS[style?.font ?? 'plain'] - run.weight
        const stroke = lacking > 0
        if (stroke)
          doc
            .lineWidth(lacking * STROKE_OF_WEIGHT * (style?.size ?? BODY_SIZE))
            .strokeColor(style?.colour ?? INK)
        doc.text(run.text, left, top + (style?.size ?? BODY_SIZE) * ROBOTO_ASCENT, {
          ...AS_A_WHOLE,
          lineBreak: false,
          baseline: 'alphabetic',
          fill: true,
          stroke,
        })
        left += run.width
      }
      top += height
    }
  }
  const write = (text: string, place: Place, y: number, style?: Style): void => {
    const { x, width, align } = place
    if (isMixed(text)) writeMixed(text, place, y, style)
    else styled(style).text(text, x, y, { width, align: align ?? 'left' })
  }
  /** Only seen, never read out. */
  const drawn = (draw: () => void): void => {
    doc.markContent('Artifact', { type: 'Layout' })
    draw()
    doc.endMarkedContent()
  }
  drawn(() => doc.rect(0, 0, PAGE.width, 10).fill(colour))

  const sheet: Sheet = {
    root,
    y: LEFT,
    tag: (parent, name) => {
      const tag = doc.struct(name)
      parent.add(tag)
      return tag
    },
    text: (parent, name, given, place, style) => {
      const text = faces.printable(given)
      const draw = () => write(text, place, sheet.y, style)
      if (parent === undefined) drawn(draw)
      // Drawn at once, since the parent is in the document already. @types/pdfkit knows no scope.
      else
        parent.add(
          doc.struct(
            name,
            {
              ...(place.scope !== undefined && { scope: place.scope }),
              // Runs are drawn in the order seen, and read out in the order spoken.
              ...(isMixed(text) && { actual: text }),
            } as object,
            [draw],
          ),
        )
    },
    heightOf: (given, width, style) => {
      const text = faces.printable(given)
      if (!isMixed(text)) return styled(style).heightOfString(text, { width })
      return linesOf(text, width, style).length * lineHeight(style)
    },
    rule: (ink = RULE, width = 0.5) =>
      drawn(() =>
        doc.moveTo(LEFT, sheet.y).lineTo(RIGHT, sheet.y).lineWidth(width).strokeColor(ink).stroke(),
      ),
    turnFor: (height) => {
      if (sheet.y + height <= BOTTOM) return false
      doc.addPage()
      sheet.y = LEFT
      return true
    },
    end: (foot) => {
      root.end()
      const { count } = doc.bufferedPageRange()
      const style: Style = { size: 8, colour: QUIET }
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page)
        // pdfkit opens another page for what is below the margin.
        doc.page.margins.bottom = 0
        drawn(() => write(faces.printable(foot.left), { x: LEFT, width: 300 }, FOOT, style))
        const right = `${foot.right} · page ${page + 1} of ${count}`
        drawn(() => write(right, { x: LEFT + 300, width: RIGHT - LEFT - 300, align: 'right' }, FOOT, style))
      }
      doc.end()
      return ended
    },
  }
  return sheet
}
