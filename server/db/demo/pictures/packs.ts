import { type BrandColours, darker, lighter, mixed } from './colours.ts'
import { type LabelText, label } from './label.ts'
import { letters } from './lettering.ts'
import { ellipse, FLOOR, type Pen, path, placed, rect, round, roundLight, shadow, turned } from './pen.ts'

/** What a product comes in. Each stands on the floor, in the middle. */
export type Contents = {
  text: LabelText
  colours: BrandColours
  /** Of the food, for liquids, lids and windows. */
  colour: string
  /** One piece of the food, about as large as given. */
  piece: (size: number) => string
  /** Pieces side by side. */
  heap: (parts: { cx: number; base: number; width: number; rows: number; size: number }) => string
}

export type Packing = (pen: Pen, contents: Contents) => string

type Profile = readonly (readonly [half: number, y: number])[]

type BottleParts = {
  profile: Profile
  /** Of glass or plastic; by default the liquid is seen. */
  body?: string
  cap: { width: number; height: number; colour?: string }
  label: { top: number; bottom: number }
  /** Of the shoulder, where it is another colour. */
  isClear?: boolean
}

/** Bottles, jars, tins and tubs: turned on a lathe, with a lid and a label around. */
const vessel =
  ({ profile, body, cap, label: place, isClear }: BottleParts): Packing =>
  (pen, { text, colours, colour, piece }) => {
    const cx = 200
    const [top] = profile
    const half = Math.max(...profile.map(([width]) => width))
    const outline = turned(cx, profile)
    const capTop = (top?.[1] ?? 0) - cap.height
    const lid = cap.colour ?? colours.main
    const fill = body ?? colour
    const labelHalf = halfAt(profile, (place.top + place.bottom) / 2)
    return [
      shadow(pen, cx, half),
      path(outline, fill),
      isClear
        ? path(
            outline,
            pen.linear(
              [
                [0, '#fff', 0.55],
                [1, '#fff', 0.16],
              ],
              'down',
            ),
          )
        : '',
      label(pen, {
        x: cx - labelHalf,
        y: place.top,
        width: labelHalf * 2,
        height: place.bottom - place.top,
        curve: labelHalf * 0.09,
        text,
        colours,
        motif: piece,
      }),
      path(outline, roundLight(pen)),
      rect(cx - cap.width, capTop, cap.width * 2, cap.height + 2, lid, 4),
      rect(cx - cap.width, capTop, cap.width * 2, cap.height + 2, roundLight(pen, 0.9), 4),
      ellipse(cx, capTop + 2, cap.width - 1, Math.max(2, cap.width * 0.09), lighter(lid, 0.35)),
    ].join('')
  }

const halfAt = (profile: Profile, y: number): number => {
  const below = profile.findIndex(([, at]) => at >= y)
  const [after, before] = [profile[below], profile[below - 1]]
  if (after === undefined || before === undefined) return Math.max(...profile.map(([half]) => half))
  const share = (y - before[1]) / Math.max(1, after[1] - before[1])
  return before[0] + (after[0] - before[0]) * share
}

/** A metal tin: a rim at both ends, the label all around. */
const tin =
  (half: number, height: number): Packing =>
  (pen, { text, colours, piece }) => {
    const cx = 200
    const top = FLOOR - height
    const lip = half * 0.16
    const side = `M${cx - half} ${top}V${FLOOR - lip}Q${cx} ${FLOOR + lip} ${cx + half} ${FLOOR - lip}V${top}Z`
    const metal = pen.linear([
      [0, '#7f878d'],
      [0.22, '#f3f5f6'],
      [0.5, '#b9c0c5'],
      [0.8, '#dfe3e6'],
      [1, '#6f777d'],
    ])
    return [
      shadow(pen, cx, half),
      path(side, metal),
      label(pen, {
        x: cx - half,
        y: top + 9,
        width: half * 2,
        height: height - lip - 22,
        curve: lip * 0.55,
        text,
        colours,
        motif: piece,
      }),
      path(side, roundLight(pen)),
      ellipse(cx, top, half, lip, metal),
      ellipse(cx, top + 1.5, half * 0.93, lip * 0.86, '#8d959b'),
      ellipse(
        cx,
        top + 3,
        half * 0.9,
        lip * 0.8,
        pen.linear([
          [0, '#aeb6bb'],
          [0.4, '#eef1f2'],
          [1, '#98a0a6'],
        ]),
      ),
      ellipse(cx, top + 3, half * 0.66, lip * 0.56, 'none', ' stroke="#8b9399" stroke-width="1.6"'),
    ].join('')
  }

