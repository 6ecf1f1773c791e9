import { darker, lighter } from './colours.ts'
import { ellipse, type Pen, path, placed, rect, round, turned } from './pen.ts'

/** One piece of a food, around 0/0 and about as large as 100. */
export type Food = (pen: Pen, colour: string) => string

const ball = (pen: Pen, colour: string): string =>
  pen.radial([
    [0, lighter(colour, 0.6)],
    [0.25, lighter(colour, 0.18)],
    [0.62, colour],
    [1, darker(colour, 0.42)],
  ])

const across = (pen: Pen, colour: string): string =>
  pen.linear(
    [
      [0, darker(colour, 0.12)],
      [0.3, lighter(colour, 0.35)],
      [0.6, colour],
      [1, darker(colour, 0.4)],
    ],
    'down',
  )

const glint = (x: number, y: number, size: number): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${size}" ry="${size * 0.6}" fill="#fff" fill-opacity="0.5" transform="rotate(-35 ${x} ${y})"/>`

const leaf = (colour: string, length: number, turn: number): string =>
  placed(
    path(
      `M0 0C${-length * 0.34} ${-length * 0.34} ${-length * 0.22} ${-length * 0.84} 0 ${-length}C${length * 0.22} ${-length * 0.84} ${length * 0.34} ${-length * 0.34} 0 0Z`,
      colour,
    ) +
      `<path d="M0 0V${-length * 0.86}" stroke="${lighter(colour, 0.35)}" stroke-width="${round(length * 0.045)}" fill="none"/>`,
    0,
    0,
    { turn },
  )

const many = (count: number, draw: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => draw(at)).join('')

/** A stroke with round ends, lit from above. */
const rod = (pen: Pen, colour: string, length: number, thickness: number): string =>
  `<rect x="${-length / 2}" y="${-thickness / 2}" width="${length}" height="${thickness}" rx="${thickness / 2}" fill="${across(pen, colour)}"/>`

const dots = (pen: Pen, colour: string, count: number, size: number, [wide, flat] = [1, 1]): string => {
  const fill = ball(pen, colour)
  return many(count, () => {
    const angle = pen.random.next() * Math.PI * 2
    const far = Math.sqrt(pen.random.next()) * 44
    return ellipse(
      Math.cos(angle) * far,
      Math.sin(angle) * far * 0.72,
      size * wide,
      size * flat,
      fill,
      ` transform="rotate(${pen.random.whole(0, 180)} ${round(Math.cos(angle) * far)} ${round(Math.sin(angle) * far * 0.72)})"`,
    )
  })
}

