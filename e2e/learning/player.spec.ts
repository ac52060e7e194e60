import { expect, test } from '../player-page/player-test.ts'

test('downloads nothing of a video before the first play, then plays HLS by the engine it needs [PLY-02]', {
  tag: '@once',
}, async ({ page, open }) => {
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const media = () => asked.filter(path => /\.(m3u8|m4s|mp4|vtt)$|hls/.test(path))
  const player = await open('only=2-1')
  expect(media()).toEqual([])
  await player.play()
  await player.playing()
  expect(media()).toContain('/plain-0.m4s')
  expect(media().some(path => path.includes('light'))).toBe(true)
  expect(await player.read('src')).toMatch(/^blob:/)
})

test('where data are saved, of a film in several sizes only the smallest is loaded [PLY-02] [OFF-11]', {
  tag: '@once',
}, async ({ page, open }) => {
  const sizes: string[] = []
  page.on('request', request => {
    const [name = ''] = /(plain-0|large)\.m3u8$/.exec(request.url()) ?? []
    if (name) sizes.push(name)
  })
  const codecs = 'CODECS="avc1.640015,mp4a.40.2"'
  await page.route('**/plain.m3u8', route =>
    route.fulfill({
      contentType: 'application/vnd.apple.mpegurl',
      body: `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-STREAM-INF:BANDWIDTH=90000,RESOLUTION=960x540,${codecs}
large.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=26400,RESOLUTION=480x270,${codecs}
plain-0.m3u8
`,
    }),
  )
  await page.route('**/large.m3u8', async route => {
    const small = await page.request.get(route.request().url().replace('large', 'plain-0'))
    await route.fulfill({ response: small })
  })
  const played = async () => {
    sizes.length = 0
    const player = await open('only=2-1')
    await player.play()
    await player.playing()
    return [...sizes]
  }
  expect(await played()).toContain('large.m3u8')
  await page.evaluate(() => localStorage.setItem('data-saver', '1'))
  expect(await played()).toEqual(['plain-0.m3u8'])
})

test('plays the MP4 where there is no HLS, and where HLS is lost [PLY-02]', { tag: '@once' }, async ({ open }) => {
  for (const [only, file] of [
    ['3-1', 'upright.mp4'],
    ['5-1', 'wide.mp4'],
  ]) {
    const player = await open(`only=${only}`)
    await player.play()
    await player.playing()
    expect(await player.read('src')).toContain(file)
  }
})

test('chooses sound, subtitles and speed, and keeps the choice [PLY-01]', { tag: '@once' }, async ({ page, open }) => {
  const player = await open('only=1-1')
  await page.getByRole('radio', { name: 'Landscape' }).check()
  await player.play()
  await player.playing()
  await player.settings()
  await expect(page.getByRole('group', { name: 'Audio' }).getByRole('radio', { name: 'Русский' })).toBeChecked()
  const english = page.waitForRequest(/two-en\.m4s/)
  await page.getByRole('group', { name: 'Audio' }).getByRole('radio', { name: 'English' }).check()
  await english
  await page.getByRole('radio', { name: 'español' }).check()
  await page.getByRole('radio', { name: '2×' }).check()
  await expect(page.getByText(/Inhala|Exhala/)).toBeVisible()
  expect(await player.read('playbackRate')).toBe(2)

  const again = await open('only=1-1')
  await again.play()
  await again.playing()
  await expect(page.getByText(/Inhala|Exhala/)).toBeVisible()
  expect(await again.read('playbackRate')).toBe(2)
  await again.settings()
  await expect(page.getByRole('group', { name: 'Audio' }).getByRole('radio', { name: 'English' })).toBeChecked()
})

