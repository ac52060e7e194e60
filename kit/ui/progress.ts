/** The percentage to draw, from 0 to 100 (0 for none that is a number), and how it is said to those who do not see it. */
export function progressOf(percent: number, label: string, valueText: string | undefined) {
  const shown = Number.isFinite(percent) ? Math.min(100, Math.max(0, percent)) : 0
  const attributes = {
    role: 'progressbar',
    'aria-label': label,
    'aria-valuenow': Math.round(shown),
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuetext': valueText,
  }
  return { shown, attributes }
}
