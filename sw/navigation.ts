/**
 * Addresses under our origin that are not the app: opening one of these goes to the server. Files are told by their
 * ending and not by "has a dot", since a product's code may have one.
 */
export const NOT_THE_PAGE: RegExp[] = [
  /^\/(?:api|assets|builds|icons|screenshots)(?:\/|\?|$)/,
  /^[^?]*\.(?:js|mjs|css|map|json|txt|xml|html|svg|png|jpe?g|webp|avif|ico|webmanifest|pdf|csv|zip)(?:\?|$)/i,
]
