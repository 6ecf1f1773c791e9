import { Stack } from '@mantine/core'
import { IconCheck, IconCloudOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { asOfText } from '#domain/as-of.ts'
import { idOfLane, nounOfLane } from '#domain/outbox/record.ts'
import { countText } from '#domain/plain-text.ts'
import { TROLLY, type TrollyRecord } from '#domain/trollies/operation.ts'
import type { NameOf } from '#domain/trollies/words.ts'
import { useDevice, useUser, useUserDevice } from '#src/device/device-context.tsx'
import { useLive, useLiveIn } from '#src/device/use-live.ts'
import { useStorageState } from '#src/device/use-storage-state.ts'
import { listUnsentWorkOfOthers } from '#src/store/device/unsent-work.ts'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { EmptyState } from '#src/ui/status/empty-state.tsx'
import { titleOfLane } from './lane-words.ts'
import { type LaneWork, productNames } from './read-work.ts'
import { StorageBanner } from './storage-banner.tsx'
import { WaitingList } from './waiting-list.tsx'
import type { DecisionParts, WorkSheetProps } from './work-sheet.tsx'
import { countWork } from './work-status.ts'

/** The sheet already has the padding of sections. */
const NO_PAGE_EDGE = { '--page-edge': '0px' }

export function OpenWork({ work, placed, readsFailed, lateOrders, ...parts }: Omit<WorkSheetProps, 'open'>) {
  const now = useSecond()
  const { sendNow } = useUserDevice()
  const { questions, waiting } = countWork(work)
  const { lanes } = work
  const { stranded = 0 } = useStorageState()
  const records = lanes.flatMap(({ queue }) => queue)
  const names = useLive({
    key: ['names in work', ...records.map(({ opId }) => opId)],
    read: (database) => productNames(database, records),
  })
  const nameOf: NameOf = (product_no) => names.value?.get(product_no) ?? product_no
  // Avoids showing product numbers before their names have loaded.
  const named = names.state === 'loading' ? [] : lanes
  return (
    <Stack gap={12} style={NO_PAGE_EDGE}>
      <StorageBanner inset />
      {placed.map((words) => (
        <Banner key={words} tone="green" inset>
          {words}
        </Banner>
      ))}
      <ContactLine work={work} readsFailed={readsFailed} now={now} />
      {waiting > 0 ? (
        <Button
          fullWidth
          variant={questions > 0 || work.contact?.reached === false ? 'default' : 'filled'}
          onClick={() => sendNow()}
        >
          Send now
        </Button>
      ) : null}
      {named.map((lane) => (
        <LaneSection
          key={lane.lane}
          lane={lane}
          tooLate={lateOrders.get(idOfLane(lane.lane))}
          nameOf={nameOf}
          now={now}
          {...parts}
        />
      ))}
      {lanes.length === 0 && stranded === 0 ? (
        <EmptyState
          words="All your changes have been sent."
          icon={<IconCheck size={28} stroke={1.75} aria-hidden="true" />}
        />
      ) : null}
      <OthersWork />
    </Stack>
  )
}

function LaneSection({
  lane,
  tooLate,
  nameOf,
  now,
  onClose,
  Decision,
  Held,
  Questions,
}: DecisionParts & {
  lane: LaneWork
  tooLate: string | undefined
  nameOf: NameOf
  now: Date
  onClose: () => void
}) {
  const { name, queue, decisions, held, isOfNewerBuild } = lane
  const trollyId = idOfLane(lane.lane)
  const isTrolly = nounOfLane(lane.lane) === TROLLY
  const waiting = queue.filter(({ state }) => state !== 'attention')
  return (
    <Section title={titleOfLane(lane.lane, name)}>
      <Stack gap={12}>
        {isOfNewerBuild ? (
          <Banner tone="blue" inset>
            These changes were made in a newer version of Trolly and will send once it is open again.
          </Banner>
        ) : null}
        {tooLate === undefined ? null : (
          <Banner
            tone="red"
            inset
            action={
              <ButtonLink compact to={`/orders/create/search/checkout-${trollyId}`} onClick={onClose}>
                Review the order
              </ButtonLink>
            }
          >
            <strong>Not placed.</strong> {tooLate}.
          </Banner>
        )}
        {isTrolly || isOfNewerBuild ? null : <Questions lane={lane.lane} queue={queue} nameOf={nameOf} />}
        {isTrolly && held && !isOfNewerBuild ? (
          <Held trollyId={trollyId} refusal={held} queue={queue as TrollyRecord[]} nameOf={nameOf} />
        ) : null}
        {(isTrolly ? decisions : []).map((decision) => (
          <Decision key={decision.opId} trollyId={trollyId} decision={decision} nameOf={nameOf} elsewhere />
        ))}
        {waiting.length > 0 && !isOfNewerBuild ? (
          <WaitingList queue={waiting} nameOf={nameOf} now={now} />
        ) : null}
      </Stack>
    </Section>
  )
}

function ContactLine({
  work: { contact, pausedUntil, pricesAt },
  readsFailed,
  now,
}: Pick<WorkSheetProps, 'work' | 'readsFailed'> & { now: Date }) {
  const isKept = useStorageState().database !== 'memory'
  if (contact?.reached === false) {
    const prices = pricesAt === null ? '' : ` Prices as of ${asOfText(new Date(pricesAt), now)}.`
    return (
      <Banner tone="plain" icon={<IconCloudOff size={18} aria-hidden="true" />} inset>
        {isKept
          ? `You’re offline. Changes are saved and will send automatically.${prices}`
          : `You’re offline. We’ll keep trying.${prices}`}
      </Banner>
    )
  }
  if (pausedUntil > now.getTime()) {
    return (
      <Banner tone="blue" inset>
        {`Trolly is busy. Your changes will send automatically after ${asOfText(new Date(pausedUntil), now)}.`}
      </Banner>
    )
  }
  if (readsFailed) {
    return (
      <Banner tone="amber" inset>
        Some information couldn’t be loaded, so this page may be out of date. Your own changes are not
        affected.
      </Banner>
    )
  }
  return null
}

const useSecond = (): Date => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Reveals nothing else about other users' work. */
function OthersWork() {
  const { database } = useDevice()
  const { id } = useUser()
  // If this cannot be read, say nothing: the user's own work is reported elsewhere.
  const { value: others } = useLiveIn(database, {
    key: ['work of others', id],
    read: () => listUnsentWorkOfOthers(database, id),
  })
  if (!others || others.length === 0) return null
  const operations = others.reduce((sum, work) => sum + work.operations, 0)
  const trollies = others.reduce((sum, work) => sum + work.trollies, 0)
  return (
    <Banner tone="blue" inset>
      {`${countText(operations, 'unsent change')}${trollies === 0 ? '' : ` in ${countText(trollies, 'trolly', 'trollies')}`} ${
        operations === 1 ? 'belongs' : 'belong'
      } to ${others.length === 1 ? 'another user' : `${others.length} other users`} of this device. ${operations === 1 ? 'It' : 'They'} will send when ${others.length === 1 ? 'that user signs in' : 'those users sign in'}.`}
    </Banner>
  )
}
