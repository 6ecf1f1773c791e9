import { useSearchParams } from 'react-router-dom'
import { ListChoice, useChosenList } from '#src/ui/kit/record/list-choice.tsx'
import { NamedCustomers } from './safety-notices/named-customers.tsx'
import { NoticeList } from './safety-notices/notice-list.tsx'
import { RecallList } from './safety-notices/recall-list.tsx'

const LISTS = [
  { value: 'notices', label: 'Notices' },
  { value: 'recalls', label: 'Recalls' },
]

const CHOICE = <ListChoice label="Notices or recalls" lists={LISTS} />

/** All notices, the recalls among them to be maintained, and by `?notice=` whom one of them names. */
export function Screen() {
  const list = useChosenList(LISTS)
  const notice = useSearchParams()[0].get('notice')
  if (notice) return <NamedCustomers key={notice} id={notice} />
  return list === 'recalls' ? <RecallList above={CHOICE} /> : <NoticeList above={CHOICE} />
}
