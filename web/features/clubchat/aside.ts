import { useDraft } from '#kit/form/draft.ts'
import type { Mentioned } from './mentions.ts'

/** What goes with the text that is being written: the message it answers, the people it names. */
export type Aside = { replyTo: { id: number; name: string; text: string } | undefined; mentions: readonly Mentioned[] }

const isNamed = (kept: unknown): kept is Mentioned => {
  const { id, name } = Object(kept) as Partial<Record<keyof Mentioned, unknown>>
  return typeof id === 'number' && typeof name === 'string'
}

/** From what was stored; parts that cannot be read are left out. */
export function asideFrom(kept: unknown): Aside {
  const { replyTo, mentions } = Object(kept) as Partial<Record<keyof Aside, unknown>>
  const text: unknown = (Object(replyTo) as { text?: unknown }).text
  return {
    replyTo: isNamed(replyTo) && typeof text === 'string' ? { ...replyTo, text } : undefined,
    mentions: Array.isArray(mentions) ? mentions.filter(isNamed) : [],
  }
}

/** What goes with the unsent message of a club's chat; it survives a reload as the message does. */
export function useAside(clubId: number) {
  const { value, change } = useDraft<Aside>({
    subject: `club chat ${clubId} aside`,
    place: 'device',
    read: asideFrom,
    isEmpty: ({ replyTo, mentions }) => !replyTo && mentions.length === 0,
  })
  return {
    ...value,
    answer: (replyTo: Aside['replyTo']) => change(before => ({ ...before, replyTo })),
    name: (person: Mentioned) =>
      change(before => ({ ...before, mentions: [...before.mentions.filter(({ id }) => id !== person.id), person] })),
    clear: () => change({ replyTo: undefined, mentions: [] }),
  }
}
