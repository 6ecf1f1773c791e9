import { useUserDevice } from '#src/device/device-context.tsx'
import { AccountPicker } from './account-picker.tsx'
import { chooseCustomer } from './choose-customer.ts'

export function Accounts({ chosenId }: { chosenId: string | undefined }) {
  const device = useUserDevice()
  return <AccountPicker value={chosenId} onChoose={(customer) => void chooseCustomer(device, customer)} />
}
