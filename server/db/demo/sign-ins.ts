import type { AccountType } from '#domain/user.ts'

export type DemoSignIn = {
  email: string
  username: string
  accountType: AccountType
  canPlaceOrders: boolean
  shows: string
  /** Which demo customers they order for. */
  customers: { named: readonly string[] } | { count: number } | { ofDistributor: true }
}

const signIn = (parts: Omit<DemoSignIn, 'canPlaceOrders'> & { canPlaceOrders?: boolean }): DemoSignIn => ({
  canPlaceOrders: true,
  ...parts,
})

export const DEMO_SIGN_INS: readonly DemoSignIn[] = [
  signIn({
    email: 'chef@example.com',
    username: 'Asha Whitfield',
    accountType: 'C2',
    shows: 'a pub on credit, licensed: the whole way of an order',
    customers: { named: ['The Ploughman’s Rest'] },
  }),
  signIn({
    email: 'cafe@example.com',
    username: 'Tom Akande',
    accountType: 'C1',
    shows: 'a café that pays cash: a basic account without reports',
    customers: { named: ['The Copper Kettle'] },
  }),
  signIn({
    email: 'kitchens@example.com',
    username: 'Maureen Firth',
    accountType: 'C2',
    shows: 'eight kitchens to choose from, one of them on stop; Willow Bank has stock alerts',
    customers: {
      named: [
        'Willow Bank Care Home',
        'Fernlea House',
        'Aire View Residential Home',
        'The Limes',
        'Hollin Bank Special School',
        'Ryburn Road Nursery',
        'The Silent Organ',
        'The Crossley Grange Hotel',
      ],
    },
  }),
  signIn({
    email: 'group@example.com',
    username: 'Daniel Osei',
    accountType: 'C2',
    shows: 'twenty-four customers, so that one searches for one',
    customers: { count: 24 },
  }),
  signIn({
    email: 'new@example.com',
    username: 'Priya Nair',
    accountType: 'C1',
    shows: 'no customer yet',
    customers: { named: [] },
  }),
  signIn({
    email: 'look@example.com',
    username: 'Eve Hargreaves',
    accountType: 'C1',
    canPlaceOrders: false,
    shows: 'may look, but neither fill trollies nor place orders',
    customers: { named: ['Moorside Academy'] },
  }),
  signIn({
    email: 'distributor@example.com',
    username: 'Ridgeway Distribution',
    accountType: 'DS',
    shows: 'a distributor and its six customers',
    customers: { ofDistributor: true },
  }),
  signIn({
    email: 'staff@example.com',
    username: 'Carol Sutcliffe',
    accountType: 'ST',
    shows: 'the office: every customer',
    customers: { named: [] },
  }),
  signIn({
    email: 'admin@example.com',
    username: 'Bilal Hussain',
    accountType: 'AD',
    shows: 'the administrator',
    customers: { named: [] },
  }),
  signIn({
    email: 'internal@example.com',
    username: 'Trolly support',
    accountType: 'NW',
    shows: 'internal: sees frontend errors with their prefix',
    customers: { named: [] },
  }),
]
