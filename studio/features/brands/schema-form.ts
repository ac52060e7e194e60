/** A part of JSON Schema, as far as brands use it. */
export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  const?: string
  pattern?: string
  description?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}

export type Control =
  | { kind: 'text' | 'colour' | 'picture'; maxLength: number | undefined }
  | { kind: 'number'; minimum: number | undefined; maximum: number | undefined }
  | { kind: 'switch' }
  | { kind: 'choice'; options: string[] }
  | { kind: 'texts'; each: Schema }
  | { kind: 'choices'; options: string[] }
  | { kind: 'list'; item: Schema; maxItems: number | undefined }
  | { kind: 'group'; properties: Record<string, Schema> }

const languages = ['en', 'ru', 'es']

/** Splits `| null` off a schema. */
export function withoutNull(schema: Schema): { schema: Schema; isNullable: boolean } {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (!others || others.length === schema.anyOf?.length) return { schema, isNullable: false }
  const [only] = others
  return { schema: others.length === 1 && only ? only : { anyOf: others }, isNullable: true }
}

const choicesOf = (schema: Schema) => schema.anyOf?.map(one => one.const).filter(one => one !== undefined)

function textControl({ pattern = '', maxLength }: Schema): Control {
  if (pattern === '^#[0-9a-f]{6}$') return { kind: 'colour', maxLength: 7 }
  return { kind: pattern.includes('svg|png|webp') ? 'picture' : 'text', maxLength }
}

/** How a value is edited; null and absence are left to the field. */
export function controlOf(schema: Schema): Control {
  const { type, properties, items, minimum, maximum } = schema
  const options = choicesOf(schema)
  if (options?.length) return { kind: 'choice', options }
  if (schema.const !== undefined) return { kind: 'choice', options: [schema.const] }
  if (type === 'boolean') return { kind: 'switch' }
  if (type === 'integer' || type === 'number') return { kind: 'number', minimum, maximum }
  if (type === 'array' && items) {
    const each = choicesOf(items)
    return each?.length ? { kind: 'choices', options: each } : { kind: 'list', item: items, maxItems: schema.maxItems }
  }
  if (type === 'object' && properties) {
    const en = properties['en']
    const isTexts = en !== undefined && Object.keys(properties).every(name => languages.includes(name))
    return isTexts ? { kind: 'texts', each: en } : { kind: 'group', properties }
  }
  return textControl(schema)
}

/** An initial value that fits a schema. */
export function emptyValue(given: Schema): unknown {
  const { schema, isNullable } = withoutNull(given)
  if (isNullable) return null
  const control = controlOf(schema)
  if (control.kind === 'group')
    return Object.fromEntries((schema.required ?? []).map(name => [name, emptyValue(control.properties[name] ?? {})]))
  if (control.kind === 'texts') return Object.fromEntries(languages.map(code => [code, emptyValue(control.each)]))
  if (control.kind === 'number') return control.minimum ?? 0
  if (control.kind === 'choice') return control.options[0]
  return { switch: false, choices: [], list: [], colour: '#2a7f62', picture: '', text: '' }[control.kind]
}

export type Unit = { place: string; schema: Schema; isOptional: boolean }

/** Splits a schema into units that are edited as one (a value, texts in all languages, a list), in order. */
export function unitsOf(schema: Schema, place = '', isOptional = false): Unit[] {
  if (schema.type !== 'object' || controlOf(schema).kind !== 'group') return [{ place, schema, isOptional }]
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    unitsOf(inner, place ? `${place}.${name}` : name, !(schema.required ?? []).includes(name)),
  )
}

export const groups = [
  'look',
  'texts',
  'switches',
  'onboarding',
  'catalogue',
  'support',
  'links',
  'limits',
  'services',
  'mobile',
] as const
export type Group = (typeof groups)[number]

/** The group a path belongs to; the first match counts, anything else is in 'limits'. */
const groupPatterns: [RegExp, Group][] = [
  [/^mobileApp\./, 'mobile'],
  [/^site\.(name|logo|headerLogo|favicon|theme\b)/, 'look'],
  [/^site\.(title|footers|languages|defaultLanguage|forcedLanguage|country)/, 'texts'],
  [/^config\.(clubInApp|pushAsk)/, 'texts'],
  [/^config\.(is[A-Z]|mobileAppWebBottomBar)/, 'switches'],
  [/^config\.userInfoChat/, 'onboarding'],
  [/^config\.catalogue/, 'catalogue'],
  [/^(supportCategoryList|config\.supportCategories)\b/, 'support'],
  [/(Url|Urls|Link|Links|Email|Number|homePage|telegramName)\b/, 'links'],
  [/^config\.(analytics|socialAuth|appsflyer)|^site\./, 'services'],
]

export function groupOf(place: string): Group {
  return groupPatterns.find(([form]) => form.test(place))?.[1] ?? 'limits'
}