/** A drinks can. */
const can: Packing = (pen, { text, colours, colour, piece }) => {
  const outline = turned(200, [
    [48, 96],
    [58, 116],
    [62, 132],
    [62, 336],
    [50, 360],
  ])
  const ground = { ...colours, main: mixed(colours.main, colour, 0.35) }
  return [
    shadow(pen, 200, 58),
    path(outline, ground.main),
    pen.within(
      outline,
      path('M120 300C170 250 230 330 290 236V380H120Z', colours.accent, ' fill-opacity="0.9"') +
        placed(piece(92), 200, 276),
    ),
    letters(text.brand || text.name, { x: 200, y: 184, size: 34, width: 112, colour: '#fff' }),
    letters(text.name, { x: 200, y: 210, size: 19, width: 110, colour: '#fff', face: 'plain' }),
    path(outline, roundLight(pen, 1.1)),
    ellipse(200, 97, 48, 9, '#c7cdd1'),
    ellipse(
      200,
      98,
      42,
      7,
      pen.linear([
        [0, '#99a1a7'],
        [0.4, '#f1f3f4'],
        [1, '#8a9298'],
      ]),
    ),
    rect(194, 93, 18, 6, '#8b9399', 3),
  ].join('')
}

/** A paper or plastic sack, standing full. */
const sack =
  (tone: 'kraft' | 'white' | 'brand' | 'net'): Packing =>
  (pen, { text, colours, colour, piece, heap }) => {
    const outline =
      'M112 92C150 84 250 84 288 92C292 100 284 112 288 124C304 190 306 290 292 352C284 368 248 370 200 370C152 370 116 368 108 352C94 290 96 190 112 124C116 112 108 100 112 92Z'
    const ground = {
      kraft: '#cfa877',
      white: '#f1ece2',
      brand: lighter(colours.main, 0.08),
      net: darker(colour, 0.25),
    }[tone]
    const folds = `<path d="M124 130C140 190 130 280 122 340M276 130C262 190 272 290 280 342M150 96C156 112 150 124 146 134M250 96C244 112 250 124 254 134" stroke="#000" stroke-opacity="0.14" stroke-width="3" fill="none"/>`
    const net =
      tone === 'net'
        ? heap({ cx: 200, base: 372, width: 210, rows: 6, size: 62 }) +
          Array.from(
            { length: 16 },
            (_, at) =>
              `<path d="M${60 + at * 22} 84l-70 290M${-20 + at * 22} 84l70 290" stroke="${colours.main}" stroke-opacity="0.75" stroke-width="1.6"/>`,
          ).join('')
        : ''
    return [
      shadow(pen, 200, 104),
      path(outline, ground),
      pen.within(outline, net),
      tone === 'net' ? '' : folds,
      rect(112, 88, 176, 14, darker(ground, 0.2), 4),
      `<path d="M116 95H284" stroke="#fff" stroke-opacity="0.75" stroke-width="2" stroke-dasharray="7 5"/>`,
      label(pen, {
        x: tone === 'net' ? 142 : 126,
        y: tone === 'net' ? 170 : 146,
        width: tone === 'net' ? 116 : 148,
        height: tone === 'net' ? 86 : 178,
        text,
        colours: tone === 'brand' ? { ...colours, style: 'plain' } : colours,
        motif: piece,
      }),
      path(
        outline,
        pen.linear([
          [0, '#000', 0.3],
          [0.2, '#fff', 0.22],
          [0.45, '#fff', 0.04],
          [0.75, '#000', 0.06],
          [1, '#000', 0.34],
        ]),
      ),
    ].join('')
  }

