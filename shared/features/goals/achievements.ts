/** What a learner has done so far: all there is to earn an achievement with. */
export type Records = { days: number; minutes: number; homework: number; courses: number; weeks: number }
export type AchievementKind = keyof Records

/** The steps of each kind, the first within reach of anybody’s first days. */
const steps: Record<AchievementKind, readonly number[]> = {
  days: [1, 3, 7, 14, 30, 60, 100, 200, 365],
  minutes: [10, 60, 180, 600, 1500, 3000, 6000],
  homework: [1, 5, 10, 25, 50],
  courses: [1, 2, 3, 5, 10],
  weeks: [2, 4, 8, 12, 26, 52],
}
const achievementKinds = Object.keys(steps) as AchievementKind[]

export type Achievement = { kind: AchievementKind; step: number }
export type NextAchievement = Achievement & { done: number }

/** The highest step that was reached of each kind; none of a kind that has only begun. */
export function achieved(records: Records): Achievement[] {
  return achievementKinds.flatMap(kind => {
    const step = steps[kind].findLast(one => one <= records[kind])
    return step === undefined ? [] : [{ kind, step }]
  })
}

/** The step that is nearest, by the share that is done, of what was begun; undefined where nothing was, or everything is reached. */
export function nextAchievement(records: Records): NextAchievement | undefined {
  const ahead = achievementKinds.flatMap(kind => {
    const step = steps[kind].find(one => one > records[kind])
    return step === undefined || records[kind] === 0 ? [] : [{ kind, step, done: records[kind] }]
  })
  return ahead.toSorted((one, other) => other.done / other.step - one.done / one.step)[0]
}
