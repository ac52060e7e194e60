import type { Page } from '@playwright/test'
import type { Copy } from '#kit/copy/copy.tsx'
import { newConsultation } from '../pages/call-page.ts'
import { signInToStudio } from '../pages/studio-page.ts'
import { withDatabase } from '../school/people.ts'
import type { Screen } from './screen.ts'

/** A browser with a camera that shows a still picture, and a microphone that hears nothing. */
const withDevices = (answer: 'given' | 'denied') => async (page: Page) => {
  await page.addInitScript(isGiven => {
    const getUserMedia = async ({ audio }: MediaStreamConstraints) => {
      if (!isGiven) throw new DOMException('', 'NotAllowedError')
      if (audio) return new AudioContext().createMediaStreamDestination().stream
      const canvas = document.createElement('canvas')
      const context = canvas.getContext('2d')
      if (context) context.fillStyle = '#567'
      context?.fillRect(0, 0, 300, 150)
      return canvas.captureStream()
    }
    Object.assign(navigator.mediaDevices, { getUserMedia })
  }, answer === 'given')
  await page.reload()
  await page.locator('main h1').waitFor()
}

const joined = async (page: Page, t: Copy) => {
  await withDevices('given')(page)
  await page.getByRole('button', { name: t('videocall.join'), exact: true }).click()
  await page.locator('[data-call]').waitFor()
}

/** The call, as it is before, alone, and when it cannot be. */
export async function callScreens(): Promise<Screen[]> {
  const { id, person, expert } = await newConsultation()
  const early = await newConsultation()
  await withDatabase(client =>
    client.query(`update video_consultations set during = '[2099-01-01, 2099-01-02)', pad = '[2099-01-01, 2099-01-02)'
      where id = ${early.id}`),
  )
  const own = { userId: person.id, path: `/videoconsultations/${id}/call`, isAlone: true }
  const asExpert = async (page: Page, t: Copy) => {
    await signInToStudio(page.context(), expert.id)
    await joined(page, t)
  }
  return [
    { ...own, name: 'call-check', prepare: withDevices('given') },
    { ...own, name: 'call-denied', prepare: withDevices('denied') },
    { ...own, name: 'call-alone', prepare: joined },
    {
      ...own,
      name: 'call-left',
      async prepare(page, t) {
        await joined(page, t)
        await page.getByRole('button', { name: t('videocall.leave'), exact: true }).click()
      },
    },
    {
      ...own,
      name: 'call-devices',
      async prepare(page, t) {
        await joined(page, t)
        await page.getByRole('button', { name: t('videocall.devices') }).click()
      },
    },
    { name: 'call-early', userId: early.person.id, path: `/videoconsultations/${early.id}/call` },
    { name: 'call-unknown', path: '/videoconsultations/999999/call' },
    { ...own, name: 'call-failed', failing: '**/online-consultation/*/call?*' },
    { name: 'call-in-the-studio', isStaff: true, isAlone: true, path: `/admin/calendar/${id}/call`, prepare: asExpert },
  ]
}
