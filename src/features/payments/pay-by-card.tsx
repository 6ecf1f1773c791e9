import { Group, Stack } from '@mantine/core'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Payment } from '#contract/payments.ts'
import { dayText } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import { ApiError } from '#src/api/api-error.ts'
import { messageOfError } from '#src/api/messages.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { LoadingRows, RowSkeleton } from '#src/ui/list/row-skeleton.tsx'
import { announce } from '#src/ui/status/announcer.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { EmptyState } from '#src/ui/status/empty-state.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { CardForm } from './card-form.tsx'
import { paymentWords } from './payment-words.ts'
import { usePayment } from './use-payment.ts'

/**
 * Safe to leave, reload and come back to, in several tabs: each asks the server for the state of the payment, and all share one
 * intent, which is charged once.
 */
export function PayByCard({ id, cardKey }: { id: string; cardKey: string | undefined }) {
  const { data, error, askAgain } = usePayment(id)
  const { pathname } = useLocation()
  useForgottenSecret()
  if (data) {
    const { payment, clientSecret } = data
    return (
      <Standing payment={payment}>
        {clientSecret !== null && cardKey !== undefined ? (
          <CardForm
            cardKey={cardKey}
            clientSecret={clientSecret}
            amountPence={payment.amountPence}
            failure={payment.failure}
            onTried={askAgain}
          />
        ) : null}
      </Standing>
    )
  }
  const isVisitor = error instanceof ApiError && error.needsSignIn
  return (
    <>
      <PageHeader title="Payment" back={BACK} />
      {isVisitor ? (
        <EmptyState
          words="Sign in to see this payment."
          icon={null}
          action={
            <ButtonLink variant="filled" to="/auth/sign-in" state={{ returnTo: pathname }}>
              Sign in
            </ButtonLink>
          }
        />
      ) : error ? (
        <FailedState words={messageOfError(error)} onRetry={askAgain} />
      ) : (
        <LoadingRows count={3} skeleton={<RowSkeleton />} />
      )}
    </>
  )
}

const BACK = { to: '/orders', label: 'Orders' }

function Standing({ payment, children }: { payment: Payment; children: React.ReactNode }) {
  const { state, basketId, failure, orderNo, deliveryDay, amountPence } = payment
  const { title, tone, words } = paymentWords(payment)
  useEffect(() => announce(words), [words])
  return (
    <Stack gap={16} maw="36rem">
      <PageHeader
        title={title}
        detail={`Order ${orderNo} · ${dayText(deliveryDay, new Date())} · ${moneyText(amountPence)}`}
        back={BACK}
      />
      <Stack gap={16} px="var(--page-edge)">
        <Banner tone={tone} inset>
          {words}
        </Banner>
        {failure === null ? null : (
          <Banner tone="red" inset>
            {failure} You can try again, or use another card.
          </Banner>
        )}
        {children}
        {state === 'awaiting' ? null : (
          <Group gap="8px 12px">
            <ButtonLink variant="filled" to="/home">
              Back to home
            </ButtonLink>
            {basketId === null ? null : (
              <ButtonLink to={`/orders/create-${basketId}`}>See the order</ButtonLink>
            )}
          </Group>
        )}
      </Stack>
    </Stack>
  )
}

/** Back from the bank, Stripe leaves its secret in the address, where history and screenshots would keep it. */
const useForgottenSecret = (): void => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true })
  }, [pathname, search, navigate])
}
