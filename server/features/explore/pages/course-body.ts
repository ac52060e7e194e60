import { pictureWire } from '#server/features/media/media-item.ts'
import { videoWire } from '#server/features/media/media-item.ts'
import { groupedBy, textIn } from '#server/features/courses/course-tree.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import type { Language } from '#shared/platform/contract.ts'
import { courseText, linesOf, type ShelvedCourse } from '../course-shelf.ts'
import { countOf, wordsIn } from '../words.ts'
import { offersPart, priceLine } from './offers.ts'

/** All that a course's page says of it. */
export function courseBody(course: ShelvedCourse, language: Language): Html {
  return html`${hero(course, language)}${forWhom(course, language)}${syllabus(course, language)}${experts(course, language)}${offersPart(
    course,
    language,
  )}${questions(course, language)}`
}

/** A picture in two sizes; what is seen first is fetched at once. */
export function picture({ tree: { course, media } }: ShelvedCourse, isFirst: boolean): Html | undefined {
  const item = media.find(({ id }) => id === course.imageId)
  if (!item) return undefined
  const { large, medium } = pictureWire(item)
  const sizes = '(min-width: 828px) 34rem, 100vw'
  return html`<img class="picture" src="${medium}" srcset="${medium} 960w, ${large} 1600w" sizes="${sizes}" alt="" width="800" height="600" ${
    isFirst ? html`fetchpriority="high"` : html`loading="lazy"`
  }>`
}

function trailer({ tree: { course, media } }: ShelvedCourse, language: Language): Html | undefined {
  const item = media.find(({ id }) => id === course.demoVideoId)
  const { mp4, preview, subtitles = [] } = item ? videoWire(item) : {}
  if (!mp4) return undefined
  const tracks = subtitles.map(
    ({ language_code: code, name, url }) =>
      html`<track kind="subtitles" srclang="${code}" label="${name}" src="${url}"${code === language && html` default`}>`,
  )
  return html`<video class="picture" controls playsinline preload="none" aria-label="${wordsIn(language).trailer}"${
    preview && html` poster="${preview}"`
  } src="${mp4}">${tracks}</video>`
}

function hero(course: ShelvedCourse, language: Language): Html {
  const t = wordsIn(language)
  const { days, lessons } = course.tree
  const [category, complexity] = ['category', 'complexity'].map(field => courseText(course, field, language))
  const facts = [
    countOf(language, 'day', days.length),
    ...(lessons.length ? [countOf(language, 'lesson', lessons.length)] : []),
    complexity,
  ].filter(Boolean)
  const seen = trailer(course, language) ?? picture(course, true)
  return html`<section class="hero">
<div class="said">
${category && html`<p class="chip">${category}</p>`}
<h1>${courseText(course, 'title', language)}</h1>
${linesOf(courseText(course, 'short_description', language)).map(line => html`<p class="lead">${line}</p>`)}
<ul class="facts">${facts.map(fact => html`<li>${fact}</li>`)}</ul>
<p class="ask">${course.offers.length > 0 && html`<a class="button" href="#price">${t.choose}</a>`}${
    course.demo && html`<a class="button quiet" href="/checkout/${course.demo.id}">${t.tryIt}</a>`
  }</p>
${course.offers.length > 0 && html`<p class="from">${priceLine(course, language)}</p>`}
</div>
${seen && html`<div class="seen">${seen}</div>`}
</section>`
}

function forWhom(course: ShelvedCourse, language: Language): Html | undefined {
  const lines = linesOf(courseText(course, 'for_whom', language))
  if (lines.length === 0) return undefined
  return html`<section class="band"><h2>${wordsIn(language).forWhom}</h2>
<ul class="whom">${lines.map(line => html`<li>${line}</li>`)}</ul></section>`
}

function syllabus({ tree: { course, stages, days }, demo }: ShelvedCourse, language: Language): Html {
  const t = wordsIn(language)
  const byStage = groupedBy(days, day => day.stageId)
  const say = (texts: (typeof days)[number]['texts'], field: string) => textIn(texts, field, language, course.languages)
  const dayRow = (day: (typeof days)[number]) => html`<li${day.isRest && html` class="rest"`}>
<span class="number">${t.day} ${day.dayNumber}</span>
<div><h4>${say(day.texts, 'title') || t.rest}</h4>${
    say(day.texts, 'excerpt') && html`<p>${say(day.texts, 'excerpt')}</p>`
  }${demo && day.isDemoAccessible && html`<p class="open">${t.inDemo}</p>`}</div></li>`
  return html`<section><h2>${t.syllabus}</h2>${stages.map(
    (stage, index) => html`<details class="stage" open>
<summary><h3><span class="step">${t.stage} ${index + 1}</span> ${say(stage.texts, 'title')}</h3>
<span class="count">${countOf(language, 'day', byStage.get(stage.id)?.length ?? 0)}</span></summary>
<ol class="days">${(byStage.get(stage.id) ?? []).map(dayRow)}</ol></details>`,
  )}</section>`
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map(part => [...part][0] ?? '')
    .join('')

function experts({ experts: names }: ShelvedCourse, language: Language): Html | undefined {
  if (names.length === 0) return undefined
  const t = wordsIn(language)
  return html`<section class="band"><h2>${t.experts}</h2><p class="hint">${t.expertsText}</p>
<ul class="experts">${names.map(
    name => html`<li><span class="face" aria-hidden="true">${initialsOf(name)}</span> ${name}</li>`,
  )}</ul></section>`
}

function questions(course: ShelvedCourse, language: Language): Html | undefined {
  const asked = course.tree.course.questions.map(({ texts }) => ({
    question: courseText(course, 'question', language, texts),
    answer: linesOf(courseText(course, 'answer', language, texts)),
  }))
  if (asked.length === 0) return undefined
  return html`<section><h2>${wordsIn(language).questions}</h2>${asked.map(
    ({ question, answer }) =>
      html`<details class="question"><summary><h3>${question}</h3></summary>${answer.map(line => html`<p>${line}</p>`)}</details>`,
  )}</section>`
}
