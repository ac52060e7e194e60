import { expect, test } from 'vitest'
import type { Site } from '#kit/features/brands/site.ts'
import { type AddressName, addresses, pathTo, placeOf } from '#web/platform/addresses.ts'
import { type Section, sectionIn } from '#web/platform/menu.ts'
import { keepSchool } from '#web/platform/school.ts'
import { screenAt } from '../lazy-screens.ts'
import { loadScreen, routes } from '../paths.ts'

const all = { isChatSupport: true, isBannerEnable: true, isVideoConsultationSupport: true } as Site['config']
keepSchool(all)

const nameAt = (path: string) => {
  const place = placeOf(path)
  return place.kind === 'route' ? place.name : place
}

test('sign-in is for guests, session paths for all, everything else needs a session [RTE-01] [RTE-02] [RTE-03]', () => {
  const accessOf = (name: AddressName) => routes[name].access ?? 'auth'
  const names = Object.keys(addresses) as AddressName[]
  expect(names.filter(name => accessOf(name) === 'guest')).toEqual(['login', 'signup', 'reset', 'codeSignIn'])
  expect(names.filter(name => accessOf(name) === 'any')).toEqual([
    'autoLogin',
    'logout',
    'document',
    'checkout',
    'explore',
    'explorePage',
    'unsubscribe',
  ])
  expect(nameAt('/')).toBe('login')
  expect(['/signup', '/reset', '/resetPassword', '/auto-login', '/logout', '/delete'].map(nameAt)).toEqual([
    'signup',
    'reset',
    'resetPassword',
    'autoLogin',
    'logout',
    'delete',
  ])
  expect(['/emailVerification', '/phoneVerification', '/updateProfile'].map(nameAt)).toEqual([
    'emailVerification',
    'phoneVerification',
    'updateProfile',
  ])
})

test('the subscriptions, and the old address that leads there with a warning [RTE-06]', () => {
  expect(nameAt('/user/subscriptions')).toBe('subscriptions')
  expect(placeOf('/subscriptions')).toEqual({ kind: 'redirect', to: '/user/subscriptions?warning=true' })
})

test('home, courses and events are one screen, the catalogue one of its own, /course and /user lead home [RTE-07]', () => {
  expect(['/home', '/courses', '/events', '/catalog'].map(nameAt)).toEqual(['home', 'courses', 'events', 'catalog'])
  expect(new Set([routes.home, routes.courses, routes.events].map(route => route.screen)).size).toBe(1)
  expect(routes.catalog.screen).not.toBe(routes.home.screen)
  expect(placeOf('/course')).toEqual({ kind: 'redirect', to: '/home' })
  expect(placeOf('/user')).toEqual({ kind: 'redirect', to: '/home' })
})

test('the calendar, and the old stages and freeze that lead to it [RTE-08]', () => {
  expect(placeOf('/course/12/calendar')).toEqual({ kind: 'route', name: 'calendar', params: { streamId: 12 } })
  expect(placeOf('/course/12/calendar/')).toEqual({ kind: 'route', name: 'calendar', params: { streamId: 12 } })
  expect(placeOf('/course/12/stages')).toEqual({ kind: 'redirect', to: '/course/12/calendar' })
  expect(placeOf('/course/12/freeze')).toEqual({ kind: 'redirect', to: '/course/12/calendar' })
})

test('the homework list and one homework of a stream, and the section’s own start that leads there [RTE-11] [SHL-04]', () => {
  expect(nameAt('/homework')).toBe('homeworks')
  expect(placeOf('/homework/12/7')).toEqual({
    kind: 'route',
    name: 'homework',
    params: { streamId: 12, homeworkId: 7 },
  })
  expect(pathTo('homework', { streamId: 12, homeworkId: 7 })).toBe('/homework/12/7')
  expect(placeOf('/tasks')).toEqual({ kind: 'redirect', to: '/homework' })
  expect(routes.homework.access ?? 'auth').toBe('auth')
})

test('the chats, one chat, and the section’s own start that leads there [RTE-12] [SHL-04]', () => {
  expect(nameAt('/chat')).toBe('chats')
  expect(placeOf('/chat/12')).toEqual({ kind: 'route', name: 'chat', params: { chatId: 12 } })
  expect(placeOf('/chats')).toEqual({ kind: 'redirect', to: '/chat' })
  expect([routes.chats.access ?? 'auth', routes.chat.access ?? 'auth']).toEqual(['auth', 'auth'])
  expect([routes.chats.section, routes.chat.section]).toEqual(['chat', 'chat'])
})

test('a school without chats has none of their addresses [BRD-05]', () => {
  const school = (isChatSupport: boolean) => keepSchool({ ...all, isChatSupport })
  school(false)
  expect(['/chat', '/chat/12'].map(placeOf)).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }])
  school(true)
})

