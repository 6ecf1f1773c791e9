import { join } from 'node:path'
import { defineConfig } from 'vite'

// Bundles our code and packages of many small modules, which makes a start a quarter faster; other packages stay as
// installed.

const root = join(import.meta.dirname, '..')
const PROGRAMS = ['main', 'cli/import', 'cli/export', 'cli/demo', 'cli/prices']

export default defineConfig({
  root,
  ssr: { noExternal: ['typebox', 'drizzle-orm', '@date-fns/tz', 'uuid'] },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    // public/ belongs to the client.
    copyPublicDir: false,
    target: 'node20',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(PROGRAMS.map((name) => [name, join(import.meta.dirname, `${name}.ts`)])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
    },
  },
})
