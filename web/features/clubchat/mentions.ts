import { mostMentions } from '#shared/features/clubchat/rules.ts'

export type Mentioned = { id: number; name: string }

/** An @ that begins a word, and what has been written of a name behind it. */
const asked = /(?:^|\s)@([^\s@]*)$/u

/** The part of a name that is being written behind an @ just before the caret; undefined when there is none. */
export const askedName = (text: string, caret: number): string | undefined => asked.exec(text.slice(0, caret))?.[1]

/** The text with a whole name in place of the part of it before the caret. */
export function withName(text: string, caret: number, name: string): string {
  const part = askedName(text, caret) ?? ''
  const after = text.slice(caret)
  return `${text.slice(0, caret - part.length)}${name}${after.startsWith(' ') ? '' : ' '}${after}`
}

/** Those of the people chosen who are still named in the text, as many as one message may name. */
export const namedIn = (text: string, chosen: readonly Mentioned[]): Mentioned[] =>
  chosen.filter(({ name }) => text.includes(`@${name}`)).slice(0, mostMentions)
