import { loadCopy } from 'virtual:copy/studio'
import { expect, test } from 'vitest'
import { createCopy } from '#kit/copy/copy.tsx'
import { supportedLanguages } from '#kit/copy/language.ts'
import { Brand } from '#shared/features/brands/schema.ts'
import { asChanges, overrideOf, valueAt, withChange, withChanges, withName } from './brand-draft.ts'
import { fieldName } from './fields/field-context.ts'
import { controlOf, emptyValue, groupOf, groups, type Schema, unitsOf, withoutNull } from './schema-form.ts'

const { site, config, mobileApp, supportCategoryList } = Brand.properties
const schema = JSON.parse(
  JSON.stringify({
    type: 'object',
    required: ['site', 'config', 'mobileApp', 'supportCategoryList'],
    properties: { site, config, mobileApp, supportCategoryList },
  }),
) as Schema

/** Every path with a label in the form, including those inside lists and groups. */
function namedPlaces(given: Schema, place: string): string[] {
  const { schema: own } = withoutNull(given)
  const control = controlOf(own)
  if (control.kind === 'list') return [place, ...namedPlaces(control.item, `${place}[0]`)]
  if (control.kind !== 'group') return [place]
  return Object.entries(control.properties).flatMap(([name, inner]) =>
    namedPlaces(inner, place ? `${place}.${name}` : name),
  )
}

test('every field of a brand has a place in the editor and a name in each language [STF-10, BRD-02]', async () => {
  const units = unitsOf(schema)
  expect(units.length).toBeGreaterThan(80)
  const used = new Set(units.map(({ place }) => groupOf(place)))
  expect([...used].sort()).toEqual([...groups].sort())
  const places = units.flatMap(unit => namedPlaces(unit.schema, unit.place)).filter(place => !place.endsWith(']'))
  for (const language of supportedLanguages) {
    const t = createCopy(language, await loadCopy(language))
    const has = (place: string) => {
      const key = `brand.field.${place.replace(/\[\d+\]/g, '')}`
      return t(key as 'brand.title') !== key
    }
    expect(places.filter(place => !has(place))).toEqual([])
    expect(fieldName(t, 'config.someNewField')).toBe('Some New Field')
  }
})

test('a value is edited with what fits its schema [STF-10]', () => {
  const kindAt = (place: string) => {
    const unit = unitsOf(schema).find(one => one.place === place)
    return unit && controlOf(withoutNull(unit.schema).schema).kind
  }
  expect(kindAt('site.theme.accent')).toBe('colour')
  expect(kindAt('site.logo')).toBe('picture')
  expect(kindAt('site.title')).toBe('texts')
  expect(kindAt('config.instructionUrl')).toBe('texts')
  expect(kindAt('site.forcedLanguage')).toBe('choice')
  expect(kindAt('site.languages')).toBe('choices')
  expect(kindAt('config.userInfoChat')).toBe('list')
  expect(kindAt('supportCategoryList')).toBe('list')
  const [topics] = unitsOf(schema).filter(({ place }) => place === 'supportCategoryList')
  const target = withoutNull(topics?.schema.items?.properties?.['target'] ?? {})
  expect([controlOf(target.schema), target.isNullable]).toEqual([{ kind: 'choice', options: ['user_course'] }, true])
  expect(kindAt('config.daysShowWarning')).toBe('number')
  expect(kindAt('config.isChatSupport')).toBe('switch')
  expect(kindAt('config.appsflyerSmartBanner')).toBe('group')
})

test('a new entry has what its schema requires, and nothing else [STF-10]', () => {
  const questions = unitsOf(schema).find(({ place }) => place === 'config.userInfoChat')?.schema.items ?? {}
  expect(emptyValue(questions)).toEqual({
    name: '',
    type: 'text',
    required: false,
    message: { en: '', ru: '', es: '' },
  })
})

const file = { site: { name: 'File', theme: { accent: '#111111', hue: 3 } }, config: { isOn: true, list: [1] } }
const units = [
  { place: 'site.name', schema: {}, isOptional: false },
  { place: 'site.theme.accent', schema: {}, isOptional: false },
  { place: 'site.theme.hue', schema: {}, isOptional: true },
  { place: 'config.isOn', schema: {}, isOptional: false },
  { place: 'config.list', schema: {}, isOptional: false },
]

test('only differences from the file are saved; a value reset to the file’s is none [STF-10]', () => {
  let changes = withChange({}, file, 'site.theme.accent', '#222222')
  changes = withChange(changes, file, 'config.isOn', false)
  changes = withChange(changes, file, 'config.isOn', true)
  changes = withChange(changes, file, 'site.theme.hue', null)
  expect(overrideOf(file, withChanges(file, changes), units)).toEqual({
    site: { theme: { accent: '#222222', hue: null } },
  })
  expect(overrideOf(file, withChanges(file, withChange({}, file, 'config.list', [1])), units)).toEqual({})
})

test('changes stay over what somebody else has changed meanwhile [STF-10]', () => {
  const changes = withChange({}, file, 'site.name', 'Mine')
  const theirs = withChanges(file, { 'config.isOn': false })
  const draft = withChanges(theirs, changes)
  expect(overrideOf(file, draft, units)).toEqual({ site: { name: 'Mine' }, config: { isOn: false } })
})

test('an override that was set aside can be loaded again [STF-10, BRD-10]', () => {
  const taken = asChanges({ site: { theme: { accent: 'wrong' } } }, file, units)
  expect(taken).toEqual({ 'site.theme.accent': 'wrong' })
  expect(valueAt(withChanges(file, taken), 'site.theme.hue')).toBe(3)
})

test('title and footers of the file follow a new name as it is typed, those written by hand stay [STF-10]', () => {
  const named = {
    site: {
      name: 'Kurso',
      title: { en: 'Kurso: day by day', ru: 'Курсы' },
      footers: [{ en: 'Kurso. At your own pace.' }],
    },
  }
  const brand = { file: named, effective: named }
  const typed = ['Kurs', '', 'U', 'Umbra U'].reduce((changes, name) => withName(changes, brand, name), {})
  expect(typed).toEqual({
    'site.name': 'Umbra U',
    'site.title': { en: 'Umbra U: day by day', ru: 'Курсы' },
    'site.footers': [{ en: 'Umbra U. At your own pace.' }],
  })
  expect(withName(typed, brand, 'Kurso')).toEqual({})
  const own = withChange(typed, named, 'site.title', { en: 'Ours', ru: 'Наша' })
  expect(withName(own, brand, 'Nova')).toMatchObject({
    'site.title': { en: 'Ours' },
    'site.footers': [{ en: 'Nova. At your own pace.' }],
  })
})
