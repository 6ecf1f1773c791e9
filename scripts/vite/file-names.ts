/**
 * The first script lists the files of all pages, and hashes cannot be compressed: seven letters are the fewest that the bundler takes
 * for scripts, and six for others.
 */
export const SCRIPT_NAMES = 'assets/[name]-[hash:7].js'
/** The renderer of visitor pages, a build of its own, names the same files. */
export const ASSET_NAMES = 'assets/[name]-[hash:6][extname]'
