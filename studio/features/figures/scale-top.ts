/** The number at which the scale of a chart ends: one that is easily halved, at or above the largest value. */
export function scaleTop(largest: number): number {
  if (!(largest > 1)) return 2
  const unit = 10 ** Math.floor(Math.log10(largest))
  return unit * ([1, 2, 4, 10].find(times => unit * times >= largest && (unit > 1 || times > 1)) ?? 10)
}
