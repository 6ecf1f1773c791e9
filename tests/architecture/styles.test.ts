import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const SRC = join(ROOT, 'src')

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map((file) => join(SRC, file))
const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g

/** A file's text, and its name for the classes of a style sheet. */
type Importer = { text: string; name: string }

const importersOf = (): Map<string, Importer[]> => {
  const importers = new Map<string, Importer[]>()
  for (const file of files.filter((path) => /\.tsx?$/.test(path))) {
    const text = readFileSync(file, 'utf8')
    for (const [, name = '', from = ''] of text.matchAll(IMPORT)) {
      const sheet = from.startsWith('#src/')
        ? join(SRC, from.slice('#src/'.length))
        : resolve(dirname(file), from)
      importers.set(sheet, [...(importers.get(sheet) ?? []), { text, name }])
    }
  }
  return importers
}

/** The class names of its selectors and of `composes`, without those of `:global(…)`. */
const classesOf = (css: string): { defined: Set<string>; composed: Set<string> } => {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const composed = [...plain.matchAll(/composes:([^;]*)/g)].flatMap(([, names = '']) => names.split(/\s+/))
  const selectors = [...plain.matchAll(/([^{};]*)\{/g)].map(([, selector = '']) => selector)
  const own = selectors
    .filter((selector) => !selector.trim().startsWith('@'))
    .map((selector) => selector.replaceAll(/:global\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, ''))
  return {
    defined: new Set(
      own.flatMap((selector) => [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)),
    ),
    composed: new Set(composed),
  }
}

it('every class of a style sheet is used by a file that imports it', () => {
  const importers = importersOf()
  const unused = files
    .filter((file) => file.endsWith('.module.css'))
    .flatMap((sheet) => {
      const { defined, composed } = classesOf(readFileSync(sheet, 'utf8'))
      const users = importers.get(sheet) ?? []
      const isUsed = (className: string) =>
        composed.has(className) || users.some((user) => isNamedIn(user, className))
      return [...defined].filter((name) => !isUsed(name)).map((name) => `${relative(ROOT, sheet)}: ${name}`)
    })
  expect(files.length).toBeGreaterThan(100)
  expect(unused).toEqual([])
})

it('no file names a class that its style sheet does not have', () => {
  const missing = [...importersOf()].flatMap(([sheet, users]) => {
    const { defined } = classesOf(readFileSync(sheet, 'utf8'))
    return users
      .flatMap(({ text, name }) => [
        ...text.matchAll(new RegExp(`(?<![-/\\w])${name}\\.(?!module)(\\w+)`, 'g')),
      ])
      .filter(([, className = '']) => !defined.has(className))
      .map(([use]) => `${relative(ROOT, sheet)}: ${use}`)
  })
  expect(missing).toEqual([])
})

/** `styles.name`, `styles['name']`, or `styles[key]` in a file that has the name as a text. */
const isNamedIn = ({ text, name }: Importer, className: string): boolean =>
  new RegExp(`\\b${name}(\\.${className}\\b|\\['${className}'\\])`).test(text) ||
  (new RegExp(`\\b${name}\\[\\w+\\]`).test(text) && text.includes(`'${className}'`))
