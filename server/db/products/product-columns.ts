import { SALES_RANK_UNKNOWN, STOCK_TOLD_UP_TO } from '#domain/product.ts'

/** For `p`: imported, else derived from sales, else last. */
export const SALES_RANK = `coalesce(p.sales_rank, p.derived_sales_rank, ${SALES_RANK_UNKNOWN})`

/** The contract's ProductFacts and Product, so that a row is the reply. Reads `p`, `s` (stock) and `pr` (prices). */
export const PRODUCT_FACTS_COLUMNS = `
  p.product_no, p.name, p.brand, p.pack, p.unit, p.other_unit_product_no AS "otherUnitProductNo",
  p.unit_count AS "unitCount", p.content_amount AS "contentAmount", p.content_measure AS "contentMeasure", p.gtins,
  p.department, p.product_group AS "group", p.category, p.storage_type AS "storageType",
  p.vat_basis_points AS "vatBasisPoints", p.contains, p.may_contain AS "mayContain",
  p.suitable_for AS "suitableFor", p.catch_weight AS "catchWeight",
  p.estimated_weight_grams AS "estimatedWeightGrams", p.minimum_age AS "minimumAge",
  p.is_spot_priced AS "isSpotPriced", p.promotion, p.reduced_to_clear AS "reducedToClear", p.is_new AS "isNew",
  least(greatest(coalesce(s.quantity, 0), 0), ${STOCK_TOLD_UP_TO}) AS "stockQuantity", ${SALES_RANK} AS "salesRank", coalesce(p.picture, '') AS picture`

export const PRODUCT_COLUMNS = `${PRODUCT_FACTS_COLUMNS}, pr.pence AS "pricePence"`

/** `priceList` is the SQL of the price list's id. */
export const productJoins = (priceList: string): string => `
  LEFT JOIN stock s ON s.product_no = p.product_no
  LEFT JOIN prices pr ON pr.price_list_id = ${priceList} AND pr.product_no = p.product_no`
