import { IconX } from '@tabler/icons-react'
import type { ShownAlert } from '#contract/agent-alerts.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import type { Tone } from '#src/ui/status/tone.tsx'
import { useCustomerAgent } from './use-customer-agent.ts'

const TONE: Record<ShownAlert['severity'], Tone> = { info: 'blue', warning: 'amber', urgent: 'red' }

/** What the customer's agent tells, the severest first. Put away, an alert does not come back, on no device. */
export function AgentAlerts({ customerId }: { customerId: string }) {
  const { agent, alerts, putAway } = useCustomerAgent(customerId)
  return alerts.map(({ id, message, severity }) => (
    <Banner
      key={id}
      tone={TONE[severity]}
      action={
        <IconButton
          label={`Put away: ${message}`}
          icon={<IconX size={20} aria-hidden="true" />}
          onClick={() => void putAway(id).catch(showFailure)}
        />
      }
    >
      {agent ? `${agent.name}: ${message}` : message}
    </Banner>
  ))
}
