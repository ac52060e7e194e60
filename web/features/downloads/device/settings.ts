import { downloadsDatabase, type DownloadSettings } from './records.ts'

const gigabyte = 1024 ** 3

/** What downloads may take unless the learner says otherwise, in bytes. */
export const budgetUnlessSet = 4 * gigabyte

/** The budgets to choose from, in bytes. */
export const budgets = [1, 2, 4, 8, 16, 32].map(size => size * gigabyte)

/** How many days may be fetched by themselves. */
export const automaticChoices = [0, 1, 3, 7] as const

/** A person's own choices for downloads on this device. */
export async function readSettings(userId: number): Promise<DownloadSettings> {
  const kept = await (await downloadsDatabase()).get('settings', userId)
  return kept ?? { budget: budgetUnlessSet, automaticDays: 0, quality: 'full' }
}

export async function keepSettings(userId: number, settings: DownloadSettings): Promise<void> {
  await (await downloadsDatabase()).put('settings', settings, userId)
}
