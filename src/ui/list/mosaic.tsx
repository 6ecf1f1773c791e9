import styles from './mosaic.module.css'
import { ProductPicture, type ProductPictureProps } from './product-picture.tsx'

export type MosaicProps = {
  /** The first four that differ are shown. */
  pictures: readonly Pick<ProductPictureProps, 'mark' | 'storage' | 'image'>[]
}

/** An order, a template or a trolly as one tile. */
export function Mosaic({ pictures }: MosaicProps) {
  const shown = [...new Map(pictures.map((picture) => [lookOf(picture), picture])).values()].slice(0, 4)
  return (
    <div className={styles.mosaic} data-count={shown.length} aria-hidden="true">
      {shown.map((picture) => (
        <ProductPicture key={lookOf(picture)} {...picture} />
      ))}
    </div>
  )
}

const lookOf = ({ image, mark }: MosaicProps['pictures'][number]) => image?.webp ?? mark
