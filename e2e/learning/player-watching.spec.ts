import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect, test } from '../player-page/player-test.ts'

test('reports what was watched after five seconds [PRG-04]', async ({ page, open }) => {
  const player = await open('only=6-1')
  await player.play()
  await expect.poll(player.told).toContainEqual(expect.stringMatching(/^watched 60 [45]000 1 [45]$/))
  await page.keyboard.press('k')
  const reports = (await player.told()).filter(line => line.startsWith('watched'))
  expect(reports).toHaveLength(1)
})

test('reports on leaving the lesson, and nothing below two seconds [PRG-04]', async ({ page, open }) => {
  const player = await open('only=2-1,3-1,6-1')
  await player.play()
  await expect.poll(player.position).toBeGreaterThan(2.6)
  await page.getByRole('button', { name: 'Next video' }).last().click()
  await expect.poll(player.told).toContainEqual(expect.stringMatching(/^watched 20 [23]000 1 \d$/))
  await player.playing()
  await page.getByRole('button', { name: 'Next video' }).last().click()
  await player.playing()
  expect((await player.told()).filter(line => line.startsWith('watched 30'))).toEqual([])
})

test('a finished day needs thirty seconds [PRG-04]', async ({ page, open }) => {
  const player = await open('only=2-1,3-1&ended')
  await player.play()
  await expect.poll(player.position).toBeGreaterThan(5.5)
  await page.getByRole('button', { name: 'Next video' }).last().click()
  await player.playing()
  expect((await player.told()).filter(line => line.startsWith('watched'))).toEqual([])
})

test('reports each milestone once [PLY-03]', async ({ page, open }) => {
  const player = await open('only=3-1')
  await player.settings()
  await page.getByRole('radio', { name: '1.5×' }).check()
  await page.getByRole('radio', { name: '2×' }).check()
  await page.keyboard.press('Escape')
  await player.play()
  await expect.poll(player.position).toBeGreaterThan(4.5)
  await page.keyboard.press('Digit0')
  await expect.poll(player.told).toContain('all played')
  await page.getByRole('button', { name: 'Watch again' }).click()
  await expect.poll(player.position).toBeGreaterThan(3)
  expect((await player.told()).filter(line => line.startsWith('video'))).toEqual([
    'video_speed 3-1 0',
    'video_start 3-1 0',
    'video_progress 3-1 10',
    'video_progress 3-1 25',
    'video_progress 3-1 50',
    'video_progress 3-1 75',
    'video_complete 3-1 100',
  ])
})

