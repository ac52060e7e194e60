let isPressed = false

/** Call when a person presses a way out in the app, before it opens `/logout`: a link from elsewhere is asked about. */
export function pressSignOut(): void {
  isPressed = true
}

/** Whether `/logout` was opened by a press in the app. */
export const isSignOutPressed = () => isPressed
