import { isAvailable } from '#server/features/billing/catalogue/sold-services.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { textsOf } from '#shared/features/billing/selling/selling.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { pagePath } from '#shared/features/explore/rules.ts'
import type { Language } from '#shared/platform/contract.ts'
import { type Currency, decimalText } from '#shared/platform/money.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { courseText, coursesOnShow, linesOf, type ShelvedCourse } from './course-shelf.ts'
import { courseBody, picture } from './pages/course-body.ts'
import { priceLine } from './pages/offers.ts'
import type { PageMemory } from './page-memory.ts'
import { described, type PublicPage, type PublicSource, type Reader } from './public-source.ts'
import { countOf } from './words.ts'

/** The pages of courses; `remember` keeps what they are made of until it changes. */
export function courseSource(database: Database, memory: PageMemory): PublicSource {
  const onShow = (brand: Brand, today: LocalDate) =>
    memory.recallOrMake(brand, `courses ${today}`, () => coursesOnShow(database, brand, today))
  return {
    async find(name, reader) {
      const courses = await onShow(reader.brand, reader.today)
      const found = courses.find(({ alias }) => alias === name)
      if (found) return coursePage(found, reader)
      const moved = courses.find(({ aliases }) => aliases.includes(name))
      return moved && { movedTo: moved.alias }
    },
    async list(brand, today) {
      const courses = await onShow(brand, today)
      return courses.map(({ alias: name, languages, changedAt }) => ({ name, languages, changedAt }))
    },
    async shelf({ brand, today, language }) {
      const courses = await onShow(brand, today)
      return courses.length ? html`<ul class="cards">${courses.map(course => card(course, language))}</ul>` : undefined
    },
  }
}

/** The language of a page: the one asked for, if the course is written in it. */
const languageOf = ({ languages }: ShelvedCourse, wanted: Language) =>
  languages.includes(wanted) ? wanted : (languages[0] ?? wanted)

function card(course: ShelvedCourse, wanted: Language): Html {
  const language = languageOf(course, wanted)
  const about = linesOf(courseText(course, 'short_description', wanted))[0]
  return html`<li class="card">${picture(course, false)}
<h2><a href="${pagePath(course.alias, language)}">${courseText(course, 'title', wanted)}</a></h2>
${about && html`<p>${about}</p>`}<p>${countOf(wanted, 'day', course.tree.days.length)}</p>
<p class="from">${priceLine(course, wanted)}</p></li>`
}

function coursePage(course: ShelvedCourse, reader: Reader): PublicPage {
  const language = languageOf(course, reader.language)
  const title = courseText(course, 'title', language)
  const description = described(linesOf(courseText(course, 'short_description', language)).join(' '), title)
  const { imageId } = course.tree.course
  const image = course.tree.media.find(({ id }) => id === imageId)
  const path = image?.files.large ?? image?.files.medium ?? image?.files.small
  return {
    languages: course.languages,
    title,
    description,
    body: courseBody(course, language),
    picture: image && path !== undefined ? { key: image.key, path } : undefined,
    data: [courseData(course, { ...reader, language }, { title, description })],
  }
}

/** A course and what it costs, as schema.org has it; the prices are those of the checkout. */
function courseData(
  course: ShelvedCourse,
  { brand, language, origin }: Reader,
  said: { title: string; description: string },
) {
  const { alias, offers, tree } = course
  const offer = (row: (typeof offers)[number]) =>
    row.prices.map(({ currency, amount }) => ({
      '@type': 'Offer',
      name: textsOf(row.texts, language).title,
      category: row.type === 'course_subscription' ? 'Subscription' : amount === 0 ? 'Free' : 'Paid',
      price: decimalText(amount, currency as Currency),
      priceCurrency: currency,
      url: `${origin}/checkout/${row.id}?currency=${currency}`,
      availability: `https://schema.org/${isAvailable(row) ? 'InStock' : 'SoldOut'}`,
    }))
  const own = (row: (typeof offers)[number]) => (price: { priceCurrency: string }) =>
    price.priceCurrency === row.ownCurrency
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: said.title,
    description: said.description,
    url: `${origin}${pagePath(alias, language)}`,
    inLanguage: language,
    image: `${origin}${pagePath(alias)}/card.jpg`,
    provider: { '@type': 'Organization', name: brand.site.name, url: origin },
    offers: offers.flatMap(row => {
      const all = offer(row)
      const isOwn = own(row)
      return [...all.filter(isOwn), ...all.filter(price => !isOwn(price))]
    }),
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      courseSchedule: { '@type': 'Schedule', repeatFrequency: 'Daily', repeatCount: tree.days.length },
    },
  }
}