/** A film bag with a picture of the food, or a window. */
const pouch: Packing = (pen, { text, colours, colour, heap }) => {
  const outline =
    'M96 70C160 78 240 78 304 70C298 150 298 270 306 362C240 372 160 372 94 362C102 270 102 150 96 70Z'
  const main = colours.main
  const window = pen.random.chance(0.5)
  const food = window
    ? pen.within(
        'M112 236C160 214 240 214 288 236V340C240 350 160 350 112 340Z',
        path('M90 200H310V372H90Z', darker(colour, 0.35)) +
          heap({ cx: 200, base: 356, width: 190, rows: 4, size: 56 }),
      )
    : heap({ cx: 200, base: 344, width: 160, rows: 3, size: 74 })
  return [
    shadow(pen, 200, 104, 364),
    path(outline, main),
    pen.within(
      outline,
      path('M80 214C160 176 240 250 320 206V380H80Z', window ? darker(main, 0.22) : lighter(main, 0.82)) +
        path('M80 222C160 184 240 258 320 214V206C240 250 160 176 80 214Z', colours.accent),
    ),
    food,
    letters(text.brand || 'Kitchen Range', { x: 200, y: 128, size: 38, width: 172, colour: '#fff' }),
    ...(text.name.length > 16
      ? splitName(text.name).map((line, at) =>
          letters(line, {
            x: 200,
            y: 157 + at * 25,
            size: 22,
            width: 172,
            colour: colours.accent,
            face: 'plain',
          }),
        )
      : [
          letters(text.name, { x: 200, y: 162, size: 24, width: 172, colour: colours.accent, face: 'plain' }),
        ]),
    path(
      outline,
      pen.linear([
        [0, '#000', 0.25],
        [0.12, '#fff', 0.34],
        [0.22, '#fff', 0.02],
        [0.6, '#fff', 0.14],
        [0.7, '#000', 0.02],
        [1, '#000', 0.32],
      ]),
    ),
    path('M96 70C160 78 240 78 304 70L303 86C240 93 160 93 97 86Z', '#000', ' fill-opacity="0.16"'),
    `<path d="M100 352C160 361 240 361 300 352" stroke="#fff" stroke-opacity="0.5" stroke-width="2" fill="none"/>`,
    `<path d="M118 100C126 180 122 280 116 340" stroke="#fff" stroke-opacity="0.4" stroke-width="5" fill="none" stroke-linecap="round"/>`,
    letters(text.size, {
      x: 270,
      y: 356,
      size: 14,
      width: 56,
      colour: window ? '#fff' : colours.deep,
      face: 'plain',
    }),
  ].join('')
}

const splitName = (name: string): string[] => {
  const words = name.split(' ')
  const half = Math.ceil(words.length / 2)
  return [words.slice(0, half).join(' '), words.slice(half).join(' ')].filter(Boolean)
}

/** A carton, seen from its corner. */
const carton =
  (tone: 'printed' | 'kraft', shape: { width: number; height: number; depth: number }): Packing =>
  (pen, { text, colours, piece }) => {
    const { width, height, depth } = shape
    const x = 200 - (width + depth) / 2
    const top = FLOOR - height
    const rise = depth * 0.34
    const ground = tone === 'kraft' ? '#c79f6c' : colours.main
    const own = tone === 'kraft' ? { ...colours, style: 'plain' as const } : colours
    const front = `M${x} ${top}H${x + width}V${FLOOR}H${x}Z`
    const side = `M${x + width} ${top}L${x + width + depth} ${top - rise}V${FLOOR - rise}L${x + width} ${FLOOR}Z`
    const lid = `M${x} ${top}L${x + depth} ${top - rise}H${x + width + depth}L${x + width} ${top}Z`
    return [
      shadow(pen, 205, (width + depth) / 2, FLOOR - 4),
      path(front, ground),
      tone === 'kraft'
        ? label(pen, {
            x: x + width * 0.13,
            y: top + height * 0.14,
            width: width * 0.74,
            height: height * 0.72,
            text,
            colours: own,
            motif: piece,
          })
        : label(pen, { x, y: top, width, height, text, colours, motif: piece }),
      path(
        front,
        pen.linear([
          [0, '#fff', 0.16],
          [1, '#000', 0.08],
        ]),
      ),
      path(side, darker(ground, 0.28)),
      path(
        side,
        pen.linear([
          [0, '#000', 0.05],
          [1, '#000', 0.22],
        ]),
      ),
      path(lid, lighter(ground, 0.3)),
      tone === 'kraft'
        ? path(
            `M${x + width * 0.46} ${top}L${x + width * 0.46 + depth} ${top - rise}h${width * 0.1}L${x + width * 0.56} ${top}Z`,
            '#e6cfa2',
          ) + rect(x + width * 0.46, top, width * 0.1, 22, '#e6cfa2')
        : '',
      `<path d="M${x} ${top}H${x + width}V${FLOOR}" stroke="#fff" stroke-opacity="0.28" stroke-width="1.6" fill="none"/>`,
    ].join('')
  }

