import type { QueryClient } from '@tanstack/react-query'

export type FailureKind = 'error' | 'rejection' | 'screen' | 'load'

/** Reports an unexpected failure to the school; the code that does so is loaded only then. */
export function tellFailure(error: unknown, kind: FailureKind): void {
  import('./report-failure.ts').then(({ reportFailure }) => reportFailure(error, kind)).catch(() => {})
}

/** Starts reporting reads that fail for good; their screens say so and offer another try. */
export function watchReads(client: QueryClient): void {
  client.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'error') tellFailure(event.action.error, 'load')
  })
}

/** Starts reporting uncaught errors and rejections. */
export function watchFailures(): void {
  addEventListener('error', ({ error, message }) => tellFailure(error ?? message, 'error'))
  addEventListener('unhandledrejection', ({ reason }) => tellFailure(reason, 'rejection'))
}
