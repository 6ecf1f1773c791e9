import { useState } from 'react'
import marksUrl from './product-marks.svg'
import styles from './product-picture.module.css'

export type StorageMark = 'ambient' | 'chilled' | 'frozen'

export type ProductPictureProps = {
  mark?: string | undefined
  storage?: StorageMark | undefined
  image?: string | undefined
}

/** The photograph, or the category's drawing if there is none or it fails to load. */
export function ProductPicture({ mark = 'box', storage = 'ambient', image }: ProductPictureProps) {
  const [failed, setFailed] = useState<string>()
  return (
    <div className={styles.picture} style={tintOf(storage)} aria-hidden="true">
      {image === undefined || failed === image ? (
        <svg className={styles.drawing} viewBox="0 0 48 48" aria-hidden="true">
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
    </div>
  )
}

/** Inherited by the drawing, which is in another document. */
const tintOf = (storage: StorageMark) => ({
  '--mark-ground': `var(--${storage}-fill)`,
  '--mark-area': `var(--${storage}-area)`,
  '--mark-light': `var(--${storage}-light)`,
  color: `var(--${storage})`,
})
