import { Pagination } from '@mantine/core'
import '@mantine/core/styles/Pagination.layer.css'
import type { FoundRows } from './found-rows.ts'
import styles from './list-pager.module.css'
import type { ListRequest } from './list-request.ts'

type ListPagerProps = {
  request: Pick<ListRequest, 'page'>
  found: Pick<FoundRows<unknown>, 'total' | 'pageLength'>
  onPage: (page: number) => void
}

export function ListPager({ request, found, onPage }: ListPagerProps) {
  const pages = Math.ceil(found.total / found.pageLength)
  if (pages <= 1) return null
  return (
    <Pagination.Root
      component="nav"
      aria-label="Pages"
      className={styles.pager ?? ''}
      classNames={{ control: styles.control ?? '', dots: styles.dots ?? '' }}
      total={pages}
      value={request.page}
      siblings={1}
      onChange={onPage}
      getItemProps={(page) => ({
        'aria-label': `Page ${page}`,
        'aria-current': page === request.page ? 'page' : undefined,
      })}
    >
      <Pagination.Previous aria-label="Previous page" />
      <Pagination.Items />
      <Pagination.Next aria-label="Next page" />
    </Pagination.Root>
  )
}
