import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { foldText } from '#domain/folded-text.ts'

/**
 * The judged queries: what people type (queries.csv), and which products a chef would accept for it (goods.csv). This folder's
 * README says how to judge and how to add to them.
 */
export type JudgedQuery = {
  half: Half
  kind: string
  query: string
  isRight: (product: JudgedProduct) => boolean
}

/** Synonyms and ranking are tuned on the first half only; the second shows whether that helps unseen queries. */
export const HALVES = ['tuning', 'held-out'] as const
type Half = (typeof HALVES)[number]

export type JudgedProduct = {
  product_no: string
  name: string
  brand: string
  department: string
  group: string
  category: string
}

type QueryRow = { half: string; kind: string; query: string; goods: string }
type GoodsRow = { goods: string; product_nos: string } & Record<Pattern, string>
type Pattern = 'name' | 'not_name' | 'brand' | 'category' | 'not_category'

export const readJudgedQueries = (): JudgedQuery[] => {
  const rulesOf = new Map<string, Rule[]>()
  for (const row of readRows<GoodsRow>('goods.csv'))
    rulesOf.set(row.goods, [...(rulesOf.get(row.goods) ?? []), ruleOf(row)])
  const seen = new Set<string>()
  return readRows<QueryRow>('queries.csv').map(({ half, kind, query, goods }) => {
    if (!isHalf(half)) throw new Error(`The query "${query}" is in no half: "${half}"`)
    if (seen.has(query)) throw new Error(`The query "${query}" is there twice`)
    seen.add(query)
    const rules = goods.split('|').flatMap((name) => {
      const rules = rulesOf.get(name)
      if (rules === undefined)
        throw new Error(`The query "${query}" expects goods that are not known: ${name}`)
      return rules
    })
    return { half, kind, query, isRight: (product) => rules.some((rule) => rule(product)) }
  })
}

const readRows = <Row>(file: string): Row[] =>
  parse(readFileSync(join(import.meta.dirname, file)), { columns: true })

const isHalf = (text: string): text is Half => HALVES.some((half) => half === text)

type Rule = (product: JudgedProduct) => boolean

function ruleOf(row: GoodsRow): Rule {
  const numbers = new Set(row.product_nos.split('|').filter((number) => number !== ''))
  const [name, notName, brand, category, notCategory] = [
    patternOf(row.name),
    patternOf(row.not_name),
    patternOf(row.brand),
    patternOf(row.category),
    patternOf(row.not_category),
  ]
  const hasPattern = name !== undefined || brand !== undefined || category !== undefined
  if (!hasPattern && numbers.size === 0) throw new Error(`A row of the goods "${row.goods}" accepts nothing`)
  return (product) => {
    if (numbers.has(product.product_no)) return true
    if (!hasPattern) return false
    const itsName = foldText(product.name)
    const path = foldText(
      [product.department, product.group, product.category].filter((level) => level !== '').join(' > '),
    )
    return (
      (name?.test(itsName) ?? true) &&
      !(notName?.test(itsName) ?? false) &&
      // Half of the catalogue has the brand only in the name.
      (brand === undefined || brand.test(foldText(product.brand)) || brand.test(itsName)) &&
      (category?.test(path) ?? true) &&
      !(notCategory?.test(path) ?? false)
    )
  }
}

/** Undefined for empty text. */
const patternOf = (text: string): RegExp | undefined => (text === '' ? undefined : new RegExp(text, 'i'))
