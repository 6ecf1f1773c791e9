import { Text } from '@mantine/core'
import { numberText } from '#domain/plain-text.ts'
import { Hidden } from '#src/ui/status/hidden.tsx'
import styles from './adverts.module.css'
import type { AdvertsProps } from './adverts.tsx'

export function AdvertBanners({ adverts, onOpen }: Pick<AdvertsProps, 'adverts' | 'onOpen'>) {
  return adverts.map(({ code, title, text, count }) => (
    <div key={code} className={styles.banner}>
      <Text fw={700} className={styles.title ?? ''}>
        {title}
      </Text>
      <Text size="xs" className={styles.text ?? ''}>
        {text}
      </Text>
      <button type="button" className={styles.open} onClick={() => onOpen(code)}>
        {count === 1 ? 'See 1 product' : `See ${numberText(count)} products`} <Hidden>in {title}</Hidden>
      </button>
    </div>
  ))
}
