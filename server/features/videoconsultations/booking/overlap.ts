const refusals = {
  video_consultations_expert_once: 'slot_taken',
  video_consultations_learner_once: 'time_overlaps',
} as const

/** Does a write, and says which of its people has something else at the time when the database refuses it for that. */
export async function overlapOf(work: () => Promise<unknown>): Promise<'slot_taken' | 'time_overlaps' | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    const name = Object.entries(refusals).find(([known]) => known === constraint)?.[1]
    if (code !== '23P01' || !name) throw error
    return name
  }
}
