import { expect, test } from 'vitest'
import { eventNames, knownAddress } from './analytics.ts'

test('every event of the specification has its name [ANL-01]', () => {
  const named =
    'open_burger, close_burger, click, page_view, login, user_registration, logout, restore-password, video_start, video_progress, video_complete, video_speed, like, favourite, banner_show, banner_click, begin_checkout, in_app_purchase, message_send, task_send, filter_change, demo_course_add'
  expect([...eventNames].sort()).toEqual(named.split(', ').sort())
})

test('an address is told without tokens, codes, referrals, return addresses and its fragment [ANL-01]', () => {
  const told = (path: string) => knownAddress(`https://school.example${path}`)
  expect(told('/auto-login?token=secret&returnUrl=%2Fhome%3Ftoken%3Dx')).toBe('https://school.example/auto-login')
  expect(told('/signup?ref=friend&code=123456#token=x')).toBe('https://school.example/signup')
  expect(told('/home?utm_source=letter&utm_medium=e+mail&token=x')).toBe(
    'https://school.example/home?utm_source=letter&utm_medium=e+mail',
  )
  expect(told(`/?utm_source=${'a'.repeat(300)}`)).toHaveLength('https://school.example/?utm_source='.length + 100)
})
