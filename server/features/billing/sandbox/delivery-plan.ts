import Type, { type Static } from 'typebox'

const chance = Type.Number({ minimum: 0, maximum: 1 })

/** How badly events travel; what is not said is as it should be. Chances are from 0 to 1. */
export const deliveryPlan = Type.Object(
  {
    /** How many times more each is sent. */
    repeat: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
    /** Seconds of the sandbox’s clock that each waits first. */
    delay: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
    shuffle: Type.Optional(Type.Boolean()),
    /** How likely one is never sent. */
    drop: Type.Optional(chance),
    /** How likely one is followed by another that somebody else has signed. */
    forge: Type.Optional(chance),
    /** The same seed makes the same choices. */
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 0xffffffff })),
  },
  { additionalProperties: false },
)
type Wanted = Static<typeof deliveryPlan>

export type DeliveryPlan = Required<Omit<Wanted, 'seed'>> & {
  happens(chance: number): boolean
  shuffled<Item>(items: readonly Item[]): Item[]
}

/** The plan that was asked for; without any, each event is sent once and in order. */
export function planOf({
  repeat = 0,
  delay = 0,
  shuffle = false,
  drop = 0,
  forge = 0,
  seed = 1,
}: Wanted): DeliveryPlan {
  const random = randomFrom(seed)
  return {
    repeat,
    delay,
    shuffle,
    drop,
    forge,
    happens: chance => chance > 0 && random() < chance,
    shuffled: items =>
      items
        .map(item => ({ item, place: random() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
  }
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
