import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { Avatar, initials } from './marks/Avatar.tsx'
import { Button } from './actions/Button.tsx'
import { openDialog, openDialogs } from './layers/dialogs.ts'
import { LinkButton } from './actions/LinkButton.tsx'
import { ProgressBar } from './marks/Progress.tsx'
import { TextArea } from './fields/TextArea.tsx'
import { TextField } from './fields/TextField.tsx'
import { closeToast, shownToasts, toast } from './layers/toasts.ts'

beforeEach(() => shownToasts.change(() => []))

const source = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

test('every icon name has one drawing and every drawing a name', () => {
  const named = [...source('marks/Icon.tsx').matchAll(/^ {2}\| '([\w-]+)'/gm)].map(match => match[1])
  const drawn = [...source('marks/icons.svg').matchAll(/symbol id="([\w-]+)"/g)].map(match => match[1])
  expect(named.length).toBeGreaterThan(30)
  expect(drawn).toEqual(named)
})

test('every icon of an empty state has a scene, each drawn in the brand’s colours and small [BRD-09]', () => {
  const drawn = [...source('pictures/scenes.svg').matchAll(/symbol id="([\w-]+)"/g)].map(match => match[1])
  const kit = new URL('../..', import.meta.url)
  const screens = readdirSync(kit, { recursive: true, encoding: 'utf8' }).filter(file =>
    /^(web|kit|studio)\/.*Screen.*\.tsx$|^(web|kit|studio)\/.*State.*\.tsx$/.test(file),
  )
  const asked = screens.flatMap(file =>
    [...readFileSync(new URL(file, kit), 'utf8').matchAll(/<EmptyState[^]*?icon="([\w-]+)"/g)].map(match => match[1]),
  )
  expect(asked.length).toBeGreaterThan(20)
  expect(drawn).toEqual(expect.arrayContaining(asked))
  for (const file of ['scenes', 'morning', 'finish']) {
    const picture = source(`pictures/${file}.svg`)
    expect(picture).not.toMatch(/#[0-9a-f]{3,8}"|style=|<animate|<script/)
    expect([file, brotliCompressSync(picture).length < 4000]).toEqual([file, true])
  }
})

test('a field ties label, hint, error and counter to its control', () => {
  const shown = renderToStaticMarkup(
    <TextField id="city" label="City" hint="Where you study" error="Too short" maxLength={4} defaultValue="Rio." />,
  )
  expect(shown).toContain('for="city"')
  expect(shown).toContain('aria-invalid="true"')
  expect(shown).toContain('aria-describedby="city-error city-hint city-count"')
  for (const part of ['id="city-error"', 'id="city-hint"', 'id="city-count"', '4 / 4']) expect(shown).toContain(part)
  expect(renderToStaticMarkup(<TextField label="City" />)).not.toContain('aria-')
})

test('the counter appears near the limit, in a line and in a text', () => {
  for (const [Part, length, isShown] of [
    [TextField, 79, false],
    [TextField, 80, true],
    [TextArea, 0, false],
    [TextArea, 100, true],
  ] as const) {
    const shown = renderToStaticMarkup(<Part label="City" maxLength={100} defaultValue={'x'.repeat(length)} />)
    expect(shown.includes(' / '), `${length}`).toBe(isShown)
    expect(shown.includes('-count')).toBe(isShown)
  }
})

test('a busy button announces it and stays focusable; its type is never submit by accident', () => {
  const shown = renderToStaticMarkup(<Button busy>Save</Button>)
  expect(shown).toContain('aria-busy="true" aria-disabled="true"')
  expect(shown).not.toMatch(/ disabled/)
  expect(shown).toContain('type="button"')
  expect(renderToStaticMarkup(<Button type="submit">Save</Button>)).toContain('type="submit"')
})

test('links out of the app leak nothing', () => {
  expect(renderToStaticMarkup(<LinkButton href="https://school.example">Out</LinkButton>)).toContain('noopener')
  expect(renderToStaticMarkup(<LinkButton href="mailto:a@b.example">Mail</LinkButton>)).toContain('noopener')
})

test.each([
  [42.4, '42'],
  [-5, '0'],
  [180, '100'],
  [Number.NaN, '0'],
])('progress of %s is spoken as %s', (percent, spoken) => {
  expect(renderToStaticMarkup(<ProgressBar percent={percent} label="Stage" />)).toContain(`aria-valuenow="${spoken}"`)
})

test('initials of any name', () => {
  expect(['Ada Lovelace', ' анна ', '', 'Ana María de Luz', '𝒜da'].map(initials)).toEqual(['AL', 'А', '', 'AM', '𝒜'])
  expect(renderToStaticMarkup(<Avatar name="Ada" src="/a.png" />)).toContain('alt=""')
})

test('at most three toasts are shown, the same words once [SHL-12]', () => {
  for (const text of ['a', 'b', 'a', 'c', 'd']) toast(text)
  expect(shownToasts.read().map(one => one.text)).toEqual(['a', 'c', 'd'])
  closeToast(shownToasts.read()[0]?.id ?? 0)
  expect(shownToasts.read().map(one => one.text)).toEqual(['c', 'd'])
})

test('an opened dialog resolves with what closes it and leaves the others open [SHL-12]', async () => {
  const closers: ((answer?: string) => void)[] = []
  const open = () =>
    openDialog<string>(close => {
      closers.push(close)
      return null
    })
  const answers = [open(), open()]
  expect(openDialogs.read().map(dialog => dialog.render())).toEqual([null, null])
  closers[0]?.('first')
  expect(openDialogs.read()).toHaveLength(1)
  closers[1]?.()
  expect(await Promise.all(answers)).toEqual(['first', undefined])
  expect(openDialogs.read()).toHaveLength(0)
})
