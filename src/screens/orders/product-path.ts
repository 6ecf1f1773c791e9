/** Where a product stands for this trolly. A number of a product may hold anything, `/` and `?` included. */
export const productPath = (product_no: string, trollyId: string): string =>
  `/orders/create/search/product-${encodeURIComponent(product_no)}?trolly=${trollyId}`
