type Confirmed = { error?: { type: string; message?: string } }
type Listener = (event: unknown) => void

/**
 * The part of Stripe's script that its SDK needs, where the script puts itself: the SDK loads it once for all tests of a file,
 * and each test sets what happens.
 */
export const standInStripe = {
  /** Whether the card form appears. */
  form: 'ready' as 'ready' | 'loaderror',
  /** Pay was pressed. */
  confirm: async (_: { confirmParams: { return_url: string } }): Promise<Confirmed> => ({}),
}

const element = () => {
  const listeners = new Map<string, Listener>()
  const tell = (): void => listeners.get(standInStripe.form)?.({ error: { type: 'api_connection_error' } })
  return {
    on: (event: string, listener: Listener) => void listeners.set(event, listener),
    off: (event: string) => void listeners.delete(event),
    mount: () => void setTimeout(tell, 5),
    update: () => {},
    destroy: () => listeners.clear(),
  }
}

const elements = () => {
  let made: ReturnType<typeof element> | undefined
  return {
    create: () => {
      made = element()
      return made
    },
    getElement: () => made ?? null,
    update: () => {},
  }
}

const unused = async () => ({})

export const stripeScript = () => ({
  elements,
  confirmPayment: (asked: Parameters<typeof standInStripe.confirm>[0]) => standInStripe.confirm(asked),
  createToken: unused,
  createPaymentMethod: unused,
  confirmCardPayment: unused,
})
