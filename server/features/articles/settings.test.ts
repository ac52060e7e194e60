import { expect, test } from 'vitest'
import { readSettings, SettingsError } from '#server/app/settings.ts'

const authorizationsOf = (text: string) => [...readSettings({ COMMUNITY_TOKENS: text }).given.articles.authorizations]

test('each site of clubs is sent the token given for its origin [OPS-03]', () => {
  expect(authorizationsOf('')).toEqual([])
  expect(authorizationsOf('https://Club.example.com:443/any/path=s=e!c~ret')).toEqual([
    ['https://club.example.com', 's=e!c~ret'],
  ])
  expect(authorizationsOf('  https://club.example.com=one  , ,\thttp://127.0.0.1:8080=two,')).toEqual([
    ['https://club.example.com', 'one'],
    ['http://127.0.0.1:8080', 'two'],
  ])
})

test('what is no pair of an origin and its token stops the start, and says what one looks like [OPS-03]', () => {
  for (const text of [
    'secret',
    'https://club.example.com',
    'https://club.example.com=',
    '=secret',
    'ftp://club.example.com=secret',
    'see https://club.example.com=secret',
    'https://club example.com=secret',
    'https://=secret',
    'https://club.example.com=two words',
    'https://club.example.com=ключ',
  ]) {
    const read = () => authorizationsOf(text)
    expect(read, text).toThrow(SettingsError)
    expect(read, text).toThrow('https://club.example.com=secret, with commas between them')
  }
})