test('a day by its number, and by the old address [RTE-09]', () => {
  expect(placeOf('/course/12/calendar/3')).toEqual({
    kind: 'route',
    name: 'day',
    params: { streamId: 12, dayNumber: 3 },
  })
  expect(placeOf('/course/12/stages/4/days/9')).toEqual({
    kind: 'route',
    name: 'oldDay',
    params: { streamId: 12, stageId: 4, dayId: 9 },
  })
})

test('materials, banners, points and documents have their addresses [RTE-10] [RTE-15] [RTE-16]', () => {
  const paths = ['/course/5/materials', '/banners', '/user/points', '/user/points/history', '/document']
  expect(paths.map(nameAt)).toEqual(['materials', 'banners', 'points', 'pointsHistory', 'document'])
})

test.each([
  ['the own account [RTE-04]', 'user', ['/social-networks', '/settings', '/setting', '/edit']],
  ['its settings [RTE-04]', 'user/settings', ['/password', '/notifications', '/cookie', '/user-payment-methods']],
  ['reminders [RTE-05]', 'user/settings/reminders', ['', '/new', '/7']],
  ['what is paid for over time [RTE-06]', 'user', ['/subscriptions', '/installments', '/subscription/7']],
  ['video consultations [RTE-13]', 'videoconsultations', ['', '/7']],
  ['support [RTE-14]', 'support', ['', '/23', '/23/7']],
] as const)('%s: each address opens a screen of its own, for who is signed in', (_, place, ends) => {
  const names = ends.map(end => nameAt(`/${place}${end}`) as AddressName)
  expect(new Set(names).size).toBe(ends.length)
  for (const name of names) {
    expect(routes[name].access ?? 'auth').toBe('auth')
    expect(routes[name].screen).toBeDefined()
  }
})

const unknown = [
  '/x',
  '/home/x',
  '/course/0/calendar',
  '/course/a/calendar',
  '/course/1e3/calendar',
  '/course/-1/calendar',
]
test.each([...unknown, '/course/1/calendar/0', '/course//calendar', '//home', '/Home'])(
  '%s is no page [RTE-17]',
  path => {
    expect(placeOf(path)).toEqual({ kind: 'unknown' })
  },
)

test('each screen’s address opens that screen', () => {
  expect(pathTo('day', { streamId: 7, dayNumber: 3 })).toBe('/course/7/calendar/3')
  expect(placeOf(pathTo('materials', { streamId: 7 }))).toMatchObject({ name: 'materials', params: { streamId: 7 } })
  expect(pathTo('document', {}, { url: 'https://a.b/?c=1&d' })).toBe('/document?url=https%3A%2F%2Fa.b%2F%3Fc%3D1%26d')
})

test('each route belongs to the section the specification puts it in [SHL-05]', () => {
  const names = Object.keys(routes) as AddressName[]
  const of = (section: Section) => names.filter(name => routes[name].section === section)
  expect(of('course')).toEqual(expect.arrayContaining(['courses', 'calendar', 'day']))
  expect(of('chat')).toEqual(expect.arrayContaining(['chat', 'chats']))
  expect(of('task')).toEqual(['homeworks', 'homework'])
  const own = [
    'user/edit',
    'user/settings',
    'user/settings/password',
    'user/settings/notifications',
    'user/settings/reminders',
  ]
  expect(own.map(path => placeOf(`/${path}`)).map(place => 'name' in place && routes[place.name].section)).toEqual(
    own.map(() => 'profile'),
  )
  expect([routes.home.section, routes.catalog.section]).toEqual(['home', 'catalog'])
})

test('in one variant the section of the chats has the routes of homework too, where there are chats [SHL-05]', () => {
  const config = (isHomeworkInChats: boolean, isChatSupport = true) =>
    ({ isHomeworkInChats, isChatSupport }) as Site['config']
  const sections = (school: Site['config']) =>
    ([routes.homeworks, routes.homework, routes.chat, routes.day] as const).map(({ section }) =>
      sectionIn(school, section),
    )
  expect(sections(config(true))).toEqual(['chat', 'chat', 'chat', 'course'])
  expect(sections(config(false))).toEqual(['task', 'task', 'chat', 'course'])
  expect(sections(config(true, false))).toEqual(['task', 'task', 'chat', 'course'])
})

test('a screen that is here before it is drawn is drawn at once, and stays the same component', async () => {
  const later = screenAt('signup')
  expect(later).not.toBe(await loadScreen('signup'))
  expect(screenAt('signup')).toBe(later)
  const here = await loadScreen('login')
  expect(screenAt('login')).toBe(here)
})
