import type { ReactNode } from 'react'
import { createStore } from '../store.ts'

interface OpenDialog {
  id: number
  render: () => ReactNode
}

export interface Question {
  title: string
  text?: ReactNode
  /** The kit's Yes and No by default. */
  yes?: string
  no?: string
  danger?: boolean
}

export const openDialogs = createStore<readonly OpenDialog[]>([])
let lastId = 0

/**
 * Opens a modal from anywhere and resolves with what its content closes with, or undefined when it is dismissed.
 * `render` gets the function that closes it; DialogHost must be mounted.
 */
export function openDialog<T>(render: (close: (answer?: T) => void) => ReactNode): Promise<T | undefined> {
  return new Promise(resolve => {
    lastId += 1
    const id = lastId
    const close = (answer?: T) => {
      openDialogs.change(all => all.filter(one => one.id !== id))
      resolve(answer)
    }
    openDialogs.change(all => [...all, { id, render: () => render(close) }])
  })
}
