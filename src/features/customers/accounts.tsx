import { useUserDevice } from '#src/device/device-context.tsx'
import { AccountPicker } from './account-picker.tsx'
import { chooseCustomer } from './choose-customer.ts'

/** All that one may order for, the chosen one marked; a press orders for another. */
export function Accounts({ chosenId }: { chosenId: string }) {
  const device = useUserDevice()
  return <AccountPicker value={chosenId} onChoose={(customer) => void chooseCustomer(device, customer)} />
}
