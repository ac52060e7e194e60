import { type Problem, schemaProblems } from '#shared/platform/schemas.ts'
import { chatStatuses, contrastRatio, questionFields } from './rules.ts'
import { Brand } from './schema.ts'

/** The backgrounds of accent colours: white, and the darkest surface of the dark theme. */
const surfaces = { accent: '#ffffff', accentDark: '#17181c' } as const
const wantedContrast = 4.5

function themeProblems({ theme }: Brand['site']): Problem[] {
  return (['accent', 'accentDark'] as const).flatMap(name => {
    const contrast = contrastRatio(theme[name], surfaces[name])
    if (contrast >= wantedContrast) return []
    const measured = Math.floor(contrast * 100) / 100
    return [
      {
        place: `site.theme.${name}`,
        reason: `has a contrast of ${measured} on ${surfaces[name]}, text needs ${wantedContrast}`,
      },
    ]
  })
}

function languageProblems({ site, mobileApp }: Brand): Problem[] {
  const wanted = {
    'site.defaultLanguage': site.defaultLanguage,
    'site.forcedLanguage': site.forcedLanguage,
    'mobileApp.forcedLanguage': mobileApp.forcedLanguage,
  }
  return Object.entries(wanted)
    .filter(([, code]) => code !== null && !site.languages.includes(code))
    .map(([place, code]) => ({ place, reason: `is ${code}, which site.languages does not offer` }))
}

function repeats(place: string, values: readonly (string | number)[]): Problem[] {
  return values.flatMap((value, index) =>
    values.indexOf(value) < index ? [{ place: `${place}[${index}]`, reason: `repeats ${value}` }] : [],
  )
}

function catalogueProblems({ catalogue }: Brand['config']): Problem[] {
  const categories = catalogue.categories.map(category => category.id)
  return [
    ...repeats('config.catalogue.categories', categories),
    ...repeats(
      'config.catalogue.products',
      catalogue.products.map(product => product.id),
    ),
    ...catalogue.products.flatMap((product, index) =>
      categories.includes(product.categoryId)
        ? []
        : [{ place: `config.catalogue.products[${index}].categoryId`, reason: 'names no category of the catalogue' }],
    ),
  ]
}

function supportProblems({ config, supportCategoryList }: Brand): Problem[] {
  const ids = supportCategoryList.map(({ id }) => id)
  const unknown = Object.entries(config.supportCategories).filter(([, id]) => !ids.includes(id))
  return [
    ...repeats('supportCategoryList', ids),
    ...unknown.map(([name, id]) => ({
      place: `config.supportCategories.${name}`,
      reason: `is ${id}, which supportCategoryList does not have`,
    })),
  ]
}

/** What is typed is stored in the profile, what is chosen by its name; the account knows only these steps. */
function questionProblems({ userInfoChat }: Brand['config']): Problem[] {
  const fields: readonly string[] = questionFields
  return userInfoChat.flatMap(({ name, type, userStatus, options = [] }, index) => {
    const place = `config.userInfoChat[${index}]`
    return [
      ...(type === 'choice' && options.length < 2
        ? [{ place: `${place}.options`, reason: 'are fewer than two, which is no choice' }]
        : []),
      ...repeats(
        `${place}.options`,
        options.map(({ value }) => value),
      ),
      ...(type === 'text' && !fields.includes(name)
        ? [{ place: `${place}.name`, reason: `is ${name}, which no profile has` }]
        : []),
      ...(userStatus !== undefined && !chatStatuses.includes(userStatus)
        ? [{ place: `${place}.userStatus`, reason: `is ${userStatus}, not one of ${chatStatuses.join(', ')}` }]
        : []),
    ]
  })
}

/** The brand, or every reason why it is invalid: schema, contrast, languages, duplicates. */
export function checkBrand(value: unknown): { brand: Brand } | { problems: Problem[] } {
  const formProblems = schemaProblems(Brand, value)
  if (formProblems.length) return { problems: formProblems }
  const brand = value as Brand
  const problems = [
    ...themeProblems(brand.site),
    ...languageProblems(brand),
    ...catalogueProblems(brand.config),
    ...supportProblems(brand),
    ...questionProblems(brand.config),
    ...repeats(
      'config.userInfoChat',
      brand.config.userInfoChat.map(question => question.name),
    ),
    ...repeats('site.languages', brand.site.languages),
  ]
  return problems.length ? { problems } : { brand }
}
