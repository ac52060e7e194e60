import { isOffline } from '#kit/request/online.ts'

/** How long the first screen of a visit has the network for itself, in ms. */
const drawnBy = 2000

/** Resolves once what nobody waits for may be fetched; at once without a network, which has nothing to wait for. */
export const unhurried = (): Promise<unknown> => new Promise(resolve => setTimeout(resolve, isOffline() ? 0 : drawnBy))
