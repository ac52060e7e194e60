/**
 * What trying a part of an installation has shown: `good`, `lacking` where something works less well than it could, or `broken`; the
 * last two with what to do about it.
 */
export type Finding = { state: 'good'; says: string } | { state: 'lacking' | 'broken'; says: string; advice: string }

/** A part of the installation that `npm run doctor` tries. What `run` throws is told as broken, with `advice`. */
export type Check = { name: string; advice: string; run(): Promise<Finding> }

export const good = (says: string): Finding => ({ state: 'good', says })
export const lacking = (says: string, advice: string): Finding => ({ state: 'lacking', says, advice })
export const broken = (says: string, advice: string): Finding => ({ state: 'broken', says, advice })