/** A gable-top carton, as of juice and milk. */
const gable: Packing = (pen, { text, colours, colour, piece }) => {
  const own = { ...colours, style: 'solid' as const, main: mixed(colours.main, colour, 0.2) }
  const side = 'M262 148L298 132V350L262 366Z'
  return [
    shadow(pen, 205, 84),
    path('M134 148L150 96H278L262 148Z', lighter(own.main, 0.32)),
    path('M262 148L278 96L298 132Z', darker(own.main, 0.2)),
    rect(148, 78, 130, 20, lighter(own.main, 0.5), 2),
    label(pen, { x: 134, y: 148, width: 128, height: 218, text, colours: own, motif: piece }),
    path(
      'M134 148H262V366H134Z',
      pen.linear([
        [0, '#fff', 0.2],
        [1, '#000', 0.1],
      ]),
    ),
    path(side, darker(own.main, 0.32)),
    ellipse(206, 124, 17, 10, '#fff'),
    ellipse(206, 121, 17, 10, colours.accent),
  ].join('')
}

/** A black, white or clear tray under film, with a label across. */
const tray =
  (tone: 'black' | 'white' | 'kraft'): Packing =>
  (pen, { text, colours, heap }) => {
    const base = { black: '#22272b', white: '#eef1f3', kraft: '#c79f6c' }[tone]
    const rim = 'M62 206L104 156H296L338 206L322 318C318 334 300 340 284 340H116C100 340 82 334 78 318Z'
    const floor = 'M78 212L112 168H288L322 212L310 306C306 318 296 322 284 322H116C104 322 94 318 90 306Z'
    return [
      shadow(pen, 200, 132, 340),
      path(rim, base),
      path(
        rim,
        pen.linear(
          [
            [0, '#fff', 0.24],
            [0.5, '#fff', 0.02],
            [1, '#000', 0.22],
          ],
          'down',
        ),
      ),
      path(floor, darker(base, 0.24)),
      heap({ cx: 200, base: 322, width: 232, rows: 3, size: 92 }),
      path(
        rim,
        pen.linear([
          [0, '#fff', 0.3],
          [0.3, '#fff', 0.03],
          [0.55, '#fff', 0.14],
          [0.75, '#fff', 0],
        ]),
      ),
      `<path d="M96 182C150 170 230 200 300 176" stroke="#fff" stroke-opacity="0.5" stroke-width="4" fill="none" stroke-linecap="round"/>`,
      label(pen, { x: 206, y: 250, width: 112, height: 78, text: { ...text, size: '' }, colours }),
    ].join('')
  }

/** An open crate or box of loose goods. */
const crate =
  (tone: 'wood' | 'card' | 'green'): Packing =>
  (pen, { text, colours, heap }) => {
    const base = { wood: '#c99a5b', card: '#c9a676', green: '#2f7a55' }[tone]
    const slats =
      tone === 'card'
        ? rect(52, 250, 296, 112, base, 4)
        : [0, 1, 2]
            .map((at) => rect(48, 250 + at * 39, 304, 33, at % 2 ? darker(base, 0.06) : base, 3))
            .join('')
    return [
      shadow(pen, 200, 152, 362),
      path('M64 250L92 206H308L336 250Z', darker(base, 0.5)),
      heap({ cx: 200, base: 296, width: 258, rows: 4, size: 84 }),
      slats,
      tone === 'wood'
        ? rect(54, 246, 16, 118, darker(base, 0.18), 2) + rect(330, 246, 16, 118, darker(base, 0.18), 2)
        : '',
      label(pen, { x: 124, y: 268, width: 152, height: 76, text: { ...text, size: '' }, colours }),
      path(
        'M48 250H352V364H48Z',
        pen.linear([
          [0, '#fff', 0.16],
          [0.5, '#fff', 0.02],
          [1, '#000', 0.16],
        ]),
      ),
      `<path d="M48 251H352" stroke="#fff" stroke-opacity="0.4" stroke-width="2"/>`,
    ].join('')
  }

/** The goods themselves, without a pack. */
const loose: Packing = (pen, { heap }) =>
  shadow(pen, 200, 140, 350) + heap({ cx: 200, base: 356, width: 270, rows: 3, size: 116 })

