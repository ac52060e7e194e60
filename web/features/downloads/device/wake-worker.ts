let worker: Worker | undefined

/**
 * Has the worker fetch what waits, or first look at what is here: whether it is still there, or with `checkAll` whether each byte is
 * what it was. Only one worker of all tabs fetches.
 */
export function wakeWorker(what: 'wake' | 'check' | 'checkAll' = 'wake'): void {
  worker ??= new Worker(new URL('./download-worker.ts', import.meta.url), { type: 'module' })
  worker.postMessage(what)
}
