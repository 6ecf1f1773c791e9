import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { afterBuild } from './after-build.ts'
import { chunksReachedFrom, stylesOf } from './reached-chunks.ts'

/** Renders the landing page of visitors; run once, while the client is built. */
const RENDERER = 'src/app/prerender.tsx'

/**
 * Writes `landing.html`: the page with the landing page's markup and styles in it, which the server sends for `/`, so that a
 * visitor sees it before any script has run. The app draws the same over it. Until then it takes no input: what were typed into
 * it would be lost, and a form without its script would put the password into the address.
 *
 * @param landing path of the module that is the landing page's screen
 */
export function landingPage(root: string, landing: string): Plugin {
  let styles: string[] = []
  const writePage = async (outDir: string): Promise<void> => {
    const page = await readFile(join(outDir, 'index.html'), 'utf8')
    await writeFile(join(outDir, 'landing.html'), withLanding(page, await render(root, outDir), styles))
  }
  return {
    ...afterBuild('trolly:landing-page', writePage),
    generateBundle(_, bundle) {
      styles = stylesOf(chunksReachedFrom(bundle, [join(root, landing)]))
    },
  }
}

async function render(root: string, outDir: string): Promise<string> {
  const folder = `${outDir}-prerender`
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [react()],
      // All in one file: nothing of it has to be found from where it is run.
      ssr: { noExternal: true },
      build: {
        ssr: RENDERER,
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
      },
    })
    const { renderLanding } = await import(pathToFileURL(join(folder, 'prerender.mjs')).href)
    return renderLanding()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function withLanding(page: string, markup: string, styles: readonly string[]): string {
  const links = styles
    .filter((file) => !page.includes(`href="/${file}"`))
    .map((file) => `<link rel="stylesheet" href="/${file}">`)
  const root = '<div id="root"></div>'
  if (!page.includes(root)) throw new Error('index.html has lost its empty element #root')
  const hidden = '<style>[data-signed-in] #root > [inert] { display: none }</style>'
  return withAppLater(page)
    .replace('</head>', `${links.join('')}${hidden}</head>`)
    .replace(root, () => `<div id="root"><div inert>${markup}</div></div>`)
}

/** The app's files are named instead of loaded: public/before-start.js begins with them once the page has been painted. */
function withAppLater(page: string): string {
  const entry = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/
  const preloads = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g
  const src = entry.exec(page)?.[1]
  if (src === undefined) throw new Error('index.html loads no app')
  const files = [src, ...[...page.matchAll(preloads)].map(([, href]) => href)]
  const named = `<meta name="app" content="${JSON.stringify(files).replaceAll('"', '&quot;')}">`
  return page
    .replace(entry, '')
    .replace(preloads, '')
    .replace('<head>', () => `<head>${named}`)
}
