import { Box, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Customer } from '#domain/customer.ts'
import { customerChoice } from '#domain/customer-choice.ts'
import { reasonOf } from '#src/api/messages.ts'
import { customerSearchQuery, customersQuery } from '#src/device/customers/customer-queries.ts'
import { useApi } from '#src/device/device-context.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { ChoiceList } from '#src/ui/list/choice-list.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { RowSkeleton } from '#src/ui/list/row-skeleton.tsx'
import { useChoiceKeys } from '#src/ui/list/use-choice-keys.ts'
import { Badge } from '#src/ui/status/badge.tsx'

export type AccountPickerProps = {
  value?: string | undefined
  onChoose: (customer: Customer) => void
}

/** Lists up to fifteen accounts and searches more (specification, section 4). */
export function AccountPicker({ value, onChoose }: AccountPickerProps) {
  const api = useApi()
  const all = useQuery(customersQuery(api))
  const [text, setText] = useState('')
  const [searched] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS)
  const isSearching = searched !== ''
  const search = useQuery({ ...customerSearchQuery(api, searched), enabled: isSearching })

  const shown = isSearching ? search : all
  const { data = [], total = 0 } = shown.data ?? {}
  const choose = (id: string) => {
    const customer = data.find((one) => one.id === id)
    if (customer) onChoose(customer)
  }
  const choices = data.map((customer) => ({
    value: customer.id,
    label: customer.name,
    detail: [customer.id, customer.town, customer.postcode].filter(Boolean).join(' · '),
    aside: customer.onStop ? <Badge tone="red" label="On stop" /> : undefined,
  }))
  const { listbox, ...keys } = useChoiceKeys(choices, choose)
  const hasSearch = all.data !== undefined && customerChoice(all.data.total) === 'search'
  return (
    <div>
      {hasSearch ? (
        <Box px="var(--page-edge, var(--s4))" py={12} style={{ borderBottom: '1px solid var(--line)' }}>
          <SearchField
            label="Search accounts"
            value={text}
            onChange={setText}
            placeholder="Name, town or postcode"
            {...keys}
          />
        </Box>
      ) : null}
      <ListState
        count={data.length}
        loading={shown.isPending}
        expected={5}
        skeleton={<RowSkeleton title="60%" detail="40%" height="3.5rem" />}
        failed={
          shown.isError && data.length === 0
            ? {
                words: `We couldn’t load your accounts. ${reasonOf(shown.error)}`,
                onRetry: shown.refetch,
              }
            : undefined
        }
        empty={
          isSearching
            ? { words: `No accounts match “${searched}”.`, icon: null }
            : {
                words: 'No customer account is linked to your sign-in. Ask the office to link one.',
                icon: null,
                action: (
                  <Button loading={all.isFetching} onClick={() => all.refetch()}>
                    Try again
                  </Button>
                ),
              }
        }
      >
        <ChoiceList
          label="Account"
          value={value}
          choices={choices}
          onChoose={choose}
          listbox={hasSearch ? listbox : undefined}
        />
      </ListState>
      {data.length > 0 && total > data.length ? (
        <Text size="xs" c="dimmed" px="var(--page-edge, var(--s4))" py={12} role="status">
          {`${data.length} of ${total.toLocaleString('en-GB')} accounts. Type to find another.`}
        </Text>
      ) : null}
    </div>
  )
}

const SEARCH_DELAY_MS = 250
