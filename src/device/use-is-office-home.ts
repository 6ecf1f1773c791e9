import { useSearchParams } from 'react-router-dom'
import { isStaffType } from '#domain/user.ts'
import { useUser } from './device-context.tsx'

/** The home of the customer for whom staff order. */
export const CUSTOMER_HOME = '/home?view=customer'

/** Whether /home is the office's own: staff have another home than customers. */
export const useIsOfficeHome = (): boolean => {
  const { account_type } = useUser()
  const [params] = useSearchParams()
  return isStaffType(account_type) && params.get('view') !== 'customer'
}