/** One large piece, with a ticket. */
const single: Packing = (pen, { piece, text, colours }) =>
  shadow(pen, 200, 140, 306) +
  placed(piece(300), 200, 214) +
  label(pen, { x: 236, y: 282, width: 122, height: 72, text: { ...text, size: '' }, colours })

const tubOf = (half: number, height: number, body = '#f4f2ec'): Packing =>
  vessel({
    profile: [
      [half, FLOOR - height],
      [half * 0.98, FLOOR - height * 0.6],
      [half * 0.86, FLOOR - 6],
    ],
    body,
    cap: { width: half + 6, height: 26 },
    label: { top: FLOOR - height + 12, bottom: FLOOR - 26 },
  })

/** A wrapped roll, such as foil and kitchen roll. */
const roll: Packing = (pen, { text, colours, colour }) =>
  [
    shadow(pen, 200, 92),
    path('M112 130V344C112 376 288 376 288 344V130Z', colour),
    path('M112 130V344C112 376 288 376 288 344V130Z', roundLight(pen, 0.8)),
    [0, 1, 2, 3, 4, 5]
      .map(
        (at) =>
          `<path d="M113 ${168 + at * 34}C150 ${186 + at * 34} 250 ${186 + at * 34} 287 ${168 + at * 34}" stroke="#000" stroke-opacity="0.09" stroke-width="2" stroke-dasharray="5 4" fill="none"/>`,
      )
      .join(''),
    label(pen, { x: 112, y: 196, width: 176, height: 116, curve: 15, text, colours }),
    path('M112 196Q200 226 288 196V312Q200 342 112 312Z', roundLight(pen, 0.7)),
    ellipse(200, 130, 88, 31, lighter(colour, 0.3)),
    ellipse(200, 130, 60, 20, 'none', ' stroke="#000" stroke-opacity="0.12" stroke-width="2"'),
    ellipse(200, 130, 30, 10.6, '#b08a5c'),
    ellipse(200, 132, 24, 8, '#5d452b'),
  ].join('')

/** A stack of cups, plates or napkins in a sleeve. */
const sleeve: Packing = (pen, { text, colours, colour, piece }) => {
  const outline = 'M132 96C176 88 224 88 268 96V352C224 372 176 372 132 352Z'
  return [
    shadow(pen, 200, 76),
    path(outline, lighter(colour, 0.1)),
    Array.from(
      { length: 9 },
      (_, at) =>
        `<path d="M132 ${114 + at * 27}C176 ${128 + at * 27} 224 ${128 + at * 27} 268 ${114 + at * 27}" stroke="#000" stroke-opacity="0.16" stroke-width="2" fill="none"/>`,
    ).join(''),
    path(outline, roundLight(pen, 0.8)),
    label(pen, { x: 132, y: 176, width: 136, height: 140, curve: 9, text, colours, motif: piece }),
    path('M132 176Q200 194 268 176V316Q200 334 132 316Z', roundLight(pen, 0.7)),
    `<path d="M150 104C154 190 152 280 148 350" stroke="#fff" stroke-opacity="0.5" stroke-width="6" fill="none" stroke-linecap="round"/>`,
  ].join('')
}

const GLASS = '#dfeaea'

