/** Messages as one interchange, a segment a line, with the counts that its envelope must have. */
export const interchangeOf = (
  messages: readonly (readonly string[])[],
  { level = 'UNOC', una = '' } = {},
): string => {
  const lines = [
    ...(una === '' ? [] : [una]),
    `UNB+${level}:3+5412345000013:14+4012345500004:14+020830:0900+REF1`,
    ...messages.flatMap((segments, at) => {
      const [type = '', ...body] = segments
      return [`UNH+${at + 1}+${type}`, ...body, `UNT+${body.length + 2}+${at + 1}`]
    }),
    `UNZ+${messages.length}+REF1`,
  ]
  return lines.map((line) => (line.startsWith('UNA') ? line : `${line}'`)).join('\n')
}

/** The complete order that GS1 prints with the message in EANCOM 2002: one line, for two places on two days. */
export const EANCOM_ORDER = [
  'ORDERS:D:01B:UN:EAN010',
  'BGM+220+128576+9',
  'DTM+137:20020830:102',
  'PAI+::42',
  'ALI+++136',
  'FTX+ZZZ+1+001::91',
  'RFF+CT:652744',
  'DTM+171:20020825:102',
  'NAD+BY+5412345000013::9',
  'RFF+VA:87765432',
  'CTA+OC+:P FORGET',
  'COM+0044715632478:TE',
  'NAD+SU+4012345500004::9',
  'RFF+VA:56225432',
  'CUX+2:GBP:9+3:EUR:4+1.67',
  'DTM+134:2002080120020831:718',
  'TDT+20++30+31',
  'TOD+3++CIF:2E:9',
  'LOC+1+BE-BRU',
  'LIN+1++4000862141404:SRV',
  'PIA+1+ABC1234:IN',
  'IMD+C++TU::9',
  'QTY+21:48',
  'MOA+203:699.84',
  'PRI+AAA:14.58:CT:AAE:1:KGM',
  'RFF+PL:AUG93RNG04',
  'DTM+171:20020801:102',
  'PAC+2+:51+CS',
  'PCI+14',
  'LOC+7+3312345502000::9',
  'QTY+11:24',
  'DTM+2:20020915:102',
  'LOC+7+3312345501003::9',
  'QTY+11:24',
  'DTM+2:20020913:102',
  'TAX+7+VAT+++:::17.5+S',
  'UNS+S',
  'CNT+2:1',
]
