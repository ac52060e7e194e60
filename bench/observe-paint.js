// Runs in the page: the latest largest paint, what each long task took beyond 50 ms, and when the last of either was.
window.paint = { lcp: 0, blocking: 0, lastAt: 0 }
const observe = (type, add) =>
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      add(entry)
      window.paint.lastAt = Math.max(window.paint.lastAt, entry.startTime + entry.duration)
    }
  }).observe({ type, buffered: true })
observe('largest-contentful-paint', entry => {
  window.paint.lcp = entry.startTime
})
observe('longtask', entry => {
  window.paint.blocking += Math.max(0, entry.duration - 50)
})
