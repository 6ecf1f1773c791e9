import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useAddressParams } from '#src/ui/form/use-address-params.ts'

export type ListChoiceProps = {
  label: string
  /** The first is shown where the address names none. */
  lists: readonly { value: string; label: string }[]
}

/** Which of a page's lists is shown; kept in the address as `list`. Changing it begins the other list afresh. */
export function ListChoice({ label, lists }: ListChoiceProps) {
  const [, setParams] = useAddressParams()
  const chosen = useChosenList(lists)
  return (
    <SegmentedControl
      aria-label={label}
      mx="var(--page-edge, var(--s4))"
      mb={12}
      data={lists.map((list) => ({ ...list }))}
      value={chosen}
      onChange={(value) =>
        setParams(new URLSearchParams(value === lists[0]?.value ? {} : { list: value }), {})
      }
    />
  )
}

export const useChosenList = (lists: ListChoiceProps['lists']): string => {
  const [params] = useAddressParams()
  const named = params.get('list')
  return lists.find(({ value }) => value === named)?.value ?? lists[0]?.value ?? ''
}
