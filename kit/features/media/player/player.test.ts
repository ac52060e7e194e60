import { describe, expect, test } from 'vitest'
import { parsePreferences } from './preferences.ts'
import { keySeconds, type ShortcutActions, shortcutFor } from './shortcuts.ts'
import { hasSeparateAudio } from './source.ts'

function pressed(code: string, isShift = false) {
  const done: string[] = []
  const note =
    (name: string) =>
    (value?: number): void => {
      done.push(value === undefined ? name : `${name} ${value}`)
    }
  const actions: ShortcutActions = {
    toggle: note('toggle'),
    skip: note('skip'),
    seekShare: note('share'),
    changeVolume: note('volume'),
    toggleMuted: note('muted'),
    toggleFullscreen: note('fullscreen'),
    toggleSubtitles: note('subtitles'),
    changeRate: note('rate'),
  }
  shortcutFor(code, isShift)?.(actions)
  return done
}

describe('the keys of the player', () => {
  test.each([
    ['Space', 'toggle'],
    ['KeyK', 'toggle'],
    ['ArrowUp', 'volume 0.1'],
    ['ArrowDown', 'volume -0.1'],
    ['KeyM', 'muted'],
    ['KeyF', 'fullscreen'],
    ['KeyC', 'subtitles'],
    ['Digit0', 'share 0'],
    ['Numpad7', 'share 0.7'],
  ])('%s: %s [PLY-04]', (code, expected) => {
    expect(pressed(code)).toEqual([expected])
  })

  test.each([
    ['KeyJ', 'skip -10'],
    ['KeyL', 'skip 10'],
    ['ArrowLeft', 'skip -10'],
    ['ArrowRight', 'skip 10'],
  ])('%s: %s [PLY-04] [PRG-12]', (code, expected) => {
    expect(pressed(code)).toEqual([expected])
  })

  test('shift makes it a different key [PLY-04]', () => {
    expect(pressed('Period', true)).toEqual(['rate 1'])
    expect(pressed('Comma', true)).toEqual(['rate -1'])
    expect(pressed('KeyM', true)).toEqual([])
    expect(pressed('Digit5', true)).toEqual([])
    expect(pressed('KeyQ')).toEqual([])
  })
})

test.each([
  [{ seekOffset: 30 }, 30],
  [{ seekOffset: 2.5 }, 2.5],
  [{}, 10],
  [{ seekOffset: 0 }, 10],
])('a media key that asks for %o moves by %d seconds', (asked, seconds) => {
  expect(keySeconds(asked)).toBe(seconds)
})

describe('kept choices', () => {
  test('come back as they were stored [PLY-01]', () => {
    const kept = { rate: 1.5, volume: 0.4, isMuted: true, subtitles: 'es', audio: 'ru', orientation: 'vertical' }
    expect(parsePreferences(JSON.stringify(kept))).toEqual(kept)
  })

  test.each([
    null,
    '',
    'not json',
    '[]',
    'null',
    '{"rate":3,"volume":7,"isMuted":"yes","subtitles":4,"orientation":"x"}',
  ])('are as at first for %s', text => {
    expect(parsePreferences(text)).toEqual({
      rate: 1,
      volume: 1,
      isMuted: false,
      subtitles: null,
      audio: null,
      orientation: null,
    })
  })
})

describe('the HLS engine', () => {
  test('is the full one only for sound apart from the pictures', () => {
    expect(hasSeparateAudio('#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="ru",URI="ru.m3u8"\n')).toBe(true)
    expect(hasSeparateAudio('#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="ru"\n')).toBe(false)
    expect(hasSeparateAudio('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n')).toBe(false)
  })
})
