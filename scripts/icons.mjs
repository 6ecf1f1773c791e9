// Draws the app's icons into public/icons from one mark. Run it after changing the mark: node scripts/icons.mjs
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureBrowser } from './setup/browser.mjs'

const blue = '#00447e'
const folder = join(import.meta.dirname, '../public/icons')

// A trolly whose load is an order's lines. Drawn on 512 × 512; everything lies within 100…412.
const mark = `<g fill="none" stroke="#fff" stroke-width="30" stroke-linecap="round" stroke-linejoin="round">
    <path d="M100 118h38l54 224h182"/>
    <path d="M194 170h220M207 226h194M220 282h166"/>
  </g>
  <g fill="#fff"><circle cx="216" cy="402" r="27"/><circle cx="350" cy="402" r="27"/></g>`

const plain = svg(`<rect width="512" height="512" rx="112" fill="${blue}"/>\n  ${mark}`)
/** Launchers cut a maskable icon to a circle of 80 % at the least; the mark's corners stay within it. */
const maskable = svg(
  `<rect width="512" height="512" fill="${blue}"/>\n  <g transform="translate(256 256) scale(.86) translate(-256 -268)">${mark}</g>`,
)

const drawings = [
  { file: 'trolly-192.png', size: 192, drawing: plain },
  { file: 'trolly-512.png', size: 512, drawing: plain },
  { file: 'trolly-maskable-192.png', size: 192, drawing: maskable },
  { file: 'trolly-maskable-512.png', size: 512, drawing: maskable },
  // iOS rounds the corners itself and paints what is transparent black.
  { file: 'apple-touch-icon.png', size: 180, drawing: maskable },
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
