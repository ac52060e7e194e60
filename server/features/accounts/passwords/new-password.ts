import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/project-root.ts'
import { isPasswordStrongEnough, type PasswordOwner } from '#shared/features/accounts/password.ts'

/** Letters that people write as digits and symbols; 1 stands for two of them. */
const signs: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i', '€': 'e' }

const dates = /^((0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d|(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01]))$/

/** In lower case, without accents. */
const plain = (text: string) =>
  text.normalize('NFKC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
const closeUp = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

let loaded: ReadonlySet<string> | undefined

/** Names, words, teams, walks over the keyboard and rows of digits that are tried first, in three languages. */
function commonPasswords(): ReadonlySet<string> {
  loaded ??= new Set(
    readFileSync(join(projectRoot, 'server/features/accounts/passwords/common-passwords.txt'), 'utf8')
      .trimEnd()
      .split('\n')
      .map(plain),
  )
  return loaded
}

/** A password as it is, without what is added at its ends, and with digits and symbols read as the letters they stand for. */
function readings(password: string): string[] {
  const text = plain(password).trim()
  const shortened = [text, text.replace(/[^\p{L}]+$/u, ''), text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')]
  const read = (word: string, one: string) =>
    [...word].map(sign => (sign === '1' ? one : (signs[sign] ?? sign))).join('')
  return shortened.flatMap(word => [word, read(word, 'i'), read(word, 'l')].map(closeUp))
}

function isCommon(password: string): boolean {
  const common = commonPasswords()
  return readings(password).some(word => {
    const half = word.slice(0, word.length / 2)
    return common.has(word) || dates.test(word) || (half.length > 2 && half + half === word && common.has(half))
  })
}

/**
 * Whether a person may have this password: it passes the rule that the browser checks too, and is not on the server's list of
 * common ones, however it is spelled and whatever is added to it.
 */
export function isGoodPassword(password: string, owner: PasswordOwner): boolean {
  return isPasswordStrongEnough(password, owner) && !isCommon(password)
}
