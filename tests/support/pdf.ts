import { getDocument, OPS, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

export type ReadPdf = {
  title: string
  language: string
  pages: number
  isTagged: boolean
  /** Text of each page, as a reader sees it. */
  texts: string[]
  /** Number of structure elements by type. */
  tags: Record<string, number>
  /** How many characters print as the box that a font has for what it cannot draw. */
  boxes: number
}

type StructNode = { role?: string; children?: StructNode[] }

/** Read with another library than the one that writes them. */
export const readPdf = async (bytes: Buffer): Promise<ReadPdf> => {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS })
  const document = await task.promise
  const { info } = await document.getMetadata()
  const about = info as { Title?: string; Language?: string }
  const marks = await document.getMarkInfo()
  const texts: string[] = []
  const tags: Record<string, number> = {}
  const count = ({ role, children = [] }: StructNode): void => {
    if (role !== undefined) tags[role] = (tags[role] ?? 0) + 1
    children.forEach(count)
  }
  let boxes = 0
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    count((await page.getStructTree()) as StructNode)
    const { fnArray, argsArray } = await page.getOperatorList()
    for (const [at, operation] of fnArray.entries())
      if (operation === OPS.showText)
        // Glyph 0 of an embedded font.
        boxes += argsArray[at][0].filter(
          (glyph: { originalCharCode?: number }) => glyph.originalCharCode === 0,
        ).length
  }
  const read = {
    title: about.Title ?? '',
    language: about.Language ?? '',
    pages: document.numPages,
    isTagged: (marks as { Marked?: boolean } | null)?.Marked === true,
    texts,
    tags,
    boxes,
  }
  await task.destroy()
  return read
}
