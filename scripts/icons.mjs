// Draws the app's icons into public/icons from its one mark. Run it after changing the mark: node scripts/icons.mjs
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureBrowser } from './setup/browser.mjs'

const blue = '#00447e'
const root = join(import.meta.dirname, '..')
const folder = join(root, 'public/icons')
const { fill, stroke, strokeWidth } = JSON.parse(await readFile(join(root, 'src/ui/brand/mark.json'), 'utf8'))

const trolly = `<path fill-rule="evenodd" d="${fill}"/><path d="${stroke}" fill="none" stroke="currentColor" stroke-width="${strokeWidth}" stroke-linecap="round" stroke-linejoin="round"/>`
/** Outlines on 24 × 24, with Tabler's stroke width: a magnifying glass, and the trolly itself. */
const search =
  '<path d="M10 4a6 6 0 1 0 0 12a6 6 0 0 0 0-12zM14.6 14.6L20 20" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/>'

const tile = `<rect width="512" height="512" rx="112" fill="${blue}"/>`
const plain = svg(tile + placed(trolly, 48, 0.7))
/** Launchers may cut a maskable icon to a circle of 80 %; the mark's corners stay within it. */
const maskable = svg(`<rect width="512" height="512" fill="${blue}"/>${placed(trolly, 48, 0.54)}`)
/** Only its shape matters: the system colours it. */
const monochrome = svg(placed(trolly, 48, 0.66))
const round = '<circle cx="256" cy="256" r="256" fill="#e6eef6"/>'

const drawings = [
  { file: 'trolly-192.png', size: 192, drawing: plain },
  { file: 'trolly-512.png', size: 512, drawing: plain },
  { file: 'trolly-maskable-192.png', size: 192, drawing: maskable },
  { file: 'trolly-maskable-512.png', size: 512, drawing: maskable },
  { file: 'trolly-monochrome-512.png', size: 512, drawing: monochrome },
  // iOS rounds the corners itself and paints transparency black.
  { file: 'apple-touch-icon.png', size: 180, drawing: maskable },
  { file: 'shortcut-search-192.png', size: 192, drawing: svg(round + placed(search, 24, 0.56, blue)) },
  { file: 'shortcut-trolly-192.png', size: 192, drawing: svg(round + placed(trolly, 48, 0.6, blue)) },
]

await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'trolly.svg'), plain)

const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  for (const { file, size, drawing } of drawings) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawing}`,
    )
    await page.screenshot({ path: join(folder, file), omitBackground: true })
  }
} finally {
  await browser.close()
}

function svg(content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">\n  <title>Trolly</title>\n  ${content}\n</svg>\n`
}

/** @param share of the icon's width taken by the drawing's square, centred */
function placed(drawing, drawnOn, share, colour = '#fff') {
  const scale = (512 * share) / drawnOn
  const edge = 256 * (1 - share)
  return `<g transform="translate(${edge.toFixed(1)} ${edge.toFixed(1)}) scale(${scale.toFixed(3)})" fill="${colour}" color="${colour}">${drawing}</g>`
}
