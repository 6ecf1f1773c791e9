import { useUserDevice } from '#src/device/device-context.tsx'
import { chooseCustomer } from './choose-customer.ts'
import { LateAccountPicker } from './late-account-picker.tsx'

export function Accounts({ chosenId }: { chosenId: string }) {
  const device = useUserDevice()
  return <LateAccountPicker value={chosenId} onChoose={(customer) => void chooseCustomer(device, customer)} />
}
