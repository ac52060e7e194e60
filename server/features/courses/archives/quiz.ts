import { escaped, markdownOf } from './markdown.ts'
import { allIn, childrenOf, find, textOf, type Xml } from './xml.ts'

/** A quiz as an expert can judge it: its questions as text, and the answers that are right. */
export type Quiz = { questions: string; answers: string; count: number; hasLosses: boolean }

/** Reads the questions of an assessment in the form of QTI 1.2 that cartridges have. */
export function readQuiz(assessment: Xml): Quiz {
  const items = allIn(assessment, 'item')
  let hasLosses = false
  const words = (material: Xml | undefined) => {
    const page = markdownOf(textOf(find(material, 'mattext')), () => void (hasLosses = true))
    hasLosses ||= page.lost.size > 0
    return page.text
  }
  const read = items.map((item, index) => ({ number: index + 1, ...questionOf(item, words) }))
  return {
    count: items.length,
    questions: read
      .map(({ number, text, choices }) => [`**${number}.** ${text}`, choices.map(one => `- ${one.text}`).join('\n')])
      .map(parts => parts.filter(part => part !== '').join('\n\n'))
      .join('\n\n'),
    hasLosses,
    answers: read.flatMap(({ number, right }) => (right ? [`**${number}.** ${right}`] : [])).join('\n\n'),
  }
}

function questionOf(item: Xml, words: (material: Xml | undefined) => string) {
  const presentation = find(item, 'presentation')
  const choices = (presentation ? allIn(presentation, 'response_label') : []).map(label => ({
    id: label.attributes['ident'] ?? '',
    text: words(label),
  }))
  const own = presentation && (childrenOf(presentation, 'material')[0] ?? find(presentation, 'material'))
  const right = allIn(item, 'respcondition').filter(each => Number(textOf(childrenOf(each, 'setvar')[0])) > 0)
  // What stands in a `not` is wrong.
  const named = right.flatMap(each => equalIn(each)).map(each => textOf(each).trim())
  const told = named.map(id => choices.find(choice => choice.id === id)?.text ?? escaped(id))
  return { text: words(own), choices, right: [...new Set(told)].join('; ') }
}

const equalIn = (element: Xml): Xml[] =>
  childrenOf(element).flatMap(child =>
    child.name === 'not' ? [] : child.name === 'varequal' ? [child] : equalIn(child),
  )
