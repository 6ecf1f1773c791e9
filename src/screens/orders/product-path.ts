/** Product numbers may contain any character, including `/` and `?`. */
export const productPath = (product_no: string, trollyId: string): string =>
  `/orders/create/search/product-${encodeURIComponent(product_no)}?trolly=${trollyId}`
