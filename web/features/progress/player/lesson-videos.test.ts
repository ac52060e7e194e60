import { describe, expect, test } from 'vitest'
import {
  hasBothOrientations,
  lessonPlace,
  lessonVariants,
  offeredTypes,
  pickVariant,
  type PlayableVideo,
  type PlayerItem,
  repeatsOf,
  startPosition,
  surveyAddress,
} from './lesson-videos.ts'

function videoOf(id: number): PlayableVideo {
  return { id, duration: 60_000, url: undefined, m3u8: undefined, mp4: `/${id}.mp4`, preview: undefined, subtitles: [] }
}

function itemOf(change: Partial<PlayerItem> = {}): PlayerItem {
  return {
    key: 'a',
    lessonId: 1,
    lessonSetLessonId: 10,
    title: 'Lesson',
    videoType: 'simple',
    videoOrientation: 'horizontal',
    repeat: 1,
    video: videoOf(1),
    ...change,
  }
}

const four = {
  localVideoFile: videoOf(1),
  verticalVideo: videoOf(2),
  localDescriptionVideoFile: videoOf(3),
  verticalDescriptionVideo: videoOf(4),
}

describe('the videos of a lesson', () => {
  test.each([
    ['simple', 'horizontal', 1],
    ['simple', 'vertical', 2],
    ['analysis', 'horizontal', 3],
    ['analysis', 'vertical', 4],
  ] as const)('%s and %s choose video %i of four [PLY-01]', (type, orientation, id) => {
    expect(pickVariant(itemOf(), lessonVariants(four), type, orientation).video.id).toBe(id)
  })

  test('the type matters more than the orientation [PLY-01]', () => {
    const offered = lessonVariants({ localVideoFile: videoOf(1), verticalDescriptionVideo: videoOf(4) })
    expect(pickVariant(itemOf(), offered, 'analysis', 'horizontal').video.id).toBe(4)
    expect(hasBothOrientations(offered, 'analysis')).toBe(false)
  })

  test('one kind of video leaves nothing to choose [PLY-01]', () => {
    const offered = lessonVariants({ localDescriptionVideoFile: videoOf(3), verticalDescriptionVideo: videoOf(4) })
    expect(offeredTypes(offered)).toEqual(['default'])
    expect(hasBothOrientations(offered, 'default')).toBe(true)
    expect(pickVariant(itemOf(), offered, 'simple', 'vertical').video.id).toBe(1)
  })
})

describe('where playing starts', () => {
  test.each([
    [undefined, 60_000, 0],
    [0, 60_000, 0],
    [12, 60_000, 12],
    [55, 60_000, 55],
    [55.1, 60_000, 0],
    [12, 0, 12],
    [-3, 60_000, 0],
    [Number.NaN, 60_000, 0],
  ])('stopped at %s of %s ms: %s [PLY-01]', (stoppedAt, duration, expected) => {
    expect(startPosition(stoppedAt, duration)).toBe(expected)
  })
})

describe('a playlist with repeats', () => {
  const items = [
    itemOf({ key: '10-1', repeat: 1 }),
    itemOf({ key: '20-1', lessonSetLessonId: 20 }),
    itemOf({ key: '10-2', repeat: 2 }),
  ]

  test('an analysis before the first repeat is not a repeat of its own [PLY-01]', () => {
    expect(repeatsOf([...items, itemOf({ key: '10-1-analysis', videoType: 'analysis' })], itemOf())).toBe(2)
    expect(repeatsOf(items, itemOf({ lessonSetLessonId: 20 }))).toBe(1)
  })

  test('a lesson keeps its place in each repeat', () => {
    expect(items.map(item => lessonPlace(items, item))).toEqual([
      { place: 1, count: 2 },
      { place: 2, count: 2 },
      { place: 1, count: 2 },
    ])
  })
})

describe('a survey', () => {
  test.each([
    ['https://forms.example/1', 'https://forms.example/1'],
    ['http://forms.example/1', 'http://forms.example/1'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['//forms.example', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('at %s opens %s [PLY-04]', (surveyFormUrl, expected) => {
    expect(surveyAddress(itemOf({ surveyFormUrl }))).toBe(expected)
  })
})
