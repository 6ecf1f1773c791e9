import { POSTCODE } from '#domain/postcode.ts'

/**
 * What the route of a postcode charges, in pence: that of the longest prefix that names it, as `longestRouteOf`
 * (domain/delivery-route.ts). As text, since hot statements have it too: it looks up at most three prefixes by their key.
 * @param postcode an expression of the statement
 */
export const routeChargeSql = (postcode: string): string => `coalesce((
  SELECT dp.delivery_charge_pence FROM (SELECT upper(replace(${postcode}, ' ', '')) AS joined) p
  JOIN delivery_postcodes dp ON dp.prefix = ANY (ARRAY[substring(p.joined from '^[A-Z]+'), left(p.joined, -3),
    left(p.joined, -3) || ' ' || left(right(p.joined, 3), 1)])
  WHERE p.joined ~ '${POSTCODE.source}' AND NOT dp.deleted
  ORDER BY length(dp.prefix) DESC LIMIT 1), 0)`

/**
 * What a trolly's place charges: its delivery address, or the account.
 * @param basket, customer their names in the statement
 */
export const trollyChargeSql = (basket: string, customer: string): string =>
  `CASE WHEN ${basket}.method = 'collection' THEN 0 ELSE ${routeChargeSql(`coalesce((
    SELECT a.postcode FROM delivery_addresses a WHERE a.id = ${basket}.delivery_address_id
  ), ${customer}.postcode)`)} END`
