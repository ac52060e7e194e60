import { expect, test } from 'vitest'
import { bannerSlots } from '#shared/features/banners/slots.ts'

const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })

/** The places for banners in the screens, with the screen of each. */
const placed = Object.entries(sources).flatMap(([path, text]) =>
  [...text.matchAll(/<LateSlot\s+name="banners"\s+place=(?:"([^"]+)"|\{[^?]*\? '([^']+)' : '([^']+)'\})/g)].flatMap(
    ([, ...found]) => found.filter(place => place !== undefined).map(place => [place, path.split('/').pop()] as const),
  ),
)

test('every position and placement of the table stands on its screen [BAN-02, STR-10]', () => {
  expect(new Map(placed)).toEqual(
    new Map([
      ['home top', 'HomeScreen.tsx'],
      ['home mainPage', 'HomeScreen.tsx'],
      ['home sidebar', 'HomeScreen.tsx'],
      ['home beforeCourse', 'HomeScreen.tsx'],
      ['home bottom', 'HomeScreen.tsx'],
      ['courses top', 'HomeScreen.tsx'],
      ['courses beforeCourse', 'HomeScreen.tsx'],
      ['courses catalog', 'CatalogueScreen.tsx'],
      ['calendar top', 'CalendarScreen.tsx'],
      ['calendar beforeStage', 'StageDays.tsx'],
      ['day top', 'DayScreen.tsx'],
      ['day beforeLessons', 'DayWork.tsx'],
      ['day insteadVideo', 'DayScreen.tsx'],
      ['day afterVideo', 'DayWork.tsx'],
      ['homeworks top', 'HomeworksScreen.tsx'],
      ['videoconsultations top', 'VideoConsultationsScreen.tsx'],
      ['support top', 'SupportScreen.tsx'],
      ['settings top', 'SettingsScreen.tsx'],
    ]),
  )
  const inScreens = new Set(placed.map(([place]) => place))
  for (const { position, placement } of bannerSlots)
    if (position !== 'all') expect(inScreens).toContain(`${position} ${placement}`)
  // What is for all screens stands at the top of each of them.
  for (const position of new Set(bannerSlots.map(slot => slot.position)))
    if (position !== 'all') expect(inScreens).toContain(`${position} top`)
})
