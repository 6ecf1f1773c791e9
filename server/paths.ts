import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The same folders from `server/` (development, tests) and `dist/server/`. */
export const projectRoot = findRoot(dirname(fileURLToPath(import.meta.url)))
export const isBuilt = !import.meta.url.endsWith('.ts')
export const printWorker = workerAt('print-worker', 'server/features/paperwork/pdf/print-worker.ts')
export const passwordWorker = workerAt('password-worker', 'server/features/auth/password-worker.ts')
export const searchWorker = workerAt('search-worker', 'server/features/products/search/search-worker.ts')
export const pictureWorker = workerAt('picture-worker', 'server/features/pictures/picture-worker.ts')
export const clientFolder = join(projectRoot, 'dist/client')
export const pageRenderer = join(projectRoot, 'dist/pages/render-page.js')
export const migrationsFolder = join(projectRoot, 'server/db/migrations')
export const demoFamiliesFolder = join(projectRoot, 'server/db/demo/families')

function workerAt(name: string, source: string): string {
  return join(projectRoot, isBuilt ? `dist/server/${name}.js` : source)
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder)
    throw new Error('package.json not found above the server: the installation is incomplete.')
  return findRoot(parent)
}
