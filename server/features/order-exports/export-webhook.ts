import { Webhook } from 'standardwebhooks'
import type { OrderExport } from '#contract/order-export.ts'
import type { Config } from '#server/config.ts'

/** An attempt; a receiver that needs longer takes the event later from its own queue. */
const ANSWER_MS = 15_000
/** Kept with a refusal, for the person who looks into it. */
const REASON_CHARACTERS = 300

export type ExportWebhook = {
  /** @throws where the receiver did not answer 2xx, with what it said */
  send: (message: OrderExport, now: Date) => Promise<void>
}

/** Undefined where no address is set. Signed as Standard Webhooks are. */
export const exportWebhookOf = ({
  exportWebhookUrl: url,
  exportWebhookSecrets,
}: Pick<Config, 'exportWebhookUrl' | 'exportWebhookSecrets'>): ExportWebhook | undefined => {
  if (url === undefined) return undefined
  const signers = exportWebhookSecrets.map((secret) => new Webhook(secret))
  return {
    send: async (message, now) => {
      const body = JSON.stringify(message)
      const { key } = message.data
      const response = await fetch(url, {
        method: 'POST',
        // Elsewhere nobody has proved to be the receiver.
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_MS),
        headers: {
          'content-type': 'application/json',
          'webhook-id': key,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': signers.map((signer) => signer.sign(key, now, body)).join(' '),
        },
        body,
      }).catch((error: unknown) => {
        throw new Error(reasonOf(error), { cause: error })
      })
      const reason = await beginningOf(response)
      if (!response.ok) throw new Error(`The receiver answered ${response.status}: ${reason}`)
    },
  }
}

/** fetch says "fetch failed", and why in its cause. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `The receiver gave no answer within ${ANSWER_MS / 1000} s.`
  const { cause } = error
  return cause instanceof Error ? `The receiver was not reached: ${cause.message}` : error.message
}

/** An answer of any length costs no more than its first piece. */
const beginningOf = async ({ body }: Response): Promise<string> => {
  const reader = body?.getReader()
  const piece = await reader?.read().catch(() => undefined)
  await reader?.cancel().catch(() => {})
  return new TextDecoder().decode(piece?.value).slice(0, REASON_CHARACTERS)
}