test('each line of subtitles runs the way its own letters do [PLY-01]', { tag: '@once' }, async ({ page, open }) => {
  const player = await open('only=6-1')
  await player.settings()
  await page.getByRole('radio', { name: 'العربية' }).check()
  await page.keyboard.press('Escape')
  await player.play()
  const cue = page.getByText('Breathe slowly!')
  await expect(cue).toBeVisible()
  /** Where each line's first and last sign stand, from left to right. */
  const places = await cue.evaluate(shown => {
    const [text] = shown.childNodes
    const placeOf = (at: number) => {
      const range = document.createRange()
      range.setStart(text ?? shown, at)
      range.setEnd(text ?? shown, at + 1)
      return range.getBoundingClientRect().x
    }
    let from = 0
    return (text?.textContent ?? '').split('\n').map(line => {
      const ends = [placeOf(from), placeOf(from + line.length - 1)]
      from += line.length + 1
      return ends
    })
  })
  expect(places.map(([first = 0, last = 0]) => (first < last ? 'to the right' : 'to the left'))).toEqual([
    'to the left',
    'to the right',
  ])
})

test('broken subtitles leave the video as it is [PLY-01]', { tag: '@once' }, async ({ page, open }) => {
  const player = await open('only=6-1')
  await player.settings()
  await page.getByRole('radio', { name: 'broken' }).check()
  await page.keyboard.press('Escape')
  await player.play()
  await player.playing()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('plays the playlist with its repeats automatically [PLY-01]', { tag: '@once' }, async ({ page, open }) => {
  await page.addInitScript(() => localStorage.setItem('player', JSON.stringify({ rate: 2 })))
  const player = await open('only=2-1,2-2,3-1')
  await expect(page.getByText('Repeat 1 of 2')).toBeVisible()
  await player.play()
  await expect(page.getByText('Repeat 2 of 2')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Standing tall' })).toBeVisible()
  await player.playing()
  await expect.poll(player.told).toContain('all played')
  expect((await player.told()).filter(line => line.startsWith('item'))).toEqual(['item 2-2', 'item 3-1'])
})

test('resumes where the learner stopped, but not within the last five seconds [PLY-01]', { tag: '@once' }, async ({
  page,
  open,
}) => {
  await page.addInitScript(() => localStorage.setItem('player', JSON.stringify({ orientation: 'horizontal' })))
  const resumed = await open('only=1-1&resume=11')
  await expect(page.getByRole('slider', { name: 'Position in the video' })).toHaveAttribute(
    'aria-valuetext',
    '0:11 of 0:20',
  )
  await resumed.play()
  await resumed.playing()
  expect(await resumed.position()).toBeGreaterThanOrEqual(11)

  const over = await open('only=1-1&resume=16')
  await over.play()
  await over.playing()
  expect(await over.position()).toBeLessThan(8)
})

test('chooses among four videos by type and orientation [PLY-01]', async ({ page, open, isMobile }) => {
  const player = await open('only=1-1')
  await expect(page.getByRole('radio', { name: isMobile ? 'Portrait' : 'Landscape' })).toBeChecked()
  await page.getByRole('radio', { name: 'Portrait' }).check()
  await player.play()
  await player.playing()
  expect(await player.read('videoHeight')).toBeGreaterThan(await player.read('videoWidth'))
  await page.getByRole('radio', { name: 'Landscape' }).check()
  await expect.poll(() => player.read('src')).toMatch(/^blob:/)
  await page.getByRole('radio', { name: 'Explanation' }).check()
  await expect.poll(() => player.read('src')).toContain('wide.mp4')
  await player.playing()
})

test('an upright video fills a phone from edge to edge [PLY-04]', async ({ page, open, isMobile }) => {
  await open('only=3-1')
  const box = await page.locator('video').boundingBox()
  const size = page.viewportSize()
  if (!box || !size) throw new Error('The video has no place on the page')
  expect(box.height).toBeGreaterThan(size.height * (isMobile ? 0.85 : 0.6))
  if (isMobile) expect(box.width).toBe(size.width)
})

test('a lesson that is chosen plays at once, also a second time, and is told as the one that plays [PLY-01]', {
  tag: '@once',
}, async ({ page, open }) => {
  const player = await open('only=1-1,2-1,3-1')
  await page.getByRole('button', { name: 'Choose 2-1', exact: true }).click()
  await player.playing()
  await expect(page.getByRole('heading', { name: 'Shoulder circles' })).toBeVisible()
  await expect.poll(player.told).toContain('item 2-1')
  await player.video.evaluate((media: HTMLVideoElement) => media.pause())
  await page.getByRole('button', { name: 'Choose 2-1', exact: true }).click()
  await player.playing()
})
