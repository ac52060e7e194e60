/** Why something is offered: by itself, for a chat that is closed, for one more consultation, for homework that is locked. */
const offerKinds = ['default', 'chat', 'functional', 'task'] as const
export type OfferKind = (typeof offerKinds)[number]

/** The kind that has a number in the brand's configuration; undefined for a number that it does not name. */
export function offerKindOf(numbers: Record<OfferKind, number>, id: number): OfferKind | undefined {
  return offerKinds.find(kind => numbers[kind] === id)
}
