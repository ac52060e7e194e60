const place = 'data-saver'

/** Whether the person saves data on this device. */
export const savesData = (): boolean => localStorage.getItem(place) !== null

/** Switches the saving of data on or off for this device. */
export function keepSavingData(isSaving: boolean): void {
  if (isSaving) localStorage.setItem(place, '1')
  else localStorage.removeItem(place)
}
