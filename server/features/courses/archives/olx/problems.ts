import { allIn, childrenOf, find, innerHtml, textOf, type Xml } from '../xml.ts'

/** A problem as an expert can judge it: what it asks and the answers that are right, both in HTML. */
type Problem = { html: string; answers: string; hasLosses: boolean }

const silent = new Set(
  'solution script demandhint hint choicehint compoundhint optionhint stringequalhint correcthint hintgroup responseparam textline formulaequationinput textbox additional_answer schematic jsinput filesubmission style'.split(
    ' ',
  ),
)
const lists = new Set(['choicegroup', 'checkboxgroup', 'radiogroup', 'optioninput'])
const scripted = ['script', 'customresponse', 'coderesponse', 'schematicresponse', 'jsmeresponse', 'externalresponse']
const isTrue = (text: string | undefined) => text?.toLowerCase() === 'true'

/** Reads a problem of Open edX; `count` is given all of its text. */
export function problemOf(problem: Xml, count: (text: string) => string): Problem {
  const solutions = allIn(problem, 'solution').map(innerHtml)
  const named = [...new Set(answersIn(problem))].join('; ')
  return {
    html: count(innerHtml(asQuestion(problem))),
    answers: count(`${named && htmlOf(named)}${solutions.join('')}`),
    hasLosses: scripted.some(name => find(problem, name) !== undefined),
  }
}

/** What an open assessment asks, in HTML. */
export function taskOf(assessment: Xml): string {
  const asked = allIn(assessment, 'prompt').flatMap(prompt => childrenOf(prompt, 'description'))
  const own = asked.filter(description => textOf(description).trim() !== '')
  return own.map(description => (hasElements(description) ? innerHtml(description) : textOf(description))).join('<hr>')
}

const hasElements = (element: Xml) => childrenOf(element).length > 0
const element = (name: string, children: Xml['children']): Xml => ({ name, attributes: {}, children })
const htmlOf = (text: string) => innerHtml(element('p', [text]))

/** What learners read of it: without answers and hints, its choices as a list. */
function asQuestion({ name, attributes, children }: Xml): Xml {
  const own = children.flatMap((child): Xml['children'] => {
    if (typeof child === 'string') return [child]
    return silent.has(child.name) ? [] : [asQuestion(child)]
  })
  if (lists.has(name))
    return element('ul', [...own, ...optionsIn(attributes['options']).map(one => element('li', [one]))])
  if (name === 'choice' || name === 'option') return element('li', own)
  if (name === 'label') return element('p', own)
  if (name === 'description') return element('em', own)
  return { name, attributes, children: own }
}

/** `('one','two')` of older problems. */
const optionsIn = (text = '') =>
  [...text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map(([, a, b]) => a ?? b ?? '')

function answersIn(problem: Xml): string[] {
  return childrenOf(problem).flatMap(child => {
    const { answer, correct } = child.attributes
    const isChoice = child.name === 'choice' || child.name === 'option'
    if (isChoice) return isTrue(correct) ? [spoken(child)] : []
    if (child.name === 'optioninput' && correct !== undefined) return [correct, ...answersIn(child)]
    const own = answer !== undefined && child.name !== 'customresponse' ? [answer] : []
    return [...own, ...answersIn(child)]
  })
}

const spoken = (choice: Xml): string =>
  choice.children
    .map(child => (typeof child === 'string' ? child : silent.has(child.name) ? '' : spoken(child)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
