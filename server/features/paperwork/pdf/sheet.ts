import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

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
const BOTTOM = PAGE.height - 64
const FOOT = PAGE.height - 40

const fontFile = (name: string): Buffer =>
  readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/roboto/${name}.ttf`))
let fonts: Record<'plain' | 'strong', Buffer> | undefined

export const sheetOf = (title: string, { author, colour }: { author: string; colour: string }): Sheet => {
  fonts ??= {
    plain: fontFile('400Regular/Roboto_400Regular'),
    strong: fontFile('600SemiBold/Roboto_600SemiBold'),
  }
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
  doc.registerFont('plain', fonts.plain).registerFont('strong', fonts.strong)
  const root = doc.struct('Document')
  doc.addStructure(root)

  const styled = ({ font = 'plain', size = BODY_SIZE, colour: ink = INK }: Style = {}) =>
    doc.font(font).fontSize(size).fillColor(ink)
  const write = (text: string, { x, width, align }: Place, y: number, style?: Style): void => {
    styled(style).text(text, x, y, { width, align: align ?? 'left' })
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
    text: (parent, name, text, place, style) => {
      const draw = () => write(text, place, sheet.y, style)
      if (parent === undefined) drawn(draw)
      // Drawn at once, since the parent is in the document already. @types/pdfkit knows no scope.
      else
        parent.add(
          doc.struct(name, place.scope === undefined ? {} : ({ scope: place.scope } as object), [draw]),
        )
    },
    heightOf: (text, width, style) => styled(style).heightOfString(text, { width }),
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
        drawn(() => write(foot.left, { x: LEFT, width: 300 }, FOOT, style))
        const right = `${foot.right} · page ${page + 1} of ${count}`
        drawn(() => write(right, { x: LEFT + 300, width: RIGHT - LEFT - 300, align: 'right' }, FOOT, style))
      }
      doc.end()
      return ended
    },
  }
  return sheet
}
