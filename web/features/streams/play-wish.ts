type Wish = { streamId: number; dayNumber: number }

let wished: Wish | undefined

/** Notes that the press that leads to a day asks for its film as well; a reload or the back button do not. */
export function wishToPlay(streamId: number, dayNumber: number): void {
  wished = { streamId, dayNumber }
}

/** Whether this day's film was asked for on the way here. */
export const isPlayWished = (streamId: number, dayNumber: number): boolean =>
  wished?.streamId === streamId && wished.dayNumber === dayNumber

/** The wish is granted, or has come to nothing. */
export function endPlayWish(): void {
  wished = undefined
}
