import type { ProductFacts } from './product.ts'

/** Of a row (56 px) and a tile (104 px) at three device pixels, and of the product's page. */
export const PICTURE_WIDTHS = [168, 320, 800] as const

/** The smallest first: a browser takes the first that it knows. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** An address has the picture's version, so what it answers never changes: `/pictures/{product_no}/{version}/{width}.{format}`. */
export const PICTURES_PATH = '/pictures/'

/** For a `<picture>`: in each format a `srcset`, from which the browser takes the width that it needs. */
export type PictureSources = Record<PictureFormat, string>

/** undefined: the product has no picture. */
export const pictureSources = ({
  product_no,
  picture,
}: Pick<ProductFacts, 'product_no' | 'picture'>): PictureSources | undefined => {
  if (!picture) return undefined
  // PICTURES_PATH, written out: an open trolly's first load is at its bound.
  const path = `/pictures/${encodeURIComponent(product_no)}/${picture}/`
  const srcset = (format: PictureFormat) =>
    PICTURE_WIDTHS.map((width) => `${path}${width}.${format} ${width}w`).join()
  return { avif: srcset('avif'), webp: srcset('webp') }
}
