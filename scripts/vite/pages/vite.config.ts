import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ASSET_NAMES } from '#scripts/vite/file-names.ts'
import { withoutEval } from '#scripts/vite/without-eval.ts'

// Builds the renderer of visitor pages for the server, into dist/pages: self-contained, including React and Mantine, so that the
// server loads none of them before the first such page.

const root = join(import.meta.dirname, '../../..')

export default defineConfig({
  root,
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/app/visitor/render-page.tsx',
    outDir: 'dist/pages',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
    reportCompressedSize: false,
    rolldownOptions: {
      output: { entryFileNames: '[name].js', assetFileNames: ASSET_NAMES },
      onLog: withoutEval,
    },
  },
})
