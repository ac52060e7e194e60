import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { newLearner } from '../school/people.ts'
import type { Screen } from './screen.ts'

type Row = { title: string; status: string; done?: number; failure?: string; isPaused?: boolean; kind?: string }

const mebibyte = 1024 * 1024
const rows: Row[] = [
  { title: 'Breath by the window', status: 'loaded' },
  { title: 'Shoulders, slowly and with a pause after each movement', status: 'loading', done: 2 },
  { title: 'A walk', status: 'fail', failure: 'space' },
  { title: 'Hips', status: 'fail', failure: 'gone' },
  { title: 'Practice card to print', status: 'pending', kind: 'document' },
]

/** What is on a device, written as the worker would: this one has no network of its own. */
function keep(userId: number, streamId: number, files: Row[]) {
  return async (page: Page, _t: Copy): Promise<void> => {
    // The app makes it, with its stores, some time after the screen is drawn.
    await page.waitForFunction(async () => (await indexedDB.databases()).some(({ name }) => name === 'kurso-downloads'))
    await page.evaluate(
      ([own, size]) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('kurso-downloads')
          opening.addEventListener('error', () => reject(opening.error))
          opening.onsuccess = () => {
            const writing = opening.result.transaction('files', 'readwrite')
            for (const file of own) writing.objectStore('files').put({ ...file, bytes: 5 * size })
            writing.oncomplete = () => {
              opening.result.close()
              resolve()
            }
          }
        }),
      [
        files.map((row, index) => ({
          key: `${userId} /media/x${index}/video.mp4`,
          userId,
          id: 900_000 + index,
          url: `/media/x${index}/video.mp4`,
          streamId,
          courseTitle: 'Morning practice: two weeks of gentle movement',
          kind: 'video',
          purpose: 'full',
          dayIds: [1],
          lessonIds: [index + 1],
          hashes: [],
          done: 0,
          damaged: [],
          isPaused: false,
          isAutomatic: false,
          addedAt: index,
          checkedAt: 0,
          ...row,
        })),
        8 * mebibyte,
      ] as const,
    )
    await page.reload()
    await page.locator('main li').first().waitFor()
  }
}

/** Downloads: none, on their way and failed, and the choice before one. */
export async function downloadScreens(): Promise<Screen[]> {
  const { id: userId, streamId } = await newLearner()
  const { id: choosing, streamId: chosen } = await newLearner()
  const path = '/user/downloads'
  return [
    { name: 'downloads-empty', path, userId: choosing },
    { name: 'downloads', path, userId, isAlone: true, isVariant: true, prepare: keep(userId, streamId, rows) },
    {
      name: 'download-choice',
      path: `/course/${chosen}/calendar`,
      userId: choosing,
      isAlone: true,
      isVariant: true,
      prepare: async (page, t) => {
        await page.getByRole('button', { name: t('downloads.start'), exact: true }).click()
        await page.getByRole('radio').first().waitFor()
      },
    },
  ]
}
