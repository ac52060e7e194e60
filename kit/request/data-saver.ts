const place = 'data-saver'

/**
 * Whether this device saves data: as the person chose here, otherwise as its browser is set. Then pictures and films are
 * the smallest there are, and nothing is loaded that nobody asked for.
 */
export function savesData(): boolean {
  const chosen = globalThis.localStorage?.getItem(place)
  const connection = (globalThis.navigator as { connection?: { saveData?: boolean } } | undefined)?.connection
  return chosen ? chosen === '1' : Boolean(connection?.saveData)
}

/** Switches the saving of data on or off for this device, whatever its browser says. */
export function keepSavingData(isSaving: boolean): void {
  localStorage.setItem(place, isSaving ? '1' : '0')
}
