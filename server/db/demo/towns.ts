/** A depot in the Calder valley and its outcodes. */

export type Route = {
  id: string
  weekdays: readonly number[]
  cutOffTime: string
  cutOffDaysBefore: number
  minimumOrderPence: number
  /** Without VAT. */
  deliveryChargePence: number
}

export const DEPOT = 'Halifax'

export const ROUTES: readonly Route[] = [
  {
    id: 'CALDER',
    weekdays: [1, 2, 3, 4, 5, 6],
    cutOffTime: '22:00',
    cutOffDaysBefore: 1,
    minimumOrderPence: 5_000,
    deliveryChargePence: 495,
  },
  {
    id: 'LEEDS',
    weekdays: [1, 2, 3, 4, 5, 6],
    cutOffTime: '22:00',
    cutOffDaysBefore: 1,
    minimumOrderPence: 7_500,
    deliveryChargePence: 595,
  },
  {
    id: 'BRADFORD',
    weekdays: [1, 3, 5],
    cutOffTime: '20:00',
    cutOffDaysBefore: 1,
    minimumOrderPence: 7_500,
    deliveryChargePence: 595,
  },
  {
    id: 'HARROGATE',
    weekdays: [2, 4, 6],
    cutOffTime: '18:00',
    cutOffDaysBefore: 1,
    minimumOrderPence: 10_000,
    deliveryChargePence: 750,
  },
  {
    id: 'YORK',
    weekdays: [2, 5],
    cutOffTime: '16:00',
    cutOffDaysBefore: 1,
    minimumOrderPence: 12_000,
    deliveryChargePence: 750,
  },
  {
    id: 'DALES',
    weekdays: [3],
    cutOffTime: '12:00',
    cutOffDaysBefore: 2,
    minimumOrderPence: 15_000,
    deliveryChargePence: 995,
  },
  {
    id: 'MANCHESTER',
    weekdays: [1, 4],
    cutOffTime: '17:00',
    cutOffDaysBefore: 1,
    minimumOrderPence: 10_000,
    deliveryChargePence: 750,
  },
]

export type Town = {
  name: string
  route: string
  outcodes: readonly string[]
  latitude: string
  longitude: string
}

export const TOWNS: readonly Town[] = [
  {
    name: 'Halifax',
    route: 'CALDER',
    outcodes: ['HX1', 'HX2', 'HX3'],
    latitude: '53.7217',
    longitude: '-1.8630',
  },
  { name: 'Hebden Bridge', route: 'CALDER', outcodes: ['HX7'], latitude: '53.7410', longitude: '-2.0130' },
  {
    name: 'Huddersfield',
    route: 'CALDER',
    outcodes: ['HD1', 'HD2', 'HD3', 'HD4', 'HD5'],
    latitude: '53.6450',
    longitude: '-1.7850',
  },
  { name: 'Holmfirth', route: 'CALDER', outcodes: ['HD9'], latitude: '53.5700', longitude: '-1.7870' },
  {
    name: 'Leeds',
    route: 'LEEDS',
    outcodes: ['LS1', 'LS2', 'LS6', 'LS8', 'LS11', 'LS17'],
    latitude: '53.7970',
    longitude: '-1.5440',
  },
  {
    name: 'Wakefield',
    route: 'LEEDS',
    outcodes: ['WF1', 'WF2', 'WF4'],
    latitude: '53.6830',
    longitude: '-1.4990',
  },
  {
    name: 'Bradford',
    route: 'BRADFORD',
    outcodes: ['BD1', 'BD5', 'BD8', 'BD9'],
    latitude: '53.7950',
    longitude: '-1.7540',
  },
  {
    name: 'Keighley',
    route: 'BRADFORD',
    outcodes: ['BD20', 'BD21', 'BD22'],
    latitude: '53.8670',
    longitude: '-1.9060',
  },
  { name: 'Ilkley', route: 'HARROGATE', outcodes: ['LS29'], latitude: '53.9250', longitude: '-1.8220' },
  {
    name: 'Harrogate',
    route: 'HARROGATE',
    outcodes: ['HG1', 'HG2', 'HG3'],
    latitude: '53.9920',
    longitude: '-1.5370',
  },
  { name: 'Ripon', route: 'HARROGATE', outcodes: ['HG4'], latitude: '54.1360', longitude: '-1.5240' },
  {
    name: 'York',
    route: 'YORK',
    outcodes: ['YO1', 'YO10', 'YO24', 'YO30', 'YO31'],
    latitude: '53.9590',
    longitude: '-1.0820',
  },
  { name: 'Selby', route: 'YORK', outcodes: ['YO8'], latitude: '53.7830', longitude: '-1.0670' },
  { name: 'Skipton', route: 'DALES', outcodes: ['BD23'], latitude: '53.9620', longitude: '-2.0170' },
  { name: 'Settle', route: 'DALES', outcodes: ['BD24'], latitude: '54.0690', longitude: '-2.2770' },
  {
    name: 'Manchester',
    route: 'MANCHESTER',
    outcodes: ['M1', 'M4', 'M14', 'M20'],
    latitude: '53.4800',
    longitude: '-2.2420',
  },
  {
    name: 'Oldham',
    route: 'MANCHESTER',
    outcodes: ['OL1', 'OL4', 'OL8'],
    latitude: '53.5410',
    longitude: '-2.1180',
  },
  {
    name: 'Rochdale',
    route: 'MANCHESTER',
    outcodes: ['OL11', 'OL12', 'OL16'],
    latitude: '53.6160',
    longitude: '-2.1560',
  },
]

/** Outside every round. */
export const NOT_SERVED: readonly { prefix: string; town: string }[] = [
  { prefix: 'DL8', town: 'Hawes' },
  { prefix: 'LA6', town: 'Kirkby Lonsdale' },
  { prefix: 'HU1', town: 'Hull' },
]

export function routeOf(town: Town): Route {
  const route = ROUTES.find(({ id }) => id === town.route)
  if (route === undefined) throw new Error(`No route ${town.route}`)
  return route
}
