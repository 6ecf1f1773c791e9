import { useEffect, useState } from 'react'
import type { Drawable, productMark } from '#domain/product-mark.ts'
import { createStore } from '#src/state/store.ts'
import { useStore } from '#src/ui/store.ts'
import marksUrl from './product-marks.svg'
import styles from './product-picture.module.css'

export type StorageMark = 'ambient' | 'chilled' | 'frozen'

export type ProductPictureProps = {
  mark?: string | undefined
  /** Decides the drawing, in place of `mark`. */
  drawnAs?: Drawable | undefined
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
  const { storage = 'ambient', image, sizes = 'auto, 3.5rem', outOfStock, minimumAge } = props
  const mark = useMark(props)
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
          {mark === undefined ? null : <use href={`${marksUrl}#${mark}`} />}
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

/** Its thousand words come as the drawings do: after the page. */
const markOf = createStore<typeof productMark | undefined>(undefined)

const useMark = ({ mark = 'box', drawnAs }: ProductPictureProps): string | undefined => {
  const find = useStore(markOf)
  const isMissing = drawnAs !== undefined && find === undefined
  useEffect(() => {
    // Without them a picture keeps its tint.
    if (isMissing)
      import('#domain/product-mark.ts').then((words) => markOf.set(words.productMark)).catch(() => {})
  }, [isMissing])
  return drawnAs === undefined ? mark : find?.(drawnAs)
}

const tintOf = (storage: StorageMark): Record<`--${string}`, string> => ({
  '--storage-fill': `var(--${storage}-fill)`,
})
