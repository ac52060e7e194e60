// Runs in the page: the latest largest paint, and what each long task took beyond 50 ms.
window.paint = { lcp: 0, blocking: 0 }
const observe = (type, add) =>
  new PerformanceObserver(list => list.getEntries().forEach(entry => add(entry))).observe({ type, buffered: true })
observe('largest-contentful-paint', entry => {
  window.paint.lcp = entry.startTime
})
observe('longtask', entry => {
  window.paint.blocking += Math.max(0, entry.duration - 50)
})
