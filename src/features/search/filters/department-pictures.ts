import { productMark } from '#domain/product-mark.ts'
import type { StorageMark } from '#src/ui/list/product-picture.tsx'

export const pictureOf = (department: string) => ({
  mark: productMark({ department, group: '', category: '', name: '' }),
  storage: storageOf(department),
})

const STORED: [StorageMark, RegExp][] = [
  ['frozen', /frozen|ice/i],
  ['chilled', /chilled|dairy|fresh|meat|fish/i],
]
/** Departments have no storage type of their own. */
const storageOf = (department: string): StorageMark =>
  STORED.find(([, words]) => words.test(department))?.[0] ?? 'ambient'
