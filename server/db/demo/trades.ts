export type Trade = 'pub' | 'restaurant' | 'café' | 'school' | 'care home' | 'hotel' | 'takeaway'

export type TradeTerms = {
  priceListId: string
  names: readonly string[]
  isLicensed: boolean
  ordersAWeek: number
  linesAnOrder: number
  creditLimitPounds: number
}

export const TRADES: Record<Trade, TradeTerms> = {
  pub: {
    priceListId: 'PUBS',
    isLicensed: true,
    ordersAWeek: 2,
    linesAnOrder: 26,
    creditLimitPounds: 6_000,
    names: [
      'The Ploughman’s Rest',
      'The Weaver’s Shuttle',
      'The Packhorse Inn',
      'The Old Tannery',
      'The Brass Lantern',
      'The Shoulder of Mutton',
      'The Tup & Fleece',
      'The Canal House',
      'The Puzzle Hall',
      'The Moorcock',
      'The Silent Organ',
      'The Three Larks',
      'The Fleece Yard',
      'The Lock Keeper',
    ],
  },
  restaurant: {
    priceListId: 'STANDARD',
    isLicensed: true,
    ordersAWeek: 3,
    linesAnOrder: 24,
    creditLimitPounds: 8_000,
    names: [
      'Ember & Oak',
      'Saffron Gate',
      'Trattoria Lucciola',
      'The Larder at No. 9',
      'Green Cardamom',
      'Halyard Fish Kitchen',
      'Bistro Passereau',
      'Miso Lane',
      'The Glasshouse',
    ],
  },
  café: {
    priceListId: 'CASH',
    isLicensed: false,
    ordersAWeek: 1.5,
    linesAnOrder: 16,
    creditLimitPounds: 0,
    names: [
      'The Copper Kettle',
      'Crumb & Co.',
      'Bobbin Coffee House',
      'The Tea Caddy',
      'Second Breakfast',
      'Petal & Bean',
      'Market Hall Café',
      'The Reading Room Café',
      'Sunny Side',
      'Nook',
    ],
  },
  school: {
    priceListId: 'EDUCATION',
    isLicensed: false,
    ordersAWeek: 2,
    linesAnOrder: 30,
    creditLimitPounds: 10_000,
    names: [
      'St Oswin’s Primary School',
      'Moorside Academy',
      'Beckfoot Lane Junior School',
      'Calder Grove High School',
      'Highcliffe Grammar School',
      'All Hallows CE Primary',
      'Ryburn Road Nursery',
      'Northgate Sixth Form',
      'Hollin Bank Special School',
    ],
  },
  'care home': {
    priceListId: 'CARE',
    isLicensed: false,
    ordersAWeek: 2,
    linesAnOrder: 28,
    creditLimitPounds: 7_500,
    names: [
      'Willow Bank Care Home',
      'Fernlea House',
      'Aire View Residential Home',
      'The Limes',
      'Beechcroft Nursing Home',
      'Rowan Court',
      'Springwood Lodge',
      'Ashgrove Manor',
    ],
  },
  hotel: {
    priceListId: 'PUBS',
    isLicensed: true,
    ordersAWeek: 3,
    linesAnOrder: 38,
    creditLimitPounds: 20_000,
    names: [
      'The Crossley Grange Hotel',
      'Wharfedale Court Hotel',
      'The Old Swan & Talbot',
      'Minster Gate Hotel',
      'Ribblehead Lodge',
    ],
  },
  takeaway: {
    priceListId: 'CASH',
    isLicensed: false,
    ordersAWeek: 1,
    linesAnOrder: 15,
    creditLimitPounds: 0,
    names: ['Harbour Lights Fish & Chips', 'Pizza Fuoco', 'Peri Corner', 'Golden Wok', 'The Naan Stop'],
  },
}