test('a broken video says so and the day stays usable [ERR-06]', async ({ page, open }) => {
  const player = await open('only=4-1&language=ru')
  await page.locator('section').getByRole('button').first().click()
  await expect(page.getByRole('alert')).toContainText('Ошибка загрузки видео')
  await page.getByRole('button', { name: 'Finish' }).click()
  expect(await player.told()).toContain('the day is usable')
  await page.route('**/broken.mp4', async route => route.fulfill({ path: 'e2e/clips/wide.mp4' }))
  await page.getByRole('button', { name: 'Попробовать снова' }).click()
  await player.playing()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('offline it says so, and continues when back online [PLY-02]', async ({ page, open, context }) => {
  for (const only of ['3-1', '2-1']) {
    const player = await open(`only=${only}`)
    await context.setOffline(true)
    await player.play()
    await expect(page.getByRole('alert')).toContainText("We can't play this video without the Internet")
    await context.setOffline(false)
    await player.playing()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('a browser that refuses to start by itself leaves the big play button [PLY-01]', async ({ page, open }) => {
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('No gesture', 'NotAllowedError'))
  })
  const player = await open('only=3-1')
  await player.play()
  await expect(page.locator('section').getByRole('button', { name: 'Play', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('offers the survey after the lesson, in a new window [PLY-04]', async ({ page, open }) => {
  await page.addInitScript(() => localStorage.setItem('player', JSON.stringify({ rate: 2 })))
  const player = await open('only=6-1,3-1&start=6-1')
  await page.getByRole('heading', { name: 'Evening stretch' }).waitFor()
  await player.play()
  const survey = page.getByRole('dialog', { name: 'How was the lesson?' })
  await expect(survey).toBeVisible()
  const link = survey.getByRole('link', { name: 'Answer' })
  await expect(link).toHaveAttribute('href', 'https://forms.example/stretch')
  await expect(link).toHaveAttribute('target', '_blank')
  expect(await player.told()).not.toContain('all played')
  await survey.getByRole('button', { name: 'Continue' }).click()
  await expect(survey).toHaveCount(0)
  await expect.poll(player.told).toContain('all played')
})

test('can be operated by keyboard alone [PLY-04] [PRG-12]', async ({ page, open }) => {
  const player = await open('only=1-1')
  await page.getByRole('radio', { name: 'Landscape' }).check()
  await page.locator('body').press('Tab')
  await page.getByRole('slider', { name: 'Position in the video' }).focus()
  await page.keyboard.press('k')
  await player.playing()
  await page.keyboard.press('k')
  const start = await player.position()
  await page.keyboard.press('ArrowRight')
  await expect.poll(player.position).toBeCloseTo(start + 10, 0)
  await page.keyboard.press('KeyJ')
  await expect.poll(player.position).toBeCloseTo(start, 0)
  await page.keyboard.press('KeyL')
  await expect.poll(player.position).toBeCloseTo(start + 10, 0)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(player.position).toBeCloseTo(start, 0)
  await page.keyboard.press('Digit5')
  await expect.poll(player.position).toBeCloseTo(10, 0)
  await page.keyboard.press('KeyM')
  expect(await player.read('muted')).toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => player.read('volume')).toBeCloseTo(0.9)
  await page.keyboard.press('KeyC')
  await expect(page.getByText('Breathe')).toBeVisible()
  await page.keyboard.press('KeyF')
  await expect(page.getByRole('button', { name: 'Exit full screen' })).toBeVisible()
})

/** Two touches a tenth of a second apart, by the clock of the events: a busy machine may deliver them later. */
async function tapTwice(page: Page, x: number, y: number) {
  const client = await page.context().newCDPSession(page)
  const at = Date.now() / 1000
  const touch = (type: 'touchStart' | 'touchEnd', later: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchStart' ? [{ x, y }] : [],
      timestamp: at + later,
    })
  for (const later of [0, 0.1]) {
    await touch('touchStart', later)
    await touch('touchEnd', later + 0.02)
  }
  await client.detach()
}

test('ten seconds back and on by buttons, and by two touches of a side [PRG-12]', async ({ page, open }) => {
  const player = await open('only=1-1')
  await page.getByRole('radio', { name: 'Landscape' }).check()
  await page.getByRole('button', { name: '10 seconds forward' }).tap()
  await player.play()
  await player.playing()
  await page.keyboard.press('KeyK')
  const start = await player.position()
  expect(start).toBeGreaterThanOrEqual(10)
  await page.getByRole('button', { name: '10 seconds back' }).tap()
  await expect.poll(player.position).toBeCloseTo(start - 10, 0)

  const box = await player.video.boundingBox()
  if (!box) throw new Error('The video has no place on the page')
  const touchTwice = (share: number) => tapTwice(page, box.x + box.width * share, box.y + box.height * 0.3)
  await touchTwice(0.9)
  await expect.poll(player.position).toBeCloseTo(start, 0)
  expect(await player.read('paused')).toBe(true)
  await touchTwice(0.1)
  await expect.poll(player.position).toBeCloseTo(start - 10, 0)
  expect(await player.read('paused')).toBe(true)
})

test('two touches of a side of a film that was not started skip and start nothing', async ({ page, open }) => {
  const player = await open('only=1-1')
  await page.getByRole('radio', { name: 'Landscape' }).check()
  const box = await player.video.boundingBox()
  if (!box) throw new Error('The video has no place on the page')
  await tapTwice(page, box.x + box.width * 0.9, box.y + box.height * 0.3)
  await expect.poll(player.position).toBeCloseTo(10, 0)
  expect(await player.read('paused')).toBe(true)
  await player.play()
  await player.playing()
})

for (const theme of ['light', 'dark']) {
  test(`has no accessibility faults in ${theme} [PLY-04]`, async ({ page, open }) => {
    const player = await open(`theme=${theme}`)
    await player.settings()
    await page.addScriptTag({ content: axe.source })
    const faults = await page.evaluate(async () => {
      const { violations } = await axe.run('section')
      return violations.map(fault => `${fault.id}: ${fault.nodes.map(node => node.target).join(' ')}`)
    })
    expect(faults).toEqual([])
  })
}
