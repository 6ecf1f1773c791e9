/**
 * The discounts (domain/discounts.ts) that may apply to a customer's orders, as a JSON array. As text, since hot statements have
 * it too: without discounts it is one look into an empty table.
 * @param customer the name of its row in the statement
 */
export const discountsSql = (customer: string): string => `(
  SELECT coalesce(json_agg(json_build_object('id', d.code, 'name', d.name, 'customerId', d.customer_id,
    'priceListId', d.price_list_id, 'productNo', d.product_no, 'brand', d.brand, 'category', d.category,
    'kind', d.kind, 'basisPoints', d.basis_points, 'offUnitPence', d.off_unit_pence,
    'minimumUnits', d.minimum_units, 'minimumNetPence', d.minimum_net_pence,
    'validFrom', d.valid_from, 'validTo', d.valid_to, 'combines', d.combines, 'onPromotions', d.on_promotions,
    'capPence', d.cap_pence, 'active', d.active) ORDER BY d.code), '[]')
  FROM discounts d
  WHERE d.active AND NOT d.deleted AND (d.customer_id IS NULL OR d.customer_id = ${customer}.id)
    AND (d.price_list_id IS NULL OR d.price_list_id = ${customer}.price_list_id))`
