import { useState } from 'react'
import marksUrl from './product-marks.svg'
import styles from './product-picture.module.css'

export type StorageMark = 'ambient' | 'chilled' | 'frozen'

export type ProductPictureProps = {
  mark?: string | undefined
  storage?: StorageMark | undefined
  /** A `srcset` in each format. */
  image?: { avif: string; webp: string } | undefined
  /** As of an `<img>`; its own width, and for browsers that cannot tell that of a lazy picture, its usual one. */
  sizes?: string | undefined
  outOfStock?: boolean | undefined
  /** In years; shown in the corner. */
  minimumAge?: number | undefined
}

/** The photograph, or the product's drawing if there is none or it fails to load. Fills its place. */
export function ProductPicture(props: ProductPictureProps) {
  const { mark = 'box', storage = 'ambient', image, sizes = 'auto, 3.5rem', outOfStock, minimumAge } = props
  const [failed, setFailed] = useState<string>()
  return (
    <div
      className={styles.picture}
      style={tintOf(storage)}
      data-out={outOfStock || undefined}
      aria-hidden="true"
    >
      {image === undefined || failed === image.webp ? (
        <svg className={styles.drawing} viewBox="0 0 64 64" aria-hidden="true">
          <use href={`${marksUrl}#${mark}`} />
        </svg>
      ) : (
        <picture>
          <source type="image/avif" srcSet={image.avif} sizes={sizes} />
          <img
            className={styles.image}
            loading="lazy"
            decoding="async"
            alt=""
            srcSet={image.webp}
            sizes={sizes}
            onError={() => setFailed(image.webp)}
          />
        </picture>
      )}
      {minimumAge === undefined ? null : <span className={styles.age}>{minimumAge}+</span>}
    </div>
  )
}

const tintOf = (storage: StorageMark): Record<`--${string}`, string> => ({
  '--storage-fill': `var(--${storage}-fill)`,
})
