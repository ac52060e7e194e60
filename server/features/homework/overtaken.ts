import { KeyTaken } from '#server/features/chat/post-message.ts'

/** How often what was judged is judged anew because somebody else was faster. */
export const rounds = 4

/** The transaction found things changed since they were judged. */
export class Overtaken extends Error {}

/** What a write of what was judged answers, or why it is lost: things changed, or another device adds the same key. */
export async function unlessOvertaken<Written>(
  writing: Promise<Written>,
): Promise<Written | 'overtaken' | 'known key'> {
  try {
    return await writing
  } catch (error) {
    if (error instanceof Overtaken) return 'overtaken'
    if (error instanceof KeyTaken) return 'known key'
    throw error
  }
}
