/** The page of a product for this trolly. Product numbers may contain anything, `/` and `?` included. */
export const productPath = (product_no: string, trollyId: string): string =>
  `/orders/create/search/product-${encodeURIComponent(product_no)}?trolly=${trollyId}`
