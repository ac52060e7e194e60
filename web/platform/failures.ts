export type FailureKind = 'error' | 'rejection' | 'screen'

/** Reports an unexpected failure to the school; the code that does so is loaded only then. */
export function tellFailure(error: unknown, kind: FailureKind): void {
  import('./report-failure.ts').then(({ reportFailure }) => reportFailure(error, kind)).catch(() => {})
}

/** From now on reports errors and rejections that nothing caught. */
export function watchFailures(): void {
  addEventListener('error', ({ error, message }) => tellFailure(error ?? message, 'error'))
  addEventListener('unhandledrejection', ({ reason }) => tellFailure(reason, 'rejection'))
}
