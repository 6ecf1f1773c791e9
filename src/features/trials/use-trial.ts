import { deliveryPostcodes } from '#contract/delivery-postcodes.ts'
import { discounts } from '#contract/discounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { ApiClient } from '#src/api/client.ts'
import { reasonOf } from '#src/api/messages.ts'
import { useApi } from '#src/device/device-context.tsx'
import { discountTrialText, postcodeTrialText } from './trial-text.ts'

export const TRY_IT = 'Try it on the last four weeks'

/** What a rule that is not saved yet would have done to the orders of the last weeks, in words. @param id of the record it changes */
const useTrial = (run: (api: ApiClient, body: Record<string, unknown>) => Promise<string>) => {
  const api = useApi()
  return async (values: Record<string, unknown>, id: string | undefined): Promise<string> => {
    try {
      return await run(api, { ...values, ...(id !== undefined && { id }) })
    } catch (error) {
      return `It could not be tried. ${reasonOf(error)}`
    }
  }
}

export const useDiscountTrial = () =>
  useTrial(async (api, body) =>
    discountTrialText(await api.call(discounts.trial, { body: body as BodyOf<typeof discounts.trial> })),
  )

export const usePostcodeTrial = () =>
  useTrial(async (api, body) =>
    postcodeTrialText(
      await api.call(deliveryPostcodes.trial, { body: body as BodyOf<typeof deliveryPostcodes.trial> }),
    ),
  )