export const FOODS = {
  ball: (pen, colour) => ellipse(0, 0, 46, 44, ball(pen, colour)) + glint(-16, -20, 9),
  apple: (pen, colour) =>
    path(
      'M0 -30C14 -48 50 -40 46 -2C43 34 18 48 0 42C-18 48 -43 34 -46 -2C-50 -40 -14 -48 0 -30Z',
      ball(pen, colour),
    ) +
    glint(-20, -16, 9) +
    path('M-2 -28C-2 -38 2 -46 8 -50L12 -47C6 -42 3 -36 3 -28Z', '#5b3a1e') +
    placed(leaf('#5f9a3a', 26, 66), 4, -38),
  tomato: (pen, colour) =>
    ellipse(0, 0, 47, 42, ball(pen, colour)) +
    glint(-18, -18, 9) +
    many(5, (at) => placed(leaf('#3f7d32', 22, 0), 0, -30, { turn: -120 + at * 60 })),
  onion: (pen, colour) =>
    path(
      'M0 -50C5 -36 14 -32 26 -24C44 -12 48 8 38 26C28 42 12 44 0 44C-12 44 -28 42 -38 26C-48 8 -44 -12 -26 -24C-14 -32 -5 -36 0 -50Z',
      ball(pen, colour),
    ) +
    many(
      4,
      (at) =>
        `<path d="M0 -40C${-30 + at * 20} -20 ${-34 + at * 23} 18 0 43" stroke="${darker(colour, 0.25)}" stroke-opacity="0.5" stroke-width="1.6" fill="none"/>`,
    ) +
    many(5, (at) => `<path d="M0 42L${-8 + at * 4} 50" stroke="#a98a5a" stroke-width="1.4"/>`),
  tuber: (pen, colour) =>
    path(
      'M-48 2C-50 -24 -26 -36 4 -34C34 -34 52 -20 48 6C46 28 24 36 -4 34C-30 34 -46 24 -48 2Z',
      ball(pen, colour),
    ) +
    many(6, () =>
      ellipse(
        pen.random.whole(-34, 34),
        pen.random.whole(-20, 22),
        2.4,
        1.4,
        darker(colour, 0.35),
        ' fill-opacity="0.7"',
      ),
    ),
  root: (pen, colour) =>
    path(
      'M-48 -14C-52 0 -50 12 -46 16C-20 18 20 10 58 2C62 0 62 -2 58 -3C20 -12 -20 -20 -48 -14Z',
      across(pen, colour),
    ) +
    many(
      5,
      (at) =>
        `<path d="M${-30 + at * 16} ${-13 + at}q4 6 1 13" stroke="${darker(colour, 0.25)}" stroke-width="1.5" fill="none" stroke-opacity="0.6"/>`,
    ) +
    many(4, (at) => placed(leaf('#5a9440', 30, 0), -48, 0, { turn: -66 - at * 18 })),
  long: (pen, colour) =>
    `<path d="M-58 4C-58 -12 -48 -16 -36 -16C0 -18 30 -18 46 -14C58 -10 60 10 46 14C20 20 -20 20 -40 18C-54 18 -58 14 -58 4Z" fill="${across(pen, colour)}"/>` +
    `<path d="M-44 -8C-10 -12 20 -12 42 -8" stroke="${lighter(colour, 0.5)}" stroke-opacity="0.6" stroke-width="3" fill="none" stroke-linecap="round"/>` +
    ellipse(-57, 3, 4, 7, lighter(colour, 0.45)),
  drop: (pen, colour) =>
    path(
      'M6 -50C22 -46 22 -26 28 -8C44 14 40 46 0 47C-40 46 -44 14 -24 -10C-14 -28 -10 -50 6 -50Z',
      ball(pen, colour),
    ) +
    glint(-16, 2, 9) +
    path('M0 -46C2 -54 8 -58 14 -58L15 -54C10 -53 8 -50 8 -46Z', '#55633a'),
  sticks: (pen, colour) =>
    many(7, (at) => placed(rod(pen, colour, 92, 12), 0, -28 + at * 9.5, { turn: pen.random.whole(-13, 13) })),
  floret: (pen, colour) =>
    path(
      'M-14 4C-10 20 -12 34 -16 46H16C12 34 10 20 16 4Z',
      pen.linear([
        [0, '#b8cf8e'],
        [0.4, '#dbe8bd'],
        [1, '#8fae62'],
      ]),
    ) +
    many(11, (at) => {
      const angle = (at / 11) * Math.PI * 2
      return ellipse(Math.cos(angle) * 27, -12 + Math.sin(angle) * 17, 17, 16, ball(pen, colour))
    }) +
    ellipse(-4, -18, 22, 19, ball(pen, colour)) +
    dots(pen, lighter(colour, 0.14), 26, 4),
  head: (pen, colour) =>
    ellipse(0, 0, 47, 43, ball(pen, colour)) +
    many(
      6,
      (at) =>
        `<path d="M0 40C${-44 + at * 17} 24 ${-46 + at * 18} -24 ${-14 + at * 6} -36" stroke="${lighter(colour, 0.45)}" stroke-width="${at % 2 ? 2 : 3.4}" stroke-opacity="0.75" fill="none"/>`,
    ) +
    path(
      'M-44 8C-52 34 -24 50 0 44C24 50 52 34 44 8C34 30 14 34 0 30C-14 34 -34 30 -44 8Z',
      darker(colour, 0.12),
      ' fill-opacity="0.75"',
    ),
  leaves: (pen, colour) =>
    many(9, (at) =>
      placed(
        leaf(at % 3 ? darker(colour, 0.05 * at) : lighter(colour, 0.16), 58 + pen.random.whole(-8, 10), 0),
        0,
        34,
        { turn: [-64, 64, -46, 46, -30, 30, -14, 14, 0][at] ?? 0 },
      ),
    ),
  sprig: (_, colour) =>
    many(5, (at) => {
      const turn = -44 + at * 22
      return placed(
        `<path d="M0 0V-78" stroke="${darker(colour, 0.15)}" stroke-width="2.6"/>` +
          many(7, (step) =>
            placed(leaf(step % 2 ? colour : lighter(colour, 0.16), 19, 0), 0, -14 - step * 10, {
              turn: step % 2 ? -52 : 52,
            }),
          ) +
          placed(leaf(lighter(colour, 0.1), 18, 0), 0, -74),
        0,
        42,
        { turn },
      )
    }) + rect(-11, 26, 22, 9, '#c8a24a', 3),
  mushroom: (pen, colour) =>
    path(
      'M-15 6C-12 26 -15 38 -11 44C-4 49 6 49 12 44C16 36 12 24 15 6Z',
      pen.linear([
        [0, '#cbb894'],
        [0.35, '#fbf5e6'],
        [1, '#bba684'],
      ]),
    ) +
    path('M-46 8C-46 -28 -22 -44 0 -44C22 -44 46 -28 46 8C30 17 -30 17 -46 8Z', ball(pen, colour)) +
    path('M-44 9C-30 17 30 17 44 9C26 24 -26 24 -44 9Z', darker(colour, 0.3)),
  pepper: (pen, colour) =>
    many(3, (at) => ellipse(-24 + at * 24, 4, 24, 42, ball(pen, colour))) +
    path(
      'M-7 -34C-4 -42 -8 -50 -14 -54L-6 -57C0 -52 3 -44 5 -34C16 -30 20 -26 22 -22C8 -28 -8 -28 -22 -22C-20 -26 -14 -31 -7 -34Z',
      '#4c8034',
    ),
  berry: (pen, colour) =>
    path('M0 46C-28 34 -44 0 -36 -22C-26 -38 26 -38 36 -22C44 0 28 34 0 46Z', ball(pen, colour)) +
    many(14, (at) =>
      ellipse(-24 + (at % 5) * 12 + (at > 4 ? 4 : 0), -16 + Math.floor(at / 5) * 17, 1.8, 2.8, '#f7dd8a'),
    ) +
    many(5, (at) => placed(leaf('#4c8a38', 24, 0), 0, -30, { turn: -90 + at * 45 })),
  bumpy: (pen, colour) =>
    many(17, (at) => {
      const ring = at < 1 ? 0 : at < 7 ? 1 : 2
      const angle = at * (ring === 1 ? 1.05 : 0.63)
      return ellipse(Math.cos(angle) * ring * 16, Math.sin(angle) * ring * 16, 13, 13, ball(pen, colour))
    }),
  cluster: (pen, colour) =>
    `<path d="M0 -52C2 -44 0 -38 0 -30" stroke="#6b4a26" stroke-width="4" fill="none"/>` +
    many(19, (at) => {
      const row = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4][at] ?? 0
      const inRow = [5, 5, 4, 3, 2][row] ?? 1
      const place = at - ([0, 5, 10, 14, 17][row] ?? 0)
      return (
        ellipse((place - (inRow - 1) / 2) * 19, -28 + row * 18, 12, 12, ball(pen, colour)) +
        glint((place - (inRow - 1) / 2) * 19 - 4, -33 + row * 18, 3)
      )
    }),
  banana: (pen, colour) =>
    many(3, (at) =>
      placed(
        path(
          'M-44 -26C-36 16 0 36 46 20C50 16 50 12 46 11C12 20 -16 4 -32 -34C-36 -40 -46 -36 -44 -26Z',
          across(pen, colour),
        ) + path('M46 20C52 16 52 10 46 11L40 13L42 21Z', '#4b3a1c'),
        0,
        -6 + at * 9,
        { turn: -14 + at * 10 },
      ),
    ),
  pineapple: (pen, colour) =>
    many(7, (at) => placed(leaf(at % 2 ? '#4b8446' : '#6fa253', 46, 0), 0, -16, { turn: -54 + at * 18 })) +
    ellipse(0, 16, 28, 34, ball(pen, colour)) +
    many(
      6,
      (at) =>
        `<path d="M${-30 + at * 12} -10l22 54M${30 - at * 12} -10l-22 54" stroke="#8a5a1c" stroke-opacity="0.45" stroke-width="1.6"/>`,
    ),
  joint: (pen, colour) =>
    path(
      'M-54 6C-54 -28 -20 -38 14 -36C44 -36 58 -16 56 8C54 32 22 38 -10 36C-38 36 -54 28 -54 6Z',
      ball(pen, colour),
    ) +
    path(
      'M-50 -6C-44 -32 -8 -38 20 -36C46 -34 57 -16 56 4C48 -18 22 -26 0 -26C-24 -26 -40 -18 -50 -6Z',
      '#f7e3d0',
      ' fill-opacity="0.92"',
    ) +
    many(
      4,
      (at) =>
        `<path d="M${-34 + at * 22} -34C${-42 + at * 22} -10 ${-40 + at * 22} 18 ${-32 + at * 22} 34" stroke="#efe4cf" stroke-width="3.4" fill="none"/>`,
    ) +
    many(
      5,
      () =>
        `<path d="M${pen.random.whole(-36, 30)} ${pen.random.whole(-8, 22)}q8 -4 15 1" stroke="#f6d9cb" stroke-opacity="0.7" stroke-width="2" fill="none"/>`,
    ),
  steak: (pen, colour) =>
    path(
      'M-54 2C-50 -32 -14 -36 14 -30C42 -28 58 -14 54 8C48 30 16 30 -8 32C-36 38 -58 28 -54 2Z',
      '#f5dfcc',
    ) +
    path(
      'M-46 4C-44 -24 -12 -27 12 -22C36 -21 49 -10 46 7C40 23 14 22 -8 24C-32 29 -48 22 -46 4Z',
      ball(pen, colour),
    ) +
    many(
      9,
      () =>
        `<path d="M${pen.random.whole(-34, 28)} ${pen.random.whole(-13, 15)}q6 -5 14 0" stroke="#f7d6c6" stroke-opacity="0.8" stroke-width="1.7" fill="none"/>`,
    ),
  mince: (pen, colour) =>
    many(46, (at) =>
      placed(
        rod(pen, at % 4 === 0 ? lighter(colour, 0.3) : at % 3 === 0 ? darker(colour, 0.14) : colour, 26, 8),
        pen.random.whole(-42, 42),
        pen.random.whole(-24, 26),
        { turn: pen.random.whole(0, 180) },
      ),
    ),
  sausage: (pen, colour) =>
    path(
      'M-52 -10C-50 -22 -36 -22 -22 -17C4 -10 22 -12 40 -18C54 -20 58 0 44 8C20 16 -8 16 -34 10C-50 6 -54 -2 -52 -10Z',
      across(pen, colour),
    ) +
    `<path d="M-40 -10C-14 -4 16 -4 40 -10" stroke="#fff" stroke-opacity="0.35" stroke-width="4" fill="none" stroke-linecap="round"/>`,
  rasher: (pen, colour) =>
    path(
      'M-56 -8C-30 -20 -10 2 14 -10C32 -18 48 -12 56 -8V12C40 6 26 14 8 18C-12 20 -34 6 -56 14Z',
      across(pen, colour),
    ) +
    path(
      'M-56 -8C-30 -20 -10 2 14 -10C32 -18 48 -12 56 -8V-2C40 -6 30 -8 14 -2C-8 8 -30 -12 -56 0Z',
      '#f9e6d6',
    ) +
    `<path d="M-50 8C-30 2 -12 14 10 10" stroke="#f6d5c5" stroke-width="2.6" fill="none"/>`,
  breast: (pen, colour) =>
    path(
      'M-54 8C-56 -20 -24 -36 8 -32C36 -30 56 -12 56 -2C50 10 32 14 12 24C-10 36 -50 34 -54 8Z',
      ball(pen, colour),
    ) +
    `<path d="M-36 10C-18 -8 12 -14 38 -8" stroke="#fff" stroke-opacity="0.5" stroke-width="3" fill="none"/>` +
    `<path d="M-30 22C-12 12 8 8 26 8" stroke="${darker(colour, 0.18)}" stroke-opacity="0.6" stroke-width="2" fill="none"/>`,
  leg: (pen, colour) =>
    path(
      'M-48 2C-48 -28 -10 -38 12 -24C26 -14 34 -6 50 -6C58 -10 62 0 56 4C60 10 52 14 48 8C34 12 22 22 6 28C-24 36 -46 26 -48 2Z',
      ball(pen, colour),
    ) + glint(-22, -12, 8),
  bird: (pen, colour) =>
    ellipse(0, 4, 54, 38, ball(pen, colour)) +
    path('M14 8C34 -8 54 -2 54 16C54 30 32 38 18 30Z', ball(pen, lighter(colour, 0.08))) +
    path('M50 24C60 22 66 28 62 33C66 38 58 42 54 37Z', '#f3e6d2') +
    path('M-26 12C-12 -4 10 2 8 16C2 26 -20 26 -26 12Z', ball(pen, lighter(colour, 0.06))) +
    glint(-24, -16, 10),
  patty: (pen, colour) =>
    path('M-48 -4V10C-48 30 48 30 48 10V-4Z', darker(colour, 0.28)) +
    ellipse(0, -4, 48, 18, ball(pen, colour)) +
    dots(pen, darker(colour, 0.16), 22, 2.6),
  slices: (pen, colour) =>
    many(5, (at) =>
      placed(
        ellipse(0, 0, 40, 27, darker(colour, 0.2)) +
          ellipse(0, -2, 38, 25, ball(pen, colour)) +
          ellipse(0, -2, 38, 25, 'none', ` stroke="${lighter(colour, 0.45)}" stroke-width="2"`),
        -24 + at * 12,
        -10 + at * 5,
        { turn: -8 },
      ),
    ),
  cubes: (pen, colour) =>
    many(17, (at) =>
      placed(
        path('M-11 -5L0 -11L11 -5L0 1Z', lighter(colour, 0.34)) +
          path('M-11 -5L0 1V13L-11 7Z', colour) +
          path('M11 -5L0 1V13L11 7Z', darker(colour, 0.24)),
        pen.random.whole(-38, 38),
        -26 + at * 3,
        { turn: pen.random.whole(-24, 24) },
      ),
    ),
  pie: (pen, colour) =>
    path(
      'M-46 -6L-36 26C-20 34 20 34 36 26L46 -6Z',
      pen.linear([
        [0, darker(colour, 0.3)],
        [0.3, lighter(colour, 0.1)],
        [1, darker(colour, 0.35)],
      ]),
    ) +
    ellipse(0, -8, 50, 20, ball(pen, colour)) +
    many(14, (at) =>
      ellipse(Math.cos(at * 0.45) * 46, -8 + Math.sin(at * 0.45) * 17, 7, 5, lighter(colour, 0.12)),
    ) +
    `<path d="M-12 -10L12 -6M0 -16V0" stroke="${darker(colour, 0.4)}" stroke-width="2.4"/>`,
  fillet: (pen, colour) =>
    path(
      'M-58 0C-40 -26 0 -30 36 -20C50 -16 60 -6 60 2C52 12 34 20 4 24C-30 26 -50 16 -58 0Z',
      ball(pen, colour),
    ) +
    many(
      6,
      (at) =>
        `<path d="M${-36 + at * 15} ${-17 + at}q10 16 -3 34" stroke="#fff" stroke-opacity="0.65" stroke-width="2.6" fill="none"/>`,
    ),
  fish: (pen, colour) =>
    path('M-58 2C-40 -24 0 -28 32 -8L56 -24C52 -8 52 8 56 24L32 10C0 28 -40 26 -58 2Z', across(pen, colour)) +
    path('M-50 6C-20 22 10 20 32 8C0 26 -38 24 -50 6Z', '#eef2f3', ' fill-opacity="0.8"') +
    ellipse(-42, -3, 4.6, 4.6, '#fff') +
    ellipse(-42, -3, 2.6, 2.6, '#1c2730') +
    `<path d="M-28 -14C-22 -4 -22 8 -28 16" stroke="${darker(colour, 0.4)}" stroke-width="2" fill="none"/>` +
    path('M-8 -20C4 -34 20 -30 24 -14Z', darker(colour, 0.25)),
  prawn: (pen, colour) =>
    path(
      'M-30 34C-58 10 -44 -38 0 -38C32 -38 46 -16 40 2C34 -8 22 -14 8 -12C-14 -8 -16 14 -4 28Z',
      ball(pen, colour),
    ) +
    many(
      5,
      (at) =>
        `<path d="M${-34 + at * 15} ${[8, -16, -30, -33, -26][at]}L${-20 + at * 9} ${[8, -4, -12, -13, -12][at]}" stroke="#fff" stroke-opacity="0.7" stroke-width="2.4"/>`,
    ) +
    path('M-30 34C-30 46 -18 52 -6 46C-12 40 -6 34 -4 28Z', darker(colour, 0.2)),
  shell: (pen, colour) =>
    path('M-46 10C-40 -26 -12 -42 12 -38C40 -32 52 -8 46 8C30 26 -26 30 -46 10Z', ball(pen, colour)) +
    many(
      4,
      (at) =>
        `<path d="M-42 12C${-20 + at * 8} ${6 - at * 9} ${20 + at * 4} ${2 - at * 9} 45 7" stroke="${lighter(colour, 0.35)}" stroke-opacity="0.45" stroke-width="1.6" fill="none"/>`,
    ) +
    path('M-44 12C-20 24 24 22 45 9C26 30 -24 34 -44 12Z', '#e7a55c'),
  block: (pen, colour) =>
    path('M-50 -12L-14 -32L52 -20L18 4Z', lighter(colour, 0.36)) +
    path(
      'M-50 -12L18 4V38L-50 20Z',
      pen.linear([
        [0, lighter(colour, 0.12)],
        [1, colour],
      ]),
    ) +
    path('M52 -20L18 4V38L52 12Z', darker(colour, 0.16)),
  wedge: (pen, colour) =>
    path('M-54 8L40 -30C52 -24 56 -12 56 -2L-54 20Z', lighter(colour, 0.32)) +
    path(
      'M-54 12L56 -4V26L-54 34Z',
      pen.linear([
        [0, lighter(colour, 0.1)],
        [1, darker(colour, 0.1)],
      ]),
    ) +
    many(4, (at) =>
      ellipse(
        -24 + at * 20,
        18 - at * 3,
        4 + (at % 2) * 2.4,
        3.4,
        darker(colour, 0.24),
        ' fill-opacity="0.55"',
      ),
    ),
  wheel: (pen, colour) =>
    path(
      'M-50 -8V18C-50 38 50 38 50 18V-8Z',
      pen.linear([
        [0, darker(colour, 0.3)],
        [0.3, lighter(colour, 0.22)],
        [1, darker(colour, 0.35)],
      ]),
    ) +
    ellipse(0, -8, 50, 21, lighter(colour, 0.2)) +
    path('M0 -8L34 -23C46 -18 50 -12 50 -8C50 -2 44 4 36 7Z', '#fff3c9') +
    path('M0 -8L36 7V31L0 12Z', '#f3dc94'),
  egg: (pen, colour) =>
    path(
      'M0 -44C24 -44 38 -8 38 10C38 32 22 44 0 44C-22 44 -38 32 -38 10C-38 -8 -24 -44 0 -44Z',
      ball(pen, colour),
    ) + glint(-14, -14, 8),
  bun: (pen, colour) =>
    path('M-50 14C-54 -26 -26 -40 0 -40C26 -40 54 -26 50 14C40 30 -40 30 -50 14Z', ball(pen, colour)) +
    path('M-49 14C-34 26 34 26 49 14C42 31 -42 31 -49 14Z', '#f1ddb5') +
    many(12, () => ellipse(pen.random.whole(-30, 30), pen.random.whole(-32, -8), 3, 1.9, '#fbeed0')),
  loaf: (pen, colour) =>
    path(
      'M-56 30V-6C-60 -30 -30 -38 0 -38C30 -38 60 -30 56 -6V30C30 36 -30 36 -56 30Z',
      pen.linear(
        [
          [0, lighter(colour, 0.16)],
          [0.4, colour],
          [1, darker(colour, 0.36)],
        ],
        'down',
      ),
    ) +
    many(
      4,
      (at) =>
        `<path d="M${-38 + at * 22} -30q10 14 4 30" stroke="#f6e2b8" stroke-width="5" stroke-linecap="round" fill="none"/>`,
    ),
  sliced: (pen, colour) =>
    many(6, (at) =>
      placed(
        path('M-26 34V-8C-36 -18 -28 -36 0 -36C28 -36 36 -18 26 -8V34Z', colour) +
          path('M-21 29V-9C-29 -18 -22 -30 0 -30C22 -30 29 -18 21 -9V29Z', ball(pen, '#f8e8c8')),
        34 - at * 13,
        -7 + at * 3,
      ),
    ),
  baguette: (pen, colour) =>
    many(2, (at) =>
      placed(
        `<rect x="-62" y="-14" width="124" height="28" rx="14" fill="${across(pen, colour)}"/>` +
          many(
            5,
            (cut) =>
              `<path d="M${-42 + cut * 20} -9l12 15" stroke="#f9e5bb" stroke-width="5" stroke-linecap="round"/>`,
          ),
        0,
        -12 + at * 24,
        { turn: -14 },
      ),
    ),
  croissant: (pen, colour) =>
    path(
      'M-54 24C-62 4 -44 -20 -20 -30C0 -38 22 -36 40 -20C56 -6 62 12 54 24C48 22 44 10 30 8C10 0 -12 0 -30 8C-42 12 -46 24 -54 24Z',
      ball(pen, colour),
    ) +
    many(
      5,
      (at) =>
        `<path d="M${-34 + at * 17} ${[-14, -28, -34, -29, -15][at]}L${-22 + at * 11} ${[9, 3, 1, 3, 9][at]}" stroke="${darker(colour, 0.4)}" stroke-opacity="0.6" stroke-width="2.6"/>`,
    ),
  flat: (pen, colour) =>
    many(5, (at) =>
      placed(
        ellipse(0, 4, 52, 17, darker(colour, 0.26)) + ellipse(0, 0, 52, 17, ball(pen, colour)),
        (at % 2) * 3,
        20 - at * 9,
      ),
    ) +
    many(9, () =>
      ellipse(
        pen.random.whole(-34, 34),
        -16 + pen.random.whole(-9, 8),
        4.4,
        1.9,
        '#a9763c',
        ' fill-opacity="0.5"',
      ),
    ),
  slice: (pen, colour) =>
    path('M-52 6L44 -26L54 -2L-52 26Z', lighter(colour, 0.12)) +
    path('M-52 16L54 -4V8L-52 30Z', '#fbf1dc') +
    path('M-52 28L54 6V22L-52 42Z', colour) +
    path(
      'M-52 6L44 -26L54 -2L-52 18Z',
      pen.linear([
        [0, lighter(colour, 0.4)],
        [1, darker(colour, 0.06)],
      ]),
    ) +
    ellipse(36, -20, 9, 8, ball(pen, '#c8274b')),
  muffin: (pen, colour) =>
    path(
      'M-34 2L-25 42H25L34 2Z',
      pen.linear([
        [0, '#b5875a'],
        [0.3, '#e8c79a'],
        [1, '#96683c'],
      ]),
    ) +
    many(
      6,
      (at) =>
        `<path d="M${-26 + at * 10} 4l${2 - at * 0.6} 38" stroke="#8a5f36" stroke-opacity="0.5" stroke-width="1.6"/>`,
    ) +
    path('M-44 6C-50 -18 -24 -42 0 -40C24 -42 50 -18 44 6C26 14 -26 14 -44 6Z', ball(pen, colour)) +
    many(6, () =>
      ellipse(pen.random.whole(-26, 26), pen.random.whole(-28, -2), 4.6, 4, darker(colour, 0.55)),
    ),
  ring: (pen, colour) =>
    path(
      'M-50 4C-50 -20 -28 -34 0 -34C28 -34 50 -20 50 4C50 26 28 36 0 36C-28 36 -50 26 -50 4ZM-15 2C-15 9 -8 12 0 12C8 12 15 9 15 2C15 -5 8 -8 0 -8C-8 -8 -15 -5 -15 2Z',
      ball(pen, colour),
      ' fill-rule="evenodd"',
    ) +
    many(16, () => {
      const angle = pen.random.next() * 6.3
      return ellipse(Math.cos(angle) * 33, -2 + Math.sin(angle) * 20, 2.2, 1.3, '#fff6df')
    }),
  pizza: (pen, colour) =>
    ellipse(0, 4, 56, 33, darker('#c98a45', 0.22)) +
    ellipse(0, 0, 56, 33, ball(pen, '#d99a50')) +
    ellipse(0, 0, 47, 26, '#c23a22') +
    ellipse(0, -1, 45, 24, ball(pen, colour)) +
    many(8, (at) =>
      ellipse(
        Math.cos(at * 2.4) * 30,
        -1 + Math.sin(at * 2.4) * 15,
        7.5,
        4.6,
        at % 2 ? '#b72d22' : '#fff4cf',
      ),
    ) +
    many(5, (at) =>
      placed(leaf('#3d7a35', 15, 0), Math.cos(at * 1.3) * 24, Math.sin(at * 1.3) * 13, { turn: at * 70 }),
    ),
  biscuit: (pen, colour) =>
    many(3, (at) =>
      placed(
        ellipse(0, 4, 38, 22, darker(colour, 0.34)) +
          ellipse(0, 0, 38, 22, ball(pen, colour)) +
          many(7, (dot) => ellipse(-22 + dot * 7.4, -6 + (dot % 3) * 6, 1.7, 1.2, darker(colour, 0.45))),
        -16 + at * 16,
        16 - at * 14,
        { turn: at * 8 },
      ),
    ),
  bar: (pen, colour) =>
    placed(
      path('M-50 -14L38 -26L52 -12L-36 2Z', lighter(colour, 0.3)) +
        path('M-50 -14L-36 2V20L-50 4Z', darker(colour, 0.25)) +
        path(
          'M-36 2L52 -12V6L-36 20Z',
          pen.linear([
            [0, colour],
            [1, darker(colour, 0.2)],
          ]),
        ) +
        many(
          3,
          (at) =>
            `<path d="M${-28 + at * 22} ${-17 - at * 3}l14 16" stroke="${darker(colour, 0.35)}" stroke-width="2.4"/>`,
        ),
      0,
      4,
    ),
  crisp: (pen, colour) =>
    many(7, (at) =>
      placed(
        path('M-26 0C-20 -20 18 -20 27 -2C18 12 -16 16 -26 0Z', ball(pen, colour)) +
          `<path d="M-16 -2C-4 -9 10 -8 18 -2" stroke="${lighter(colour, 0.5)}" stroke-width="2" fill="none"/>`,
        pen.random.whole(-28, 28),
        -22 + at * 8,
        { turn: pen.random.whole(-50, 50) },
      ),
    ),
  chips: (pen, colour) =>
    many(15, (at) =>
      placed(
        rod(pen, at % 3 ? colour : lighter(colour, 0.18), 62, 12),
        pen.random.whole(-22, 22),
        -24 + at * 3.6,
        { turn: pen.random.whole(-42, 42) },
      ),
    ),
  nugget: (pen, colour) =>
    many(5, (at) =>
      placed(
        path('M-28 2C-30 -16 -10 -22 6 -20C26 -20 32 -6 28 8C20 22 -24 22 -28 2Z', ball(pen, colour)) +
          many(9, () =>
            ellipse(
              pen.random.whole(-19, 19),
              pen.random.whole(-12, 13),
              2.2,
              1.6,
              lighter(colour, 0.4),
              ' fill-opacity="0.7"',
            ),
          ),
        [-26, 26, 0, -22, 24][at] ?? 0,
        [-12, -14, 0, 18, 16][at] ?? 0,
        { turn: at * 31 },
      ),
    ),
  peas: (pen, colour) => dots(pen, colour, 44, 9),
  beans: (pen, colour) => dots(pen, colour, 34, 9, [1.35, 0.8]),
  grains: (pen, colour) => dots(pen, colour, 110, 3.4, [1.9, 0.8]),
  powder: (pen, colour) =>
    path('M-58 26C-40 20 -24 -24 0 -26C24 -24 40 20 58 26C40 34 -40 34 -58 26Z', ball(pen, colour)) +
    dots(pen, lighter(colour, 0.2), 16, 1.6),
  tubes: (pen, colour) =>
    many(15, (at) =>
      placed(
        rod(pen, colour, 40, 14) + ellipse(19, 0, 3, 6.4, darker(colour, 0.35)),
        pen.random.whole(-32, 32),
        -22 + at * 3.4,
        { turn: pen.random.whole(-70, 70) },
      ),
    ),
  strands: (_, colour) =>
    many(
      13,
      (at) =>
        `<path d="M${-52 + at} ${-26 + at * 4.4}C${-20} ${-34 + at * 5} ${10} ${-14 + at * 4} ${52} ${-24 + at * 4}" stroke="${at % 2 ? colour : darker(colour, 0.18)}" stroke-width="4.4" fill="none" stroke-linecap="round"/>`,
    ),
  nuts: (pen, colour) =>
    dots(pen, colour, 26, 10, [1.3, 0.85]) + dots(pen, lighter(colour, 0.25), 8, 9, [1.3, 0.8]),
  crumbs: (pen, colour) => dots(pen, colour, 90, 3.6) + dots(pen, darker(colour, 0.3), 30, 2.6),
  scoop: (pen, colour) =>
    path(
      'M-30 6L0 58L30 6Z',
      pen.linear([
        [0, '#a8702f'],
        [0.4, '#e0ae66'],
        [1, '#8f5a22'],
      ]),
    ) +
    many(
      4,
      (at) =>
        `<path d="M${-22 + at * 14} 8l${8 - at * 2} 34M${22 - at * 14} 8l${-8 + at * 2} 34" stroke="#7d4f1d" stroke-opacity="0.5" stroke-width="1.5"/>`,
    ) +
    path(
      'M-36 6C-42 -30 -18 -48 0 -48C18 -48 42 -30 36 6C28 16 20 6 12 14C4 20 -4 8 -14 14C-24 18 -32 14 -36 6Z',
      ball(pen, colour),
    ) +
    glint(-14, -26, 8),
  bowl: (pen, colour) =>
    path(
      'M-52 -8C-50 22 -26 38 0 38C26 38 50 22 52 -8Z',
      pen.linear([
        [0, '#c9cdd2'],
        [0.3, '#ffffff'],
        [1, '#aab1b8'],
      ]),
    ) +
    ellipse(0, -8, 52, 17, '#e9ecef') +
    ellipse(0, -7, 45, 13.4, ball(pen, colour)) +
    ellipse(-12, -10, 13, 3, lighter(colour, 0.5)) +
    placed(leaf('#4b8b3c', 18, 60), 8, -6),
  glass: (pen, colour) =>
    path('M-26 -44L-19 44H19L26 -44Z', '#ffffff', ' fill-opacity="0.55"') +
    path(
      'M-24 -26L-18 40H18L24 -26Z',
      pen.linear([
        [0, darker(colour, 0.2)],
        [0.3, lighter(colour, 0.35)],
        [1, darker(colour, 0.22)],
      ]),
    ) +
    ellipse(0, -26, 24, 5, lighter(colour, 0.3)),
  cup: (pen, colour) =>
    path('M34 -18C56 -20 56 16 30 16', 'none', ' stroke="#eceff1" stroke-width="8"') +
    path(
      'M-38 -24C-36 18 -22 34 0 34C22 34 36 18 38 -24Z',
      pen.linear([
        [0, '#cfd3d7'],
        [0.3, '#fff'],
        [1, '#b4bac0'],
      ]),
    ) +
    ellipse(0, -24, 38, 10, '#eef0f2') +
    ellipse(0, -23, 32, 7, ball(pen, colour)),
  leafy: (pen, colour) =>
    many(26, (at) =>
      placed(
        leaf(at % 3 ? colour : lighter(colour, 0.25), 24, 0),
        pen.random.whole(-38, 38),
        pen.random.whole(-12, 30),
        { turn: pen.random.whole(0, 360) },
      ),
    ),
  sweets: (pen, colour) =>
    many(15, (at) =>
      ellipse(
        -34 + (at % 5) * 17,
        -20 + Math.floor(at / 5) * 19,
        10,
        9,
        ball(pen, [colour, '#e23b3b', '#f2a516', '#4f9c3c', '#7b4aa5'][at % 5] ?? colour),
      ),
    ),
  shaker: (pen, colour) =>
    path(
      turned(0, [
        [16, -46],
        [20, -30],
        [28, -10],
        [28, 40],
      ]),
      pen.linear([
        [0, darker(colour, 0.3)],
        [0.3, lighter(colour, 0.4)],
        [1, darker(colour, 0.3)],
      ]),
    ) + ellipse(0, -46, 16, 5, '#d7dbdf'),
  spray: (pen, colour) =>
    many(12, (at) =>
      ellipse(
        -30 + (at % 4) * 20,
        -22 + Math.floor(at / 4) * 22,
        5 - (at % 3),
        5 - (at % 3),
        ball(pen, colour),
      ),
    ),
} satisfies Record<string, Food>

export type FoodName = keyof typeof FOODS

export const drawFood = (pen: Pen, name: FoodName, colour: string): string => FOODS[name](pen, colour)
