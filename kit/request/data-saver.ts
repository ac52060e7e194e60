const place = 'data-saver'

type Connection = { saveData?: boolean }

/** Whether the person saves data on this device: by our own switch, or by the browser's where it tells. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return localStorage.getItem(place) !== null || connection?.saveData === true
}

/** Switches the saving of data on or off for this device. */
export function keepSavingData(isSaving: boolean): void {
  if (isSaving) localStorage.setItem(place, '1')
  else localStorage.removeItem(place)
}
