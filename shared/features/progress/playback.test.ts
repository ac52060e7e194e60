import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dayPlaylist,
  type Milestone,
  nextMilestones,
  type PlaybackPreferences,
  repeatCount,
  shouldSendStatistic,
} from './playback.ts'

test.each([
  [1999, false, false],
  [2000, false, true],
  [2000, true, false],
  [29_999, true, false],
  [30_000, true, true],
])(
  '%i ms watched, day ended %s: reported %s, and never what staff watch as the learner [PRG-04]',
  (viewedMs, isDayEnded, isSent) => {
    const timing = { saveTimeoutMs: 5000, minViewedMs: 2000, minViewedEndedMs: 30_000 }
    expect(shouldSendStatistic(viewedMs, { isDayEnded, isActing: false }, timing)).toBe(isSent)
    expect(shouldSendStatistic(viewedMs, { isDayEnded, isActing: true }, timing)).toBe(false)
  },
)

test('the minimum for a report is the brand’s [PRG-04]', () => {
  const timing = { saveTimeoutMs: 9000, minViewedMs: 100, minViewedEndedMs: 200 }
  const isSent = (isDayEnded: boolean) => shouldSendStatistic(150, { isDayEnded, isActing: false }, timing)
  expect([isSent(false), isSent(true)]).toEqual([true, false])
})

describe('how often a set is played', () => {
  const range = { repeatCount: 3, userRepeat: { from: 2, to: 5 } }
  test.each<[string, Parameters<typeof repeatCount>, number]>([
    ['its own count', [{ repeatCount: 3 }], 3],
    ['its own count, for it has no range', [{ repeatCount: 3 }, 9, 9], 3],
    ['never less than once', [{ repeatCount: 0 }], 1],
    ['its own count within the range', [range], 3],
    ['its own count clamped', [{ ...range, repeatCount: 9 }], 5],
    ['the choice', [range, 4], 4],
    ['the choice clamped up', [range, 1], 2],
    ['the choice clamped down', [range, 100], 5],
    ['the stream’s', [range, undefined, 5], 5],
    ['the choice before the stream’s', [range, 2, 5], 2],
    ['a stream’s zero is one', [{ ...range, userRepeat: { from: 1, to: 5 } }, undefined, 0], 1],
    ['a stream’s less than zero is one', [{ ...range, userRepeat: { from: 0, to: 5 } }, undefined, -4], 1],
  ])('%s [PRG-08]', (_, args, times) => {
    expect(repeatCount(...args)).toBe(times)
  })
})

describe('the playlist of a day', () => {
  const lessons = new Map([
    [
      1,
      {
        id: 1,
        title: 'Both',
        subtitle: 'теория',
        localVideoFile: 'h',
        localDescriptionVideoFile: 'hd',
        verticalVideo: 'v',
        verticalDescriptionVideo: 'vd',
      },
    ],
    [2, { id: 2, title: 'Horizontal', localVideoFile: 'h2' }],
    [3, { id: 3, title: 'Vertical analysis', verticalDescriptionVideo: 'vd3' }],
    [4, { id: 4, title: 'Text only' }],
  ])
  const lessonSets = [
    {
      id: 20,
      sort: 2,
      lessons: [
        { id: 203, lessonId: 3, sort: 1 },
        { id: 204, lessonId: 4, sort: 2 },
        { id: 205, lessonId: 99, sort: 3 },
      ],
    },
    {
      id: 10,
      sort: 1,
      lessons: [
        { id: 102, lessonId: 2, sort: 2 },
        { id: 101, lessonId: 1, sort: 1, surveyFormUrl: 'https://forms.example/1' },
      ],
    },
  ]
  const play = (preferences: PlaybackPreferences, repeats: [number, number][] = []) =>
    dayPlaylist({ lessonSets }, new Map(repeats), lessons, preferences)
  const videos = (preferences: PlaybackPreferences, repeats: [number, number][] = []) =>
    play(preferences, repeats).map(item => item.video)

  test('chooses among the four variants by type and orientation, else takes what there is [PLY-01]', () => {
    expect(videos({ videoType: 'simple', orientation: 'horizontal' })).toEqual(['h', 'h2', 'vd3'])
    expect(videos({ videoType: 'simple', orientation: 'vertical' })).toEqual(['v', 'h2', 'vd3'])
    expect(videos({ videoType: 'analysis', orientation: 'horizontal' })).toEqual(['hd', 'h2', 'vd3'])
    expect(videos({ videoType: 'analysis', orientation: 'vertical' })).toEqual(['vd', 'h2', 'vd3'])
  })

  test('plays each set as often as it repeats, the analysis only once by default [PLY-01] [PRG-08]', () => {
    expect(videos({ videoType: 'default', orientation: 'horizontal' }, [[10, 3]])).toEqual([
      'hd',
      'h',
      'h2',
      'h',
      'h2',
      'h',
      'h2',
      'vd3',
    ])
  })

  test('tells what each item is [CRS-04] [PLY-01]', () => {
    const [first, second, third] = play({ videoType: 'default', orientation: 'vertical' })
    expect(first).toEqual({
      key: '101-1-analysis',
      lessonId: 1,
      lessonSetLessonId: 101,
      title: 'Both',
      subtitle: 'теория',
      videoType: 'analysis',
      videoOrientation: 'vertical',
      repeat: 1,
      video: 'vd',
    })
    expect(second).toMatchObject({ videoType: 'simple', videoOrientation: 'vertical' })
    expect(third).toMatchObject({ videoType: 'default', videoOrientation: 'horizontal' })
  })

  test('opens a lesson’s survey only after its last play, and never repeats a key [PLY-04]', () => {
    const items = play({ videoType: 'default', orientation: 'horizontal' }, [[10, 2]])
    const withSurvey = items.filter(item => item.surveyFormUrl)
    expect(withSurvey.map(item => item.key)).toEqual(['101-2-simple'])
    expect(new Set(items.map(item => item.key)).size).toBe(items.length)
  })
})

describe('milestones of a video', () => {
  test('are reported when passed and not again [PLY-03]', () => {
    expect(nextMilestones(0, 0.09, new Set())).toEqual([])
    expect(nextMilestones(0.09, 0.1, new Set())).toEqual([10])
    expect(nextMilestones(0.1, 0.2, new Set())).toEqual([])
    expect(nextMilestones(0.2, 0.8, new Set())).toEqual([25, 50, 75])
    expect(nextMilestones(0, 0.3, new Set<Milestone>([10]))).toEqual([25])
  })

  test('come once each however the learner seeks [PLY-03]', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), positions => {
        const sent: Milestone[] = []
        let previous = 0
        for (const ratio of [...positions, 0, 1]) {
          sent.push(...nextMilestones(previous, ratio, new Set(sent)))
          previous = ratio
        }
        expect(sent.toSorted((a, b) => a - b)).toEqual([10, 25, 50, 75])
      }),
    )
  })
})
