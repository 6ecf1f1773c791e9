/**
 * What the route of a trolly's postcode charges, in pence: that of its delivery address, or of the account. As text,
 * since hot statements have it too: it looks up at most four prefixes by their key.
 * @param basket, customer their names in the statement
 */
export const routeChargeSql = (basket: string, customer: string): string =>
  `CASE WHEN ${basket}.method = 'collection' THEN 0 ELSE coalesce((
    SELECT dp.delivery_charge_pence FROM (SELECT left(upper(replace(coalesce((
        SELECT a.postcode FROM delivery_addresses a WHERE a.id = ${basket}.delivery_address_id
      ), ${customer}.postcode), ' ', '')), -3) AS code) AS outward
    JOIN delivery_postcodes dp ON dp.prefix = ANY (
      ARRAY[left(outward.code, 1), left(outward.code, 2), left(outward.code, 3), outward.code])
    ORDER BY length(dp.prefix) DESC LIMIT 1), 0) END`
