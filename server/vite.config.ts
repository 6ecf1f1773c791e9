import { join } from 'node:path'
import { defineConfig } from 'vite'

// The server's build, into dist/server: our own code and the packages that are many small modules in a few files, which
// makes a start a quarter shorter; all other packages as they are installed.

const root = join(import.meta.dirname, '..')
const PROGRAMS = ['main', 'cli/import', 'cli/demo', 'cli/prices']

export default defineConfig({
  root,
  ssr: { noExternal: ['typebox', 'drizzle-orm', '@date-fns/tz', 'uuid'] },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    // public/ is the client's.
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
