import type { BrandPool } from './families/family.ts'

const pool = (...names: string[]): BrandPool =>
  names.map((name, place) => ({ name, priceFactor: 0.82 + (0.46 * place) / Math.max(1, names.length - 1) }))

/** The first is none: produce is also sold loose. */
export const GROWERS = pool(
  '',
  'Greenhythe Row',
  'Aldermoss Growers',
  'Furrow & Fell',
  'Saltmarsh Lane',
  'Brackenholt Farms',
  'Wold Garden',
  'Larkenden Organic',
)
export const BUTCHERS = pool(
  'Blockside',
  'Fallowgate Meats',
  'Hookham Yard',
  'Drovers Cross',
  'Inglebarn Butchers',
  'Ravensgill',
  'Oxclose & Daughters',
  'Tupmere Reserve',
)
export const FISHMONGERS = pool(
  'Quayhand',
  'Nine Fathom',
  'Skerrydown',
  'Gannet Sound',
  'Harbourwick',
  'Tidesend',
  'Lowbeck Smokery',
  'Selkie Bay',
)
export const DAIRIES = pool(
  'Daybright',
  'Fallowbrook',
  'Cowslip Vale',
  'Millstile Creamery',
  'Buttercross',
  'Dovesleigh Dairy',
  'Hartsmere',
  'Old Churn House',
)
export const BAKERS = pool(
  'Dailybake',
  'Cobbers Row',
  'Wheatgate',
  'Ovenside',
  'Crustwell',
  'Tinsley & Loaf',
  'Peel & Proof',
  'Marchpane House',
)
export const GROCERS = pool(
  'Everyshelf',
  'Larderline',
  'Cindermill',
  'Pantry Cross',
  'Elmstrand',
  'Kestrelby',
  'Merrowfield',
  'Casa Belvento',
  'Thornquay Fine Foods',
)
export const FREEZERS = pool(
  'Coldwell Basics',
  'Frostmere',
  'Northlarder',
  'Snowhill Kitchen',
  'Icebeck',
  'Chef’s Drawer',
  'Winterholt',
  'Glacier Row',
)
export const SWEET_MAKERS = pool(
  'Pocketful',
  'Tuckbell',
  'Merrymint',
  'Ribbon & Rind',
  'Gorsewick',
  'Jessamy Lane',
  'Velvet Quarter',
)
export const DRINK_MAKERS = pool(
  'Pumpside',
  'Brightwell',
  'Fizzby',
  'Orchard Hythe',
  'Kettlewick',
  'Copper Still',
  'Juniper Yard',
  'Domaine Fictif',
)
export const SUPPLIERS = pool(
  'Workaday',
  'Backdoor Supply',
  'Tallis & Wrap',
  'Cleardeck',
  'Hobstone',
  'Brightsides',
  'Steelhallow',
)
