import { Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { dayText } from '#domain/london-time.ts'
import { countText } from '#domain/plain-text.ts'
import { isClosed } from '#domain/trollies/view.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { Button } from '#src/ui/action/button.tsx'
import { leadTo } from '#src/ui/lead-to.ts'
import { Banner } from '#src/ui/status/banner.tsx'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { TotalsList } from './order-summary.tsx'

export type TrollySummaryProps = {
  trolly: OpenTrolly
  problemCount: number
  /** The id of the list of problems on the page. */
  problemsId: string
  onChangeDay: () => void
}

/** In the panel of a wide window, above the total. */
export function TrollySummary({ trolly, problemCount, problemsId, onChangeDay }: TrollySummaryProps) {
  const { view, totals, pricesHere } = trolly
  return (
    <Stack gap={12}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={700}>
          {view.deliveryDay === null ? 'No delivery day yet' : dayText(view.deliveryDay, new Date())}
        </Text>
        {view.readOnly || isClosed(view) ? null : (
          <Button variant="subtle" compact onClick={onChangeDay}>
            Change<Hidden> delivery</Hidden>
          </Button>
        )}
      </Group>
      {pricesHere ? <TotalsList trolly={trolly} withTotal={false} /> : null}
      {problemCount > 0 && totals.lineCount > 0 ? (
        <Banner tone="red" inset>
          <UnstyledButton fz="inherit" fw={700} td="underline" onClick={() => leadTo(problemsId)}>
            {`${countText(problemCount, 'problem')} to fix before you order`}
          </UnstyledButton>
        </Banner>
      ) : null}
    </Stack>
  )
}
