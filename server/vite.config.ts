import { join } from 'node:path'
import { defineConfig } from 'vite'

// Bundles packages too: reading and resolving their hundreds of files takes half of a start. Those stay as installed that
// hold binaries or read files of their own, or that a start does not load.

const root = join(import.meta.dirname, '..')
const AS_INSTALLED = [
  '@node-rs/argon2',
  'pdfkit',
  // The same copy as pdfkit's.
  'fontkit',
  'wawoff2',
  '@react-email/render',
  'react',
  'cli-progress',
  'ioredis',
  'nodemailer',
  'stripe',
  '@simplewebauthn/server',
  'edifact',
  'xmlbuilder2',
  'otpauth',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  '@zxcvbn-ts/language-en',
  'sharp',
  'file-type',
]
const PROGRAMS = [
  'main',
  'cli/import',
  'cli/export',
  'cli/demo',
  'cli/prices',
  'cli/backup',
  'cli/restore',
  'cli/users',
].map((name) => [name, `${name}.ts`])
const WORKERS = [
  ['print-worker', 'features/paperwork/pdf/print-worker.ts'],
  ['password-worker', 'features/auth/password-worker.ts'],
  ['search-worker', 'features/products/search/search-worker.ts'],
  ['picture-worker', 'features/pictures/picture-worker.ts'],
]

export default defineConfig({
  root,
  ssr: { noExternal: true, external: AS_INSTALLED },
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
      input: Object.fromEntries(
        [...PROGRAMS, ...WORKERS].map(([name, file = '']) => [name, join(import.meta.dirname, file)]),
      ),
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
    },
  },
})
