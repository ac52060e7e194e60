import { markdownOf } from './markdown.ts'
import { allIn, childrenOf, find, textOf, type Xml } from './xml.ts'

/** A quiz as an expert can judge it: its questions as text, and the answers that are right. */
export type Quiz = { questions: string; answers: string; count: number }

const words = (material: Xml | undefined) => markdownOf(textOf(find(material, 'mattext')), () => undefined).text

/** Reads the questions of an assessment in the form of QTI 1.2 that cartridges have. */
export function readQuiz(assessment: Xml): Quiz {
  const items = allIn(assessment, 'item')
  const read = items.map((item, index) => ({ number: index + 1, ...questionOf(item) }))
  return {
    count: items.length,
    questions: read
      .map(({ number, text, choices }) => [`**${number}.** ${text}`, choices.map(one => `- ${one.text}`).join('\n')])
      .map(parts => parts.filter(part => part !== '').join('\n\n'))
      .join('\n\n'),
    answers: read.flatMap(({ number, right }) => (right ? [`**${number}.** ${right}`] : [])).join('\n\n'),
  }
}

function questionOf(item: Xml) {
  const presentation = find(item, 'presentation')
  const choices = (presentation ? allIn(presentation, 'response_label') : []).map(label => ({
    id: label.attributes['ident'] ?? '',
    text: words(label),
  }))
  const own = presentation && (childrenOf(presentation, 'material')[0] ?? find(presentation, 'material'))
  const right = allIn(item, 'respcondition').filter(each => Number(textOf(childrenOf(each, 'setvar')[0])) > 0)
  // What stands in a `not` is wrong.
  const named = right.flatMap(each => equalIn(each)).map(each => textOf(each).trim())
  const told = named.map(id => choices.find(choice => choice.id === id)?.text ?? id)
  return { text: words(own), choices, right: [...new Set(told)].join('; ') }
}

const equalIn = (element: Xml): Xml[] =>
  childrenOf(element).flatMap(child =>
    child.name === 'not' ? [] : child.name === 'varequal' ? [child] : equalIn(child),
  )
