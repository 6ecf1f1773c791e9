/** What it opens is behind its `#`, which browsers send to no server. */
export const RELAY_PATH = '/orders/relay'
