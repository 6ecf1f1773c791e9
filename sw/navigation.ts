/** Addresses that go to the server. Files match by their ending, as a product's code may contain a dot. */
export const NOT_THE_PAGE: RegExp[] = [
  /^\/(?:api|assets|builds|icons|screenshots)(?:\/|\?|$)/,
  /^[^?]*\.(?:js|mjs|css|map|json|txt|xml|html|svg|png|jpe?g|webp|avif|ico|webmanifest|pdf|csv|zip)(?:\?|$)/i,
]
