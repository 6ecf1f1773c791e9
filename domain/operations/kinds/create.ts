import type { OperationKind } from './kind.ts'

/** A trolly made on this device exists as version 0 until the server has it. */
export const createKind: OperationKind<'create'> = {
  subject: () => 'create',
  begins: true,
  // Already created under this id; waiting operations continue on it.
  isDone: (_, { code }) => code === 'trolly_exists',
  apply: (draft, { trollyId, customerId, priceListId, createdAt, details }) => {
    draft.head ??= {
      id: trollyId,
      customerId,
      priceListId,
      ...details,
      version: 0,
      detailsVersion: 0,
      state: 'open',
      createdAt,
      updatedAt: createdAt,
    }
  },
  foldAfter: () => undefined,
}
