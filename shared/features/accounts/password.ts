/** In code points. */
const passwordLeast = 8

/** The owner of a password; unknown parts are left out. */
export type PasswordOwner = { email?: string | null; names?: readonly string[]; brand?: string }

/** Passwords tried first, in lower case and without added digits and symbols. */
const obvious = new Set(
  `password passw0rd p@ssword p@ssw0rd pass secret letmein welcome changeme login admin administrator user guest root test
  master monkey dragon football baseball superman batman pokemon sunshine princess iloveyou lovely trustno qwerty abc
  qwe qweasd qweasdzxc qazwsx qazwsxedc q1w2e3 q1w2e3r 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc zaq1xsw2 asdf zxcv
  пароль парол привет любовь йцукен админ parol privet lubov contraseña contrasena clave hola teamo tequiero usuario`.split(
    /\s+/,
  ),
)
const rows = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop[]', 'asdfghjkl;', 'zxcvbnm,./', '1234567890-=']
const russianRows = ['абвгдеёжзийклмнопрстуфхцчшщъыьэюя', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю']
const runs = [...rows, ...russianRows].flatMap(row => [row, [...row].reverse().join('')])

/** The word in a password, without surrounding digits and symbols. */
const wordOf = (text: string) => text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '')

function namesOf({ email, names = [], brand }: PasswordOwner): string[] {
  return [email, email?.replace(/@.*/s, ''), ...names, names.join(' '), names.join(''), brand]
    .filter(name => typeof name === 'string')
    .filter(name => name.length > 2)
    .map(name => name.toLowerCase())
}

function isRun(text: string): boolean {
  if (runs.some(run => run.includes(text))) return true
  // One to four characters repeated.
  return /^(.{1,4}?)\1+.{0,3}$/su.test(text) && new Set(text).size <= 4
}

/** Whether a password is long enough and not an obvious guess for its owner. Browser and server use the same rule. */
export function isPasswordStrongEnough(password: string, owner: PasswordOwner = {}): boolean {
  const text = password.normalize('NFKC').toLowerCase().trim()
  if ([...password].length < passwordLeast) return false
  const word = wordOf(text)
  if (obvious.has(text) || obvious.has(word) || isRun(text)) return false
  const names = namesOf(owner)
  return !names.some(name => text === name || (word !== '' && word === wordOf(name))) && !isMadeOf(text, names)
}

/** Whether a password is parts of names and next to nothing else: up to three letters and any digits and symbols. */
function isMadeOf(text: string, names: readonly string[]): boolean {
  const parts = names.flatMap(name => name.split(/[^\p{L}]/u)).filter(part => part.length > 2)
  const longestFirst = [...new Set(parts)].sort((a, b) => b.length - a.length)
  const rest = longestFirst.reduce((left, part) => left.replaceAll(part, ' '), text)
  return rest !== text && rest.replace(/[^\p{L}]/gu, '').length < 4
}

/** A strength hint while typing; never a reason to refuse. */
export function passwordStrength(password: string, owner: PasswordOwner = {}): 'weak' | 'fair' | 'strong' {
  if (!isPasswordStrongEnough(password, owner)) return 'weak'
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter(kind => kind.test(password)).length
  return new Set(password).size + 2 * kinds >= 15 ? 'strong' : 'fair'
}
