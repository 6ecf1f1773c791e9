import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SHARED_FILE, SHARED_LIST_PAGE, SHARED_TEXTS } from '#domain/shared-list.ts'
import mark from '#src/ui/brand/mark.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path))
type Image = { src: string; sizes: string; type: string; form_factor?: string }
const { icons, screenshots, shortcuts, share_target, file_handlers } = JSON.parse(
  read('manifest.webmanifest').toString(),
) as {
  icons: Image[]
  screenshots: Image[]
  shortcuts: { name: string; icons: Image[] }[]
  share_target: { action: string; params: Record<string, unknown> & { files: { name: string }[] } }
  file_handlers: { action: string }[]
}

/** From the file itself, in pixels. */
const sizeOf = ({ src, type }: Image): string => {
  const file = read(`public${src}`)
  if (type === 'image/png') return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`
  // WebP starts with the canvas (extended form) or with its one frame.
  return file.toString('latin1', 12, 16) === 'VP8X'
    ? `${file.readUIntLE(24, 3) + 1}x${file.readUIntLE(27, 3) + 1}`
    : `${file.readUInt16LE(26) & 0x3fff}x${file.readUInt16LE(28) & 0x3fff}`
}

test.each(
  [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)].map((image) => [
    image.src,
    image,
  ]),
)('%s has the size that the manifest says', (src, image) => {
  expect(existsSync(join(root, `public${src}`))).toBe(true)
  if (image.sizes !== 'any') expect(sizeOf(image)).toBe(image.sizes)
})

test('install screenshots are 1,080 px wide on a phone, and one shows a desktop', () => {
  const widths = (form: string) =>
    screenshots.filter((image) => image.form_factor === form).map((image) => Number.parseInt(image.sizes, 10))
  expect(widths('narrow')).toEqual([1_080, 1_080])
  expect(widths('wide').length).toBeGreaterThan(0)
})

test('the installed icon is the mark shown in the app', () => {
  const icon = read('public/icons/trolly.svg').toString()
  expect(icon).toContain(mark.fill)
  expect(icon).toContain(mark.stroke)
})

test('each shortcut has its own icon', () => {
  const sources = shortcuts.map((shortcut) => shortcut.icons[0]?.src)
  expect(shortcuts.map(({ name }) => name)).toEqual(['Search', 'Current trolly'])
  expect(new Set(sources).size).toBe(2)
})

test('shared texts and files go to the page and the fields that the worker knows', () => {
  const { action, params } = share_target
  const { files, ...texts } = params
  expect([action, ...file_handlers.map((handler) => handler.action)]).toEqual([
    SHARED_LIST_PAGE,
    SHARED_LIST_PAGE,
  ])
  expect(files.map(({ name }) => name)).toEqual([SHARED_FILE])
  expect(Object.values(texts).toSorted()).toEqual([...SHARED_TEXTS].toSorted())
})
