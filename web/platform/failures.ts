export type FailureKind = 'error' | 'rejection' | 'screen'

/** Reports an unexpected failure to the school; the code that does so is loaded only then. */
export function tellFailure(error: unknown, kind: FailureKind): void {
  import('./report-failure.ts').then(({ reportFailure }) => reportFailure(error, kind)).catch(() => {})
}

/** Starts reporting uncaught errors and rejections. */
export function watchFailures(): void {
  addEventListener('error', ({ error, message }) => tellFailure(error ?? message, 'error'))
  addEventListener('unhandledrejection', ({ reason }) => tellFailure(reason, 'rejection'))
}
