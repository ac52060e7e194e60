export type Point = readonly [x: number, y: number]

/** What somebody looks like: colours, and how the hair is worn. */
export type Look = {
  top: string
  sleeves: string
  legs: string
  legsBehind: string
  shoes: string
  skin: string
  hair: string
  wears: 'bun' | 'short' | 'bob'
}

/** Where the parts of a body are, in units of which the head is 40 tall; [0, 0] is the ground between the feet. */
export type Pose = {
  head: Point
  chest: Point
  hip: Point
  hands: readonly [Point, Point]
  feet: readonly [Point, Point]
  /** To which side elbows and knees bend: 1 or -1. */
  elbows?: readonly [number, number]
  knees?: readonly [number, number]
}

const at = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`
export const line = (colour: string, width: number, ...points: readonly Point[]): string =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" d="M${points.map(([x, y]) => at(x, y)).join('L')}"/>`

/** The joint between two bones of equal length that reach from one point to another. */
function joint([fromX, fromY]: Point, [toX, toY]: Point, bone: number, bend: number): Point {
  const [x, y] = [toX - fromX, toY - fromY]
  const span = Math.max(1, Math.hypot(x, y))
  const out = Math.sqrt(Math.max(0, bone * bone - (span * span) / 4)) * bend
  return [fromX + x / 2 - (y / span) * out, fromY + y / 2 + (x / span) * out]
}

const hairs: Record<Look['wears'], string> = {
  short: 'M-21 1c-3-20 9-28 21-28s24 8 21 28c-4-4-7-8-9-13-9 3-18 3-25 1-4 3-5 8-8 12z',
  bun: 'M-21 2c-5-22 7-30 21-30s26 8 21 30c-4-5-8-9-10-15-8 5-20 4-26 3-3 4-4 7-6 12zM0-42a9 9 0 1 1 0 18a9 9 0 1 1 0-18z',
  bob: 'M-22 18c-6-30 2-45 22-45s28 15 22 45c-4 3-9 2-11 0 2-10 0-18-4-24-8 4-16 4-22 2-3 6-2 14 0 22-2 2-5 2-7 0z',
}

/** A face with closed eyes, or with open ones that look to a side. */
export function head([x, y]: Point, { skin, hair, wears }: Look, isCalm = true): string {
  const eyes = isCalm ? 'M-11 1q3 3 6 0M5 1q3 3 6 0' : 'M-8 0v2M8 0v2'
  return `<g transform="translate(${at(x, y)})"><circle r="20" fill="${skin}"/><path fill="${hair}" d="${hairs[wears]}"/>
    <path fill="none" stroke="#3b2a2a" stroke-width="2.6" d="${eyes}M-5 10q5 4 10 0"/></g>`
}

/** Somebody who stands or walks. */
export function person(pose: Pose, look: Look, isCalm = true): string {
  const { chest, hip, hands, feet, elbows = [1, -1], knees = [1, -1] } = pose
  const leg = (side: 0 | 1) => {
    const from: Point = [hip[0] + (side ? 8 : -8), hip[1]]
    return [
      line(side ? look.legs : look.legsBehind, 24, from, joint(from, feet[side], 51, knees[side]), feet[side]),
      line(look.shoes, 12, [feet[side][0] - 3, feet[side][1] + 9], [feet[side][0] + 11, feet[side][1] + 9]),
    ].join('')
  }
  const arm = (side: 0 | 1) => {
    const from: Point = [chest[0] + (side ? 16 : -16), chest[1] + 2]
    const elbow = joint(from, hands[side], 37, elbows[side])
    return line(look.skin, 13, elbow, hands[side]) + line(look.sleeves, 16, from, elbow)
  }
  const neck = line(look.skin, 14, [chest[0], chest[1] - 18], [pose.head[0], pose.head[1] + 14])
  const torso = line(look.top, 42, [chest[0], chest[1] + 10], [hip[0], hip[1] - 12])
  return leg(0) + leg(1) + neck + torso + arm(0) + arm(1) + head(pose.head, look, isCalm)
}

/** Somebody who sits with crossed legs and breathes: `breath` from 0, out, to 1, in. */
export function seated(look: Look, breath: number): string {
  const lift = breath * 4
  return [
    `<path fill="none" stroke="${look.legs}" stroke-width="24" d="M22-24q40 8 16 18-16 6-46 2"/>`,
    `<path fill="none" stroke="${look.legsBehind}" stroke-width="24" d="M-22-24q-40 8-16 18 16 6 46 2"/>`,
    line(look.skin, 14, [0, -102 - lift], [0, -90 - lift]),
    line(look.top, 42 + breath * 5, [0, -72 - lift], [0, -36]),
    ...[-1, 1].map(
      side =>
        `<path fill="none" stroke="${look.sleeves}" stroke-width="16" d="M${at(19 * side, -79 - lift)}Q${at(44 * side, -54)} ${at(38 * side, -28)}"/>`,
    ),
    line(look.skin, 14, [-38, -23], [-35, -20]),
    line(look.skin, 14, [38, -23], [35, -20]),
    head([0, -118 - lift], look),
  ].join('')
}
