import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { CodedError } from '#server/coded-error.ts'
import type { Database } from '#server/db/database.ts'
import { errorText } from '#server/error-text.ts'
import { PIPELINE, PIXELS_MAX, type PictureFile, pictureFilesOf } from './picture-files.ts'
import { type FoundFile, headOf } from './picture-folder.ts'
import { codeOfFile, productFinder } from './picture-names.ts'
import { type PicturedProduct, readPicturedProducts, storePicture } from './pictures.repository.ts'

/** Why a file was refused. Stable: reports and docs/import.md name them. */
export const PICTURE_PROBLEM_CODES = [
  'not_an_image',
  'unsupported_format',
  'unknown_code',
  'ambiguous',
  'too_large',
  'broken_image',
] as const
export type PictureProblemCode = (typeof PICTURE_PROBLEM_CODES)[number]

export type RefusedFile = { file: string; code: PictureProblemCode; why: string }

export type PictureSummary = {
  read: number
  added: number
  changed: number
  unchanged: number
  refused: number
  problems: Partial<Record<PictureProblemCode, number>>
}

export type PictureImport = {
  folder: string
  files: readonly FoundFile[]
  /** Decodes every picture, and changes nothing. */
  dryRun: boolean
  signal?: AbortSignal
  onProgress?: (done: number) => void
  onRefused?: (refused: RefusedFile) => void | Promise<void>
}

/** What a camera saves, and more than a packshot needs. */
export const FILE_BYTES_MAX = 30_000_000

/** What sharp's own build decodes; an SVG is a program, and a shop has photographs. */
const DECODED = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/tiff', 'image/gif']

/**
 * Each file is imported or refused by itself, in its own transaction. One whose bytes the product's picture was made from is not decoded again.
 * @throws CodedError `database_failed`, `interrupted`: importing the folder again does the rest
 */
export const importPictures = async (database: Database, request: PictureImport): Promise<PictureSummary> => {
  const { folder, files, dryRun, signal, onProgress, onRefused } = request
  const summary: PictureSummary = {
    read: files.length,
    added: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    problems: {},
  }
  const refuse = async (file: string, { code, why }: Problem): Promise<void> => {
    summary.refused += 1
    summary.problems[code] = (summary.problems[code] ?? 0) + 1
    await onRefused?.({ file, code, why })
  }
  const failed = (error: unknown): never => {
    throw new CodedError(
      'database_failed',
      `The database failed (${errorText(error)}). ${summary.added + summary.changed} pictures were imported before; importing the folder again does the rest.`,
      { cause: error },
    )
  }

  const find = productFinder(await readPicturedProducts(database).catch(failed))
  const claims = new Map<string, string[]>()
  const found: { file: string; product: PicturedProduct }[] = []
  for (const each of files) {
    const outcome = await identify(folder, each, find)
    if ('code' in outcome) {
      await refuse(each.name, outcome)
      continue
    }
    found.push({ file: each.name, product: outcome })
    claims.set(outcome.product_no, [...(claims.get(outcome.product_no) ?? []), each.name])
  }
  for (const [at, { file, product }] of found.entries()) {
    if (signal?.aborted) throw interrupted(summary)
    onProgress?.(files.length - found.length + at)
    const claimed = claims.get(product.product_no) ?? []
    if (claimed.length > 1) {
      const others = claimed.filter((name) => name !== file).join(', ')
      await refuse(file, {
        code: 'ambiguous',
        why: `Product ${product.product_no} has another picture in this folder: ${others}.`,
      })
      continue
    }
    const picture = await readFile(join(folder, file))
    const version = versionOf(picture)
    if (version === product.picture) {
      summary.unchanged += 1
      continue
    }
    const outcome = await decoded(picture)
    if ('code' in outcome) {
      await refuse(file, outcome)
      continue
    }
    if (!dryRun)
      await storePicture(database, { product_no: product.product_no, version, files: outcome.files }).catch(
        failed,
      )
    summary[product.picture === null ? 'added' : 'changed'] += 1
  }
  return summary
}

type Problem = { code: PictureProblemCode; why: string }

async function identify(
  folder: string,
  { name, bytes, isFile }: FoundFile,
  find: (code: string) => PicturedProduct[],
): Promise<PicturedProduct | Problem> {
  if (!isFile) return { code: 'not_an_image', why: 'It is a folder, whose files are not read.' }
  const type = await fileTypeFromBuffer(await headOf(join(folder, name)))
  if (type === undefined || !type.mime.startsWith('image/'))
    return {
      code: 'not_an_image',
      why: `It is ${type === undefined ? 'no image' : type.mime}, whatever its name says.`,
    }
  if (!DECODED.includes(type.mime))
    return { code: 'unsupported_format', why: `It is ${type.mime}. Save it as JPEG, PNG, WebP or AVIF.` }
  if (bytes > FILE_BYTES_MAX)
    return {
      code: 'too_large',
      why: `It has ${megabytes(bytes)} MB; ${megabytes(FILE_BYTES_MAX)} MB is the most.`,
    }
  const code = codeOfFile(name)
  const products = find(code)
  const [product] = products
  if (product === undefined)
    return { code: 'unknown_code', why: `No product has the code or barcode ${code}.` }
  if (products.length > 1) {
    const numbers = products.map(({ product_no }) => product_no).join(', ')
    return {
      code: 'ambiguous',
      why: `${code} is of several products: ${numbers}. Name the file by a product’s code.`,
    }
  }
  return product
}

async function decoded(picture: Buffer): Promise<{ files: PictureFile[] } | Problem> {
  try {
    const { width, height } = await sharp(picture, { limitInputPixels: false }).metadata()
    if (width * height > PIXELS_MAX)
      return {
        code: 'too_large',
        why: `It has ${width} × ${height} pixels; ${PIXELS_MAX / 1_000_000} million in all are the most.`,
      }
    return { files: await pictureFilesOf(picture) }
  } catch (error) {
    return { code: 'broken_image', why: `It cannot be decoded: ${errorText(error)}.` }
  }
}

/** Six letters tell the pictures of one product apart, and 12,000 of them are 81 kB of a first download. */
const VERSION_LENGTH = 6

const versionOf = (picture: Buffer): string =>
  createHash('sha256').update(`${PIPELINE}\n`).update(picture).digest('base64url').slice(0, VERSION_LENGTH)

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000)

const interrupted = ({ added, changed }: PictureSummary): CodedError =>
  new CodedError(
    'interrupted',
    `Interrupted. ${added + changed} pictures were imported before; importing the folder again does the rest.`,
  )
