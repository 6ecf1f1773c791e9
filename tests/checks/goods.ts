// Products used by several cases.

export const CHICKEN = { product_no: '200001', name: 'Chicken Thighs', pack: '2.5 kg' }

export const WHISKY = {
  product_no: '300001',
  name: 'Blended Whisky',
  pack: '70 cl',
  minimumAge: 18,
  department: 'Bar',
}

export const STEAK = {
  product_no: '400001',
  name: 'Rib-Eye Steak',
  pack: '',
  catchWeight: true,
  estimatedWeightGrams: 1250,
  pricePence: 1840,
}