export const PACKS = {
  can,
  'tin-small': tin(62, 150),
  'tin-catering': tin(98, 250),
  beer: vessel({
    profile: [
      [16, 76],
      [17, 120],
      [24, 156],
      [48, 196],
      [50, 220],
      [50, 352],
    ],
    body: '#5b3316',
    cap: { width: 19, height: 14 },
    label: { top: 222, bottom: 322 },
  }),
  cider: vessel({
    profile: [
      [16, 76],
      [17, 120],
      [24, 156],
      [48, 196],
      [50, 220],
      [50, 352],
    ],
    body: '#3c6b3a',
    cap: { width: 19, height: 14 },
    label: { top: 222, bottom: 322 },
  }),
  wine: vessel({
    profile: [
      [15, 52],
      [15, 130],
      [18, 150],
      [47, 196],
      [50, 222],
      [50, 356],
    ],
    body: '#1f3325',
    cap: { width: 17, height: 46 },
    label: { top: 236, bottom: 336 },
  }),
  'white-wine': vessel({
    profile: [
      [15, 52],
      [15, 130],
      [20, 152],
      [47, 214],
      [50, 246],
      [50, 356],
    ],
    isClear: true,
    cap: { width: 17, height: 46 },
    label: { top: 250, bottom: 342 },
  }),
  spirit: vessel({
    profile: [
      [18, 66],
      [18, 118],
      [26, 134],
      [60, 160],
      [62, 186],
      [62, 352],
    ],
    isClear: true,
    cap: { width: 21, height: 28 },
    label: { top: 200, bottom: 324 },
  }),
  bottle: vessel({
    profile: [
      [20, 72],
      [22, 100],
      [34, 128],
      [56, 170],
      [58, 210],
      [57, 352],
    ],
    cap: { width: 23, height: 26 },
    label: { top: 196, bottom: 318 },
  }),
  squeezy: vessel({
    profile: [
      [18, 80],
      [26, 112],
      [52, 140],
      [62, 190],
      [52, 250],
      [62, 310],
      [58, 354],
    ],
    cap: { width: 20, height: 34 },
    label: { top: 170, bottom: 304 },
  }),
  water: vessel({
    profile: [
      [20, 70],
      [22, 96],
      [44, 134],
      [54, 180],
      [48, 250],
      [54, 300],
      [52, 352],
    ],
    isClear: true,
    cap: { width: 22, height: 22 },
    label: { top: 196, bottom: 284 },
  }),
  jerrycan: vessel({
    profile: [
      [34, 96],
      [40, 112],
      [92, 132],
      [98, 160],
      [98, 346],
      [92, 358],
    ],
    cap: { width: 36, height: 30 },
    label: { top: 176, bottom: 330 },
  }),
  'oil-drum': tin(92, 262),
  cleaner: vessel({
    profile: [
      [24, 92],
      [26, 116],
      [66, 146],
      [74, 178],
      [74, 346],
      [68, 358],
    ],
    cap: { width: 27, height: 34 },
    label: { top: 186, bottom: 330 },
  }),
  jar: vessel({
    profile: [
      [62, 136],
      [74, 158],
      [76, 190],
      [76, 344],
      [70, 356],
    ],
    isClear: true,
    cap: { width: 66, height: 32 },
    label: { top: 206, bottom: 318 },
  }),
  'glass-jar': vessel({
    profile: [
      [58, 120],
      [80, 150],
      [84, 186],
      [84, 344],
      [76, 358],
    ],
    body: GLASS,
    cap: { width: 62, height: 32 },
    label: { top: 200, bottom: 322 },
  }),
  spice: vessel({
    profile: [
      [62, 116],
      [64, 140],
      [64, 340],
      [60, 358],
    ],
    cap: { width: 64, height: 46, colour: '#b3261e' },
    label: { top: 170, bottom: 320 },
  }),
  tub: tubOf(106, 178),
  bucket: tubOf(112, 252),
  'pot-small': tubOf(74, 120),
  sack: sack('kraft'),
  'sack-white': sack('white'),
  'sack-brand': sack('brand'),
  net: sack('net'),
  pouch,
  box: carton('printed', { width: 196, height: 236, depth: 70 }),
  'box-flat': carton('printed', { width: 236, height: 128, depth: 92 }),
  'box-small': carton('printed', { width: 150, height: 190, depth: 54 }),
  case: carton('kraft', { width: 222, height: 196, depth: 96 }),
  gable,
  'tray-black': tray('black'),
  'tray-white': tray('white'),
  'tray-kraft': tray('kraft'),
  'crate-wood': crate('wood'),
  'crate-card': crate('card'),
  'crate-green': crate('green'),
  loose,
  single,
  roll,
  sleeve,
} satisfies Record<string, Packing>

export type PackName = keyof typeof PACKS

/** Several of one, the others behind it: what a case holds. */
export const grouped = (pen: Pen, draw: Packing, contents: Contents, count: number): string =>
  count === 1
    ? draw(pen, contents)
    : [...(count > 2 ? [[-1, 0.78] as const] : []), [1, 0.78] as const]
        .map(([side, scale]) =>
          placed(draw(pen, contents), round(200 * (1 - scale) + side * 82), round(FLOOR * (1 - scale) - 22), {
            scale,
          }),
        )
        .join('') + placed(draw(pen, contents), 200 * 0.1, FLOOR * 0.1, { scale: 0.9 })
