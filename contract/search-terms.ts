import { type Static, Type } from 'typebox'
import { Strict } from './endpoint.ts'
import { type Kept, maintainedCalls } from './maintained.ts'
import { Code, Day, Line, nullable, OptionalLine, ProductNo } from './values.ts'

const ROUTE = '/reports/product-search-analysis'

/** What people type and what they mean by it: a wholesaler's own rows, on top of those that come with Trolly. */
export const TradeTermFields = Strict({
  typed: Line(60),
  /** What it is also looked for by. */
  means: Type.Array(Line(60), { maxItems: 12 }),
  /** Each of them is also looked for by the others. */
  bothWays: Type.Boolean(),
  /** `false`: it means nothing else, whatever comes with Trolly. */
  active: Type.Boolean(),
})
export type TradeTermFields = Static<typeof TradeTermFields>
export type TradeTerm = Kept<TradeTermFields>

export const tradeTerms = maintainedCalls({
  noun: 'search-term',
  route: ROUTE,
  fields: TradeTermFields,
  filters: { active: Type.Boolean() },
  sorts: ['typed', 'updated_at'],
  words: ['a synonym', 'synonyms'],
})

/** A banner on home and search, which leads to its products. */
export const AdvertFields = Strict({
  code: Code,
  title: Line(40),
  text: OptionalLine(100),
  /** The lowest first; three are shown. */
  position: Type.Integer({ minimum: 0, maximum: 9_999 }),
  firstDay: nullable(Day),
  lastDay: nullable(Day),
  product_nos: Type.Array(ProductNo, { minItems: 1, maxItems: 200, uniqueItems: true }),
  active: Type.Boolean(),
})
export type AdvertFields = Static<typeof AdvertFields>
export type MaintainedAdvert = Kept<AdvertFields>

export const maintainedAdverts = maintainedCalls({
  noun: 'advert',
  route: ROUTE,
  fields: AdvertFields,
  filters: { active: Type.Boolean() },
  sorts: ['position', 'title', 'code', 'updated_at'],
  words: ['an advert', 'adverts'],
})
