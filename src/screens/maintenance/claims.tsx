import { useState } from 'react'
import type { Claim, claims } from '#contract/claims.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { OFFICE_STATE_WORDS, problemText } from '#domain/check-ins-shown.ts'
import { CLAIM_STATES } from '#domain/claims.ts'
import { amountCell } from '#domain/csv.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { ClaimSheet } from '#src/features/claims/claim-sheet.tsx'
import { useClaims } from '#src/features/claims/use-claims.ts'
import { DAY_ORDER, type ListColumn, NUMBER_ORDER } from '#src/ui/kit/list/list-column.ts'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import { ListScreen } from '#src/ui/kit/list/list-screen.tsx'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { Badge } from '#src/ui/status/badge.tsx'
import type { Tone } from '#src/ui/status/tone.tsx'

const TONES: Record<(typeof CLAIM_STATES)[number], Tone> = {
  open: 'amber',
  asked: 'blue',
  accepted: 'green',
  refused: 'plain',
}
const wordsOf = ({ state }: Claim): string => (state === null ? '' : OFFICE_STATE_WORDS[state])

const COLUMNS: ListColumn<Claim>[] = [
  {
    id: 'claimNo',
    label: 'Claim',
    text: ({ claimNo }) => claimNo ?? '',
    sortable: true,
    orderWords: NUMBER_ORDER,
    width: '6rem',
  },
  {
    id: 'customerName',
    label: 'Account',
    text: ({ customerName }) => customerName,
    sortable: true,
    narrow: 'plain',
  },
  { id: 'orderNo', label: 'Order', text: ({ orderNo }) => orderNo, narrow: 'spare', width: '7rem' },
  {
    id: 'lines',
    label: 'Problems',
    text: ({ lines }) => lines.map((line) => `${line.name}: ${problemText(line)}`).join(', '),
  },
  {
    id: 'receivedAt',
    label: 'On',
    text: ({ receivedAt }) => dayText(londonDayOf(new Date(receivedAt)), new Date()),
    csv: ({ receivedAt }) => londonDayOf(new Date(receivedAt)),
    sortable: true,
    orderWords: DAY_ORDER,
    width: '8rem',
  },
  {
    id: 'creditPence',
    label: 'Credit',
    text: ({ creditPence }) => (creditPence === null ? '' : moneyText(creditPence)),
    csv: ({ creditPence }) => (creditPence === null ? '' : amountCell(creditPence)),
    width: '7rem',
  },
  {
    id: 'state',
    label: 'State',
    text: wordsOf,
    cell: (claim) =>
      claim.state === null ? null : <Badge label={wordsOf(claim)} tone={TONES[claim.state]} />,
    narrow: 'badge',
    width: '10rem',
  },
]

const LATEST = { sort: 'receivedAt', descending: true }

export function Screen() {
  const address = useListAddress(LATEST)
  const { rows, loadRows, counts } = useClaims(address.request)
  const [opened, setOpened] = useState<Claim>()
  return (
    <>
      <ListScreen
        title="Claims"
        detail="What customers report of their deliveries"
        noun={['claim', 'claims']}
        address={address}
        found={rows}
        columns={COLUMNS}
        filters={filtersOf(counts)}
        rowId={({ id }) => id}
        onOpen={setOpened}
        csv={{ name: 'claims', loadRows, onFailure: showFailure }}
        empty={{ words: 'No customer has claimed anything yet.', icon: null }}
      />
      {opened ? <ClaimSheet key={opened.id} claim={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}

const filtersOf = (counts: ReplyOf<typeof claims.filters> | undefined): ListFilter[] => [
  {
    name: 'state',
    label: 'State',
    any: 'Any state',
    options: CLAIM_STATES.map((value) => {
      const count = counts?.states.find(({ state }) => state === value)?.count
      return {
        value,
        label: count === undefined ? OFFICE_STATE_WORDS[value] : `${OFFICE_STATE_WORDS[value]} (${count})`,
      }
    }),
  },
  {
    name: 'customerId',
    label: 'Account',
    any: 'Any account',
    options: (counts?.customers ?? []).map(({ id, name, count }) => ({
      value: id,
      label: `${name} (${count})`,
    })),
  },
]
