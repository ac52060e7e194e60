import { type Html, html, dataScript, Html as Markup } from '#server/platform/http/html.ts'
import { brandAssetUrl, offeredLanguages } from '#shared/features/brands/rules.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { pagePath } from '#shared/features/explore/rules.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { PublicPage } from '../public-source.ts'
import { languageNames, wordsIn } from '../words.ts'
import { styles } from './styles.ts'

/** Where a page is: what it is called in addresses, its language, and the origin of its brand. */
export type Place = { brand: Brand; name: string; language: Language; origin: string }

/** What search engines and networks read in the head of a page. */
export function headOf({ title, description, picture, data, languages }: PublicPage, place: Place): Html {
  const { brand, name, language, origin } = place
  const at = (code?: Language) => `${origin}${pagePath(name, code)}`
  const card = `${origin}${pagePath(name)}/card.jpg?v=${picture ? picture.key.slice(0, 8) : brand.configVersion}`
  const facts: [string, string | number][] = [
    ['og:type', 'website'],
    ['og:site_name', brand.site.name],
    ['og:title', name === '' ? brand.site.title[language] : title],
    ['og:description', description],
    ['og:url', at(language)],
    ['og:locale', { en: 'en_US', ru: 'ru_RU', es: 'es_ES' }[language]],
    ['og:image', card],
    ['og:image:width', 1200],
    ['og:image:height', 630],
  ]
  return html`<meta name="description" content="${description}">
<link rel="canonical" href="${at(language)}">
${languages.length > 1 && languages.map(code => html`<link rel="alternate" hreflang="${code}" href="${at(code)}">`)}
<link rel="alternate" hreflang="x-default" href="${at()}">
${facts.map(([property, content]) => html`<meta property="${property}" content="${content}">`)}
<meta name="twitter:card" content="summary_large_image">
${data.map(one => dataScript('application/ld+json', one))}`
}

/** The page itself, with the ways that lead on from it. The app shows it as it is, so all of it is below one element. */
export function framed(
  { title, body, languages }: Pick<PublicPage, 'title' | 'body' | 'languages'>,
  place: Place,
): Html {
  const { brand, name, language } = place
  const { name: school, headerLogo, footers } = brand.site
  const t = wordsIn(language)
  const footer = footers[0]?.[language]
  return html`<div class="public" lang="${language}" data-title="${title}"><style>${new Markup(styles)}</style>
<a class="skip" href="#main">${t.skip}</a>
<header class="top"><a class="mark" href="${pagePath('', language)}"><img src="${brandAssetUrl(headerLogo)}" alt="${school}"></a>
${tongues(languages, { name, language })}
<a class="enter" href="/" data-visitor>${t.signIn}</a><a class="enter" href="${brand.config.homePage}" data-learner hidden>${t.toLearning}</a></header>
<main id="main" tabindex="-1">${body}</main>
<footer class="end">${footer && html`<p>${footer}</p>`}<a href="${pagePath('', language)}">${t.all}</a></footer></div>`
}

/** In full, and short where there is little room. */
const nameOf = (code: Language) =>
  html`<span class="long">${languageNames[code]}</span><span class="short" aria-hidden="true">${code.toUpperCase()}</span>`

function tongues(
  languages: readonly Language[],
  { name, language }: Pick<Place, 'name' | 'language'>,
): Html | undefined {
  if (languages.length < 2) return undefined
  const link = (code: Language) =>
    code === language
      ? html`<span aria-current="true" lang="${code}">${nameOf(code)}</span>`
      : html`<a href="${pagePath(name, code)}" hreflang="${code}" lang="${code}" data-language="${code}">${nameOf(code)}</a>`
  return html`<nav class="tongues" aria-label="${wordsIn(language).languages}">${languages.map(link)}</nav>`
}

/** What stands where no page is, with what there is instead. */
export function gonePage(brand: Brand, language: Language, shelves: readonly Html[]): PublicPage {
  const t = wordsIn(language)
  const body = html`<div class="intro"><h1>${t.goneTitle}</h1><p class="lead">${t.gone}</p></div>${shelves}`
  const languages = offeredLanguages(brand)
  return { languages, title: t.goneTitle, description: t.gone, body, picture: undefined, data: [] }
}

/** All that a brand offers. */
export function explorePage(brand: Brand, language: Language, shelves: readonly Html[], origin: string): PublicPage {
  const t = wordsIn(language)
  const body = html`<div class="intro"><h1>${t.offer}</h1><p class="lead">${shelves.length ? t.offerText : t.nothing}</p></div>${shelves}`
  const { name: school } = brand.site
  const data = [{ '@context': 'https://schema.org', '@type': 'Organization', name: school, url: origin }]
  return {
    languages: offeredLanguages(brand),
    title: t.offer,
    description: t.offerText,
    body,
    picture: undefined,
    data,
  }
}
