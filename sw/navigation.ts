/** Addresses that go to the server. Files match by their ending, as a product's code may contain a dot. */
export const NOT_THE_PAGE: RegExp[] = [
  /^\/(?:api|assets|builds|icons|pictures|screenshots)(?:\/|\?|$)/,
  /^[^?]*\.(?:js|mjs|css|map|json|txt|xml|html|svg|png|jpe?g|webp|avif|ico|webmanifest|pdf|csv|zip)(?:\?|$)/i,
]

/** A captive portal answers every request with its page. The app's own page is known by its hash. */
export const kept = ({ request, response }: { request: Request; response: Response }): Response | null => {
  const isPage = response.headers.get('content-type')?.includes('html') === true
  const isOurs = !isPage || new URL(request.url).pathname === '/index.html'
  return response.status === 200 && isOurs ? response : null
}
