import { Group, Skeleton, Stack, Text } from '@mantine/core'
import {
  IconBell,
  IconChevronRight,
  IconCircleCheck,
  IconMail,
  IconMapPin,
  IconShoppingCart,
  IconSpeakerphone,
  IconUserPlus,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { CutOff, StaffHome as Home, MissingCustomer } from '#contract/staff-home.ts'
import { asOfText } from '#domain/as-of.ts'
import { dayText, londonTimeOf } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import { listNameOf, ORDER_STATUS_WORDS } from '#domain/order.ts'
import { countText, numberText } from '#domain/plain-text.ts'
import { useUser } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { CUSTOMER_HOME } from '#src/device/use-is-office-home.ts'
import { useOrderingFor } from '#src/device/use-ordering-for.ts'
import { AnnouncementBanner } from '#src/features/company/announcement-banner.tsx'
import { useOrderFor } from '#src/features/customers/use-order-for.ts'
import { PasskeyOffer } from '#src/features/session/passkeys/passkey-offer.tsx'
import { useMissingCustomers, useStaffHome } from '#src/features/staff-home/use-staff-home.ts'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { ContactLink } from '#src/ui/action/contact-link.tsx'
import { type Figure, Figures } from '#src/ui/kit/report/figures.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import rowLink from '#src/ui/list/row-link.module.css'
import { RowSkeleton } from '#src/ui/list/row-skeleton.tsx'
import { AgeNote } from '#src/ui/status/age-note.tsx'
import { CountDown, durationWords } from '#src/ui/status/count-down.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { HiddenStatus } from '#src/ui/status/hidden.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { ProgressBar } from '#src/ui/status/progress-bar.tsx'
import { type Tone, toneStyle } from '#src/ui/status/tone.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import styles from './staff-home.module.css'

/** The office's home: what has to be looked after now. Each figure leads to where that is done. */
export function StaffHome() {
  const { home, at, failure, retry } = useStaffHome()
  const { value: ordering } = useOrderingFor()
  const now = new Date(useMinute())
  return (
    <>
      <AnnouncementBanner />
      <PasskeyOffer />
      <PageHeader
        title="Today"
        detail={home && dayText(home.day, now)}
        actions={
          ordering === null ? <ButtonLink to={CUSTOMER_HOME}>Order for a customer</ButtonLink> : undefined
        }
      />
      {home === undefined ? (
        failure === undefined ? (
          <Loading />
        ) : (
          <FailedState words={`Today’s figures could not be loaded. ${failure}`} onRetry={retry} />
        )
      ) : (
        <>
          {/* The status line says why. */}
          {failure === undefined ? null : <AgeNote>{`As of ${asOfText(new Date(at), now)}`}</AgeNote>}
          <div className={styles.figures}>
            <Figures figures={figuresOf(home, now)} />
          </div>
          <div className={styles.columns}>
            <div>
              {ordering ? <CurrentCustomer ordering={ordering} now={now} /> : null}
              <Tasks home={home} now={now} />
            </div>
            <CutOffs cutOffs={home.cutOffs} now={now} />
          </div>
        </>
      )}
    </>
  )
}

function Loading() {
  return (
    <Stack gap={8} px="var(--page-edge)" py={8}>
      <HiddenStatus>Loading</HiddenStatus>
      <Skeleton height="3.75rem" radius="md" />
      {['first', 'second', 'third', 'fourth'].map((row) => (
        <RowSkeleton key={row} height="3.5rem" />
      ))}
    </Stack>
  )
}

const figuresOf = ({ day, orders, deliveredToday, lateExports }: Home, now: Date): Figure[] => [
  ...orders.map(({ status, count, totalPence }) => ({
    label: ORDER_STATUS_WORDS[status],
    value: numberText(count),
    detail: count === 0 ? undefined : moneyText(totalPence),
    to: `/orders/${listNameOf(status)}-orders`,
  })),
  {
    label: 'Delivered today',
    value: numberText(deliveredToday),
    to: `/orders/history?accounts=all&status=delivered&day=${day}`,
  },
  {
    label: 'Late exports',
    value: numberText(lateExports.count),
    detail: sinceWords(lateExports.oldestAt, now),
    tone: lateExports.count > 0 ? 'red' : undefined,
    to: '/orders/active-orders?exported=late',
  },
]

const sinceWords = (oldestAt: string | null, now: Date): string | undefined =>
  oldestAt === null ? undefined : `oldest ${durationWords(now.getTime() - Date.parse(oldestAt))}`

type OrderingFor = NonNullable<ReturnType<typeof useOrderingFor>['value']>

/** Whom this person orders for at the moment. */
function CurrentCustomer({ ordering, now }: { ordering: OrderingFor; now: Date }) {
  const { customer, deliveryDay, trolly } = ordering
  const day = deliveryDay === null ? 'No delivery day yet' : dayText(deliveryDay, now)
  return (
    <Section title="Ordering for" flush>
      <Row
        icon={<IconShoppingCart size={20} aria-hidden="true" />}
        tone="blue"
        title={customer.name}
        detail={trolly ? `${countText(trolly.lineCount, 'line')} in the trolly · ${day}` : day}
        to={CUSTOMER_HOME}
        action={trolly ? <ButtonLink to={`/orders/create-${trolly.id}`}>Open trolly</ButtonLink> : null}
      />
    </Section>
  )
}

type Task = {
  key: string
  icon: ReactNode
  tone: Tone
  title: string
  detail?: string | undefined
  to: string
}

function Tasks({ home, now }: { home: Home; now: Date }) {
  const tasks = tasksOf(home, now)
  return (
    <Section title="Requests and alerts" flush>
      <ListState
        count={tasks.length}
        empty={{
          words: 'Nothing is waiting for you.',
          icon: <IconCircleCheck size={28} color="var(--green)" aria-hidden="true" />,
        }}
      >
        <ul aria-label="Requests and alerts">
          {tasks.map(({ key, ...task }) => (
            <li key={key}>
              <Row {...task} />
            </li>
          ))}
        </ul>
      </ListState>
    </Section>
  )
}

const tasksOf = ({ mails, requests, stockAlerts, agentAlerts }: Home, now: Date): Task[] => [
  ...(mails.failing + mails.waiting === 0
    ? []
    : [
        {
          key: 'mails',
          icon: <IconMail size={20} aria-hidden="true" />,
          tone: mails.failing > 0 ? ('red' as const) : ('plain' as const),
          title:
            mails.failing > 0
              ? `${countText(mails.failing, 'mail')} failing`
              : `${countText(mails.waiting, 'mail')} waiting`,
          detail: [
            ...(mails.failing > 0 && mails.waiting > 0 ? [`${numberText(mails.waiting)} more waiting`] : []),
            sinceWords(mails.oldestAt, now),
          ].join(', '),
          to: '/maintenance/server-maintenance',
        },
      ]),
  ...(requests.accounts === 0
    ? []
    : [
        {
          key: 'accounts',
          icon: <IconUserPlus size={20} aria-hidden="true" />,
          tone: 'green' as const,
          title: `${countText(requests.accounts, 'account request')} to decide`,
          to: '/maintenance/user-account-requests?state=open',
        },
      ]),
  ...(requests.places === 0
    ? []
    : [
        {
          key: 'places',
          icon: <IconMapPin size={20} aria-hidden="true" />,
          tone: 'green' as const,
          title: `${countText(requests.places, 'person', 'people')} waiting for deliveries`,
          detail: 'They asked us to say when we deliver there',
          to: '/maintenance/postcodes?show=asked',
        },
      ]),
  ...(stockAlerts.waiting === 0
    ? []
    : [
        {
          key: 'stock',
          icon: <IconBell size={20} aria-hidden="true" />,
          tone: 'blue' as const,
          title: `${countText(stockAlerts.waiting, 'stock alert')} waiting`,
          detail: `For ${countText(stockAlerts.products, 'product')}`,
          to: '/reports/stock-alerts?state=waiting',
        },
      ]),
  ...(agentAlerts === 0
    ? []
    : [
        {
          key: 'agents',
          icon: <IconSpeakerphone size={20} aria-hidden="true" />,
          tone: 'plain' as const,
          title: `${countText(agentAlerts, 'agent alert')} shown to customers`,
          detail: 'Today',
          to: '/maintenance/agent-alerts?shown=today',
        },
      ]),
]

type RowProps = Omit<Task, 'key'> & { action?: ReactNode }

/** A link for those who may open the page, and the same words for others. */
function Row({ icon, tone, title, detail, to, action }: RowProps) {
  const { acl_routes_available: allowed } = useUser()
  const mayOpen = allowed.includes(to.split('?')[0] ?? to)
  return (
    <div className={`${rowLink.row} ${styles.row}`}>
      <span className={styles.icon} data-tone={tone} style={toneStyle(tone)}>
        {icon}
      </span>
      <div>
        {mayOpen ? (
          <Link className={rowLink.link} to={to}>
            {title}
          </Link>
        ) : (
          <Text span fw={500}>
            {title}
          </Text>
        )}
        {detail ? (
          <Text size="xs" c="dimmed">
            {detail}
          </Text>
        ) : null}
      </div>
      {action ? (
        <div className={rowLink.above}>{action}</div>
      ) : mayOpen ? (
        <IconChevronRight size={18} color="var(--ink-soft)" aria-hidden="true" />
      ) : null}
    </div>
  )
}

function CutOffs({ cutOffs, now }: { cutOffs: readonly CutOff[]; now: Date }) {
  const [opened, setOpened] = useState<CutOff>()
  return (
    <Section title="Today’s cut-offs" flush>
      <ListState count={cutOffs.length} empty={{ words: 'No cut-offs today.', icon: null }}>
        <ul aria-label="Today’s cut-offs">
          {cutOffs.map((cutOff) => (
            <CutOffRow
              key={`${cutOff.cutOffAt} ${cutOff.route} ${cutOff.deliveryDay}`}
              cutOff={cutOff}
              now={now}
              onOpen={() => setOpened(cutOff)}
            />
          ))}
        </ul>
      </ListState>
      {opened ? <CutOffSheet cutOff={opened} now={now} onClose={() => setOpened(undefined)} /> : null}
    </Section>
  )
}

const nameOf = ({ route }: CutOff): string => (route === '' ? 'No route' : route)

type CutOffRowProps = { cutOff: CutOff; now: Date; onOpen: () => void }

function CutOffRow({ cutOff, now, onOpen }: CutOffRowProps) {
  const { cutOffAt, depots, deliveryDay, usual, missing } = cutOff
  const until = Date.parse(cutOffAt)
  const words = orderedWords(cutOff)
  return (
    <li className={`${rowLink.row} ${styles.cutOff}`}>
      <Text span fw={700} className={styles.time ?? ''}>
        {londonTimeOf(new Date(until))}
      </Text>
      <div>
        <button type="button" className={rowLink.link} aria-haspopup="dialog" onClick={onOpen}>
          {nameOf(cutOff)}
        </button>
        <Text size="xs" c="dimmed">
          {[...depots, `for ${dayText(deliveryDay, now)}`].join(' · ')}
        </Text>
      </div>
      <Text span size="xs" c="dimmed">
        <CountDown until={until} passed="Closed" calm={missing === 0 || until <= now.getTime()} />
      </Text>
      <Stack gap={4} className={styles.progress ?? ''}>
        {usual === 0 ? null : (
          <ProgressBar
            share={(usual - missing) / usual}
            words={words}
            tone={missing === 0 ? 'green' : 'plain'}
            size={6}
          />
        )}
        <Text size="xs" c="dimmed">
          {words}
        </Text>
      </Stack>
    </li>
  )
}

const orderedWords = ({ usual, missing, ordered }: CutOff): string =>
  usual === 0
    ? `${countText(ordered, 'customer has', 'customers have')} ordered`
    : `${numberText(usual - missing)} of ${countText(usual, 'usual customer has', 'usual customers have')} ordered`

/** Who may still have to be called, and the orders of the day. */
function CutOffSheet({ cutOff, now, onClose }: { cutOff: CutOff; now: Date; onClose: () => void }) {
  const { customers, isLoading, failure, retry } = useMissingCustomers(cutOff)
  return (
    <Sheet
      open
      flush
      title={`${nameOf(cutOff)}: not ordered yet`}
      onClose={onClose}
      foot={
        <ButtonLink fullWidth to={`/orders/active-orders?deliveryDay=${cutOff.deliveryDay}`}>
          {`All orders for ${dayText(cutOff.deliveryDay, now)}`}
        </ButtonLink>
      }
    >
      <ListState
        count={customers.length}
        loading={isLoading}
        expected={Math.min(cutOff.missing, 8)}
        skeleton={<RowSkeleton height="4rem" />}
        failed={
          failure === undefined
            ? undefined
            : { words: `The customers could not be loaded. ${failure}`, onRetry: retry }
        }
        empty={{ words: 'All usual customers have ordered.', icon: null }}
      >
        <ul aria-label="Customers who have not ordered yet">
          {customers.map((customer) => (
            <MissingRow key={customer.id} customer={customer} />
          ))}
        </ul>
      </ListState>
    </Sheet>
  )
}

function MissingRow({ customer: { id, name, phone } }: { customer: MissingCustomer }) {
  const orderFor = useOrderFor()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const order = async () => {
    setBusy(true)
    try {
      if (await orderFor(id)) navigate(CUSTOMER_HOME)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={`${rowLink.row} ${styles.missing}`}>
      <div>
        <Text fw={500}>{name}</Text>
        <Group gap="0 8px">
          <Text span size="xs" c="dimmed">
            {id}
          </Text>
          {phone === '' ? null : <ContactLink to={{ phone }} />}
        </Group>
      </div>
      <Button loading={busy} onClick={() => void order()}>
        Order for them
      </Button>
    </li>
  )
}
