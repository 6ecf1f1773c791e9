import { useState } from 'react'
import marksUrl from './product-marks.svg'
import styles from './product-picture.module.css'

export type StorageMark = 'ambient' | 'chilled' | 'frozen'

export type ProductPictureProps = {
  mark?: string | undefined
  storage?: StorageMark | undefined
  image?: string | undefined
  outOfStock?: boolean | undefined
  /** In years; shown in the corner. */
  minimumAge?: number | undefined
}

/** The photograph, or the product's drawing if there is none or it fails to load. Fills its place. */
export function ProductPicture(props: ProductPictureProps) {
  const { mark = 'box', storage = 'ambient', image, outOfStock, minimumAge } = props
  const [failed, setFailed] = useState<string>()
  return (
    <div
      className={styles.picture}
      style={tintOf(storage)}
      data-out={outOfStock || undefined}
      aria-hidden="true"
    >
      {image === undefined || failed === image ? (
        <svg className={styles.drawing} viewBox="0 0 64 64" aria-hidden="true">
          <use href={`${marksUrl}#${mark}`} />
        </svg>
      ) : (
        <img
          className={styles.image}
          src={image}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(image)}
        />
      )}
      {minimumAge === undefined ? null : <span className={styles.age}>{minimumAge}+</span>}
    </div>
  )
}

const tintOf = (storage: StorageMark): Record<`--${string}`, string> => ({
  '--storage-fill': `var(--${storage}-fill)`,
})
