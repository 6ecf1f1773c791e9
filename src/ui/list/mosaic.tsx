import styles from './mosaic.module.css'
import { ProductPicture, type ProductPictureProps } from './product-picture.tsx'

export type MosaicProps = {
  /** The first four are shown. */
  pictures: readonly Pick<ProductPictureProps, 'mark' | 'storage' | 'image'>[]
  small?: boolean | undefined
}

/** An order, a template or a trolly as one tile of 56 px, or 36. */
export function Mosaic({ pictures, small }: MosaicProps) {
  const shown = pictures.slice(0, 4)
  return (
    <div
      className={styles.mosaic}
      data-small={small || undefined}
      data-count={shown.length}
      aria-hidden="true"
    >
      {shown.map((picture, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two products may have the same picture, and none has a state.
        <ProductPicture key={place} {...picture} />
      ))}
    </div>
  )
}
