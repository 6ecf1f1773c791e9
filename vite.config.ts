import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa'
import { buildRecord } from './scripts/vite/build-record.ts'
import { chunkGroups } from './scripts/vite/chunks.ts'
import { compileAhead } from './scripts/vite/compile-ahead.ts'
import { ASSET_NAMES, SCRIPT_NAMES } from './scripts/vite/file-names.ts'
import { precompress } from './scripts/vite/precompress.ts'
import { withoutEval } from './scripts/vite/without-eval.ts'
import { withoutSummaries } from './scripts/vite/without-summaries.ts'

// The client's build, into dist/client. The server is built by scripts/build.mjs; both are served on one port.

const root = import.meta.dirname
const apiOrigin = process.env.TROLLY_API ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`
const forwarded = { target: apiOrigin, changeOrigin: true }
const fromServer = { '/api': forwarded, '/pictures': forwarded }
const manifest: Partial<ManifestOptions> = JSON.parse(readFileSync(`${root}/manifest.webmanifest`, 'utf8'))
const { version }: { version: string } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))

const FILE_NAMES = { entryFileNames: SCRIPT_NAMES, chunkFileNames: SCRIPT_NAMES, assetFileNames: ASSET_NAMES }

export default defineConfig(() => {
  // What the worker's code may be made of: a change there alone is a new build too.
  const record = buildRecord({
    version,
    workerSources: ['sw', 'src/sync', 'src/store', 'src/api', 'contract', 'domain', 'search'].map(
      (f) => `${root}/${f}`,
    ),
  })

  return {
    root,
    // Its build for browsers of the last years is smaller by a tenth than the one that its package names.
    resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
    plugins: [
      react(),
      withoutSummaries(),
      record.stampPlugin,
      compileAhead(),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'sw.ts',
        injectRegister: false,
        manifest,
        injectManifest: {
          // Icons and the web manifest are added by the plugin. builds/ must never be answered from the precache:
          // it is what tells this build from the next.
          globPatterns: ['**/*.{js,css,html,svg,wasm,woff2}'],
          globIgnores: ['builds/**', 'screenshots/**'],
          // Anything larger than this would silently be left out; the plugin makes it an error instead.
          // The barcode reader is a little more than a megabyte, before compression.
          maximumFileSizeToCacheInBytes: 1.25 * 1024 * 1024,
          manifestTransforms: [record.sealPage],
        },
        integration: { configureCustomSWViteBuild: (worker) => record.stampWorker(worker) },
      }),
      record.writePlugin,
      precompress(),
    ],
    build: {
      outDir: 'dist/client',
      target: 'baseline-widely-available',
      modulePreload: { polyfill: false },
      // From it the server knows the files of the pages that it renders.
      manifest: true,
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          codeSplitting: { groups: chunkGroups(root) },
          ...FILE_NAMES,
        },
        onLog: withoutEval,
      },
    },
    server: { proxy: fromServer },
    preview: { proxy: fromServer },
  }
})
